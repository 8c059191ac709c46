import { useEffect, useRef } from 'react'
import { STORE_TEXTS, type StoreTextName } from '#server/storefront/storefront.schema.ts'
import { EditLink, PendingMark, type Customization } from './customization-parts.tsx'
import { InlineEdit } from './inline-edit.tsx'
import { useStoreAct } from './store-acts.tsx'

/** A text of the store page: the draft's text, or its form. */
export function StoreTextRow({ store, name, isOpen }: { store: Customization; name: StoreTextName; isOpen: boolean }) {
  const { label, hint, rows, limit } = STORE_TEXTS[name]
  const text = store.drafted.texts[name]
  const isPending = store.changed.texts[name] !== undefined
  const undo = useStoreAct()
  const row = useFocusOnClose(isOpen, name)
  return (
    <div ref={row} className="py-5">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="flex flex-wrap items-center gap-x-3 font-sans text-sm font-semibold">
          {label} {isPending && <PendingMark />}
        </h3>
        {store.canEdit && !isOpen && (
          <div className="flex flex-wrap items-center gap-2">
            {isPending && (
              <button
                type="button"
                onClick={() =>
                  undo.send({
                    form: 'undo-text',
                    name,
                    text: store.published.texts[name],
                    revision: String(store.revision),
                  })
                }
                className="needs-script link min-h-9 px-2 text-sm text-muted max-md:min-h-11"
                aria-label={`Undo the change to ${label}`}
              >
                Undo change
              </button>
            )}
            <EditLink edit={name} label={label}>
              {text ? 'Edit' : 'Add'}
            </EditLink>
          </div>
        )}
      </div>
      {isOpen ? (
        <InlineEdit
          form="text"
          field="text"
          label={label}
          hint={hint}
          rows={rows}
          limit={limit}
          text={text}
          fields={{ name, revision: store.revision }}
        />
      ) : text ? (
        <p className="mt-1 line-clamp-6 max-w-[72ch] text-sm leading-relaxed whitespace-pre-line text-text/90 wrap-anywhere">
          {text}
        </p>
      ) : (
        <p className="mt-1 text-sm text-muted">{isPending ? 'Removed from your page.' : hint}</p>
      )}
    </div>
  )
}

/** Returns the focus to the button that opened a form, once it closes. */
export function useFocusOnClose(isOpen: boolean, edit: string) {
  const row = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) row.current?.querySelector<HTMLElement>(`#edit-${edit}`)?.focus()
    wasOpen.current = isOpen
  }, [isOpen, edit])
  return row
}
