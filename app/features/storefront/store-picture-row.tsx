import { useEffect } from 'react'
import { Picture } from '#app/components/picture.tsx'
import { toast } from '#app/lib/toast.ts'
import { useEvent } from '#app/lib/use-event.ts'
import { DropZone } from '#app/parts/uploads/drop-zone.tsx'
import { useUploads } from '#app/parts/uploads/use-uploads.ts'
import { MAX_ALT_CHARACTERS, STORE_PICTURES, type StorePictureKind } from '#server/storefront/storefront.schema.ts'
import { UPLOAD_SLOTS } from '#server/uploads/uploads.values.ts'
import { EditLink, PendingMark, type Customization } from './customization-parts.tsx'
import { InlineEdit } from './inline-edit.tsx'
import { useStoreAct } from './store-acts.tsx'
import { useFocusOnClose } from './store-text-row.tsx'

const SHAPES = {
  heroImage: 'aspect-[16/9] w-64 max-w-full rounded-sm',
  logo: 'size-28 rounded-full',
} as const satisfies Record<StorePictureKind, string>

interface StorePictureRowProps {
  store: Customization
  kind: StorePictureKind
  /** Whether the description form is open. */
  isDescribing: boolean
}

/** A picture of the store page: the public one and the draft's. */
export function StorePictureRow({ store, kind, isDescribing }: StorePictureRowProps) {
  const { label, hint } = STORE_PICTURES[kind]
  const { revision, canEdit } = store
  const published = store.published.pictures[kind]
  const drafted = store.drafted.pictures[kind]
  const change = store.changed.pictures[kind]
  const act = useStoreAct()
  const uploads = useUploads(kind)
  const [sent] = uploads.items
  const uploadId = sent?.status === 'done' ? sent.file?.uploadId : undefined
  const take = useEvent((id: string) =>
    act.send({ form: 'picture', act: 'replace', kind, uploadId: id, revision: String(revision) }),
  )
  useEffect(() => {
    if (uploadId) take(uploadId)
  }, [uploadId, take])
  const failure = sent?.status === 'failed' ? sent.message : ''
  useEffect(() => {
    if (failure === UPLOAD_SLOTS[kind].tooLarge) toast.set({ tone: 'error', title: 'File too large', text: failure })
  }, [failure, kind])
  const send = (name: 'keep' | 'remove') => act.send({ form: 'picture', act: name, kind, revision: String(revision) })
  const row = useFocusOnClose(isDescribing, 'heroAlt')
  const isReplaced = change?.is === 'removed' || (change?.is === 'changed' && change.isNew)
  return (
    <div ref={row} className="py-5">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="flex flex-wrap items-center gap-x-3 font-sans text-sm font-semibold">
          {label} {change && <PendingMark />}
        </h3>
        {canEdit && (
          <div className="flex flex-wrap items-center gap-2">
            {change && (
              <button
                type="button"
                onClick={() => send('keep')}
                className="needs-script link min-h-9 px-2 text-sm text-muted max-md:min-h-11"
                aria-label={`Undo the change to ${label}`}
              >
                Undo change
              </button>
            )}
            {drafted && (
              <button
                type="button"
                onClick={() => send('remove')}
                aria-label={`Remove ${label}`}
                className="needs-script button button-quiet min-h-9 px-4 text-sm max-md:min-h-11"
              >
                Remove
              </button>
            )}
          </div>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-6">
        {isReplaced && published && (
          <Shown name="On your page" kind={kind} picture={published.picture} isFaded fileName={published.fileName} />
        )}
        {drafted ? (
          <Shown
            name={isReplaced ? 'After you save' : 'On your page'}
            kind={kind}
            picture={drafted.picture}
            fileName={drafted.fileName}
          />
        ) : (
          <p className="text-sm text-muted">
            {change ? 'It will be removed from your page when you save.' : 'Not on your page yet.'}
          </p>
        )}
      </div>
      {canEdit && (
        <div className="needs-script mt-4 max-w-xl">
          <DropZone
            slot={kind}
            uploads={uploads}
            label={drafted ? `Replace ${label}` : `Upload ${label}`}
            hint={hint}
            hidesDone
          />
          {uploadId && act.isRefused && (
            <button type="button" onClick={() => take(uploadId)} className="button button-quiet mt-2">
              Use {sent?.name}
            </button>
          )}
        </div>
      )}
      {kind === 'heroImage' && drafted && (
        <div className="mt-4">
          {isDescribing ? (
            <InlineEdit
              form="describe"
              field="altText"
              label="Image description"
              hint="Read aloud by screen readers. Leave empty if the image is only decorative."
              rows={2}
              limit={MAX_ALT_CHARACTERS}
              text={drafted.picture.alt}
              fields={{ kind, revision }}
            />
          ) : (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
              <p className="min-w-0 wrap-anywhere">
                {drafted.picture.alt
                  ? `Image description: ${drafted.picture.alt}`
                  : 'Decorative image (no description needed)'}
              </p>
              {canEdit && (
                <EditLink edit="heroAlt" label="the Hero Image description">
                  {drafted.picture.alt ? 'Edit' : 'Add'}
                </EditLink>
              )}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

interface ShownProps {
  name: string
  kind: StorePictureKind
  picture: NonNullable<Customization['drafted']['pictures'][StorePictureKind]>['picture']
  fileName: string
  isFaded?: boolean
}

function Shown({ name, kind, picture, fileName, isFaded = false }: ShownProps) {
  return (
    <figure className="min-w-0">
      <Picture
        picture={picture}
        alt={picture.alt || `${STORE_PICTURES[kind].label}, ${name.toLowerCase()}`}
        sizes="16rem"
        maxWidth={640}
        className={`object-cover ${SHAPES[kind]} ${isFaded ? 'opacity-45' : ''}`}
      />
      <figcaption className="mt-2 max-w-64 text-xs text-muted wrap-anywhere">
        {name}
        {fileName && ` · ${fileName}`}
      </figcaption>
    </figure>
  )
}
