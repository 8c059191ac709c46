import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import { useContext, useState, type ReactNode } from 'react'
import { Picture } from '#app/components/picture.tsx'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import { sentPlace, type EditorForm, type EditorPicture } from './editor-form.ts'
import { input, useEditorField } from './editor-field.tsx'
import { ManagedContext } from './managed-field.tsx'

interface PicturesProps {
  form: EditorForm
  change: (part: Partial<EditorForm>) => void
  canEdit: boolean
  /** The control that adds pictures. */
  children?: ReactNode
}

/** The pictures in order. Lists show the first one. */
export function PictureList({ form, change, canEdit, children }: PicturesProps) {
  const { pictures } = form
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [isSuggesting, setIsSuggesting] = useState(false)
  const colours = [...new Set(form.variants.map(({ colourName }) => colourName).filter(Boolean))]
  const set = (key: string, part: Partial<EditorPicture>) =>
    change({ pictures: pictures.map((picture) => (picture.key === key ? { ...picture, ...part } : picture)) })
  const move = (key: string, to: number) => {
    const from = pictures.findIndex((picture) => picture.key === key)
    const picture = pictures[from]
    if (!picture || to < 0 || to >= pictures.length || to === from) return
    change({ pictures: pictures.toSpliced(from, 1).toSpliced(to, 0, picture) })
    setSaid(`Picture moved to position ${to + 1} of ${pictures.length}.`)
  }
  const managed = useContext(ManagedContext) !== null
  const first = pictures.find(({ isRemoved }) => !isRemoved)
  return (
    <div className="grid gap-4">
      {pictures.length > 0 && (
        <ol aria-label="Pictures" className="divide-y divide-line border-y border-line">
          {pictures.map((picture, index) => {
            const name = `picture ${index + 1}`
            const isLocked = managed && picture.isOfStore
            return (
              <li
                key={picture.key}
                draggable={canEdit && !picture.isRemoved}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  setDragged(picture.key)
                }}
                onDragEnd={() => setDragged(null)}
                onDragOver={(event) => {
                  if (dragged === null) return
                  event.preventDefault()
                }}
                onDrop={(event) => {
                  if (dragged === null) return
                  event.preventDefault()
                  move(dragged, index)
                  setDragged(null)
                }}
                className={`grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-3 py-3 ${dragged === picture.key ? 'opacity-50' : ''}`}
              >
                <Thumbnail picture={picture} />
                {picture.isRemoved ? (
                  <p className="self-center text-sm text-muted">
                    This picture will be removed when you save.{' '}
                    <button
                      type="button"
                      className="link min-h-10 text-text"
                      onClick={() => set(picture.key, { isRemoved: false })}
                    >
                      Undo
                      <span className="sr-only"> removing {name}</span>
                    </button>
                  </p>
                ) : (
                  <div className="grid gap-2 sm:grid-cols-2">
                    <ShownInput
                      isLocked={isLocked}
                      field={`pictures.${sentPlace(form, picture.key)}`}
                      name={name}
                      isMain={picture === first}
                      value={picture.alt}
                      onChange={(alt) => set(picture.key, { alt })}
                    />
                    <ColourChoice
                      isLocked={isLocked}
                      name={name}
                      colours={colours}
                      value={picture.colourName}
                      onChange={(colourName) => set(picture.key, { colourName })}
                      onFocus={() => setIsSuggesting(true)}
                    />
                  </div>
                )}
                {!picture.isRemoved && (
                  <span className="flex max-sm:flex-col">
                    <IconAct label={`Move ${name} up`} isOff={index === 0} act={() => move(picture.key, index - 1)}>
                      <ArrowUp aria-hidden size={16} />
                    </IconAct>
                    <IconAct
                      label={`Move ${name} down`}
                      isOff={index === pictures.length - 1}
                      act={() => move(picture.key, index + 1)}
                    >
                      <ArrowDown aria-hidden size={16} />
                    </IconAct>
                    <IconAct
                      label={`Remove ${name}`}
                      isOff={isLocked}
                      act={() => set(picture.key, { isRemoved: true })}
                    >
                      <X aria-hidden size={16} />
                    </IconAct>
                  </span>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {/* Rendered once a colour field has the focus, because 2,000 colours would be an eighth of the page's HTML. */}
      {isSuggesting && colours.length > MAX_IN_MENU && (
        <datalist id={COLOURS_ID}>
          {colours.map((colour) => (
            <option key={colour} value={colour} />
          ))}
        </datalist>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {children}
    </div>
  )
}

/**
 * Above this number of colours, the pictures share one list of suggestions. 50 menus of 2,000 colours would make a page
 * of 20 MB.
 */
const MAX_IN_MENU = 50
const COLOURS_ID = 'picture-colours'

/** Selects the colour that a picture shows. */
function ColourChoice({
  name,
  colours,
  value,
  isLocked,
  onChange,
  onFocus,
}: {
  isLocked: boolean
  name: string
  colours: readonly string[]
  value: string
  onChange: (colour: string) => void
  onFocus: () => void
}) {
  const control = { value, disabled: isLocked, 'aria-label': `Colour, ${name}`, className: `${input} border-line` }
  return (
    <label className="text-xs text-muted">
      <span className="mb-0.5 block">Colour</span>
      {colours.length > MAX_IN_MENU ? (
        <input
          {...control}
          list={COLOURS_ID}
          maxLength={MAX_PRODUCT.label}
          placeholder="Any"
          autoComplete="off"
          onFocus={onFocus}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <select {...control} onChange={(event) => onChange(event.target.value)}>
          <option value="">Any</option>
          {[...new Set([...colours, ...(value ? [value] : [])])].map((colour) => (
            <option key={colour} value={colour}>
              {colour}
            </option>
          ))}
        </select>
      )}
    </label>
  )
}

/** The picture's description, with the picture's errors. */
function ShownInput({
  field,
  name,
  isMain,
  isLocked,
  value,
  onChange,
}: {
  isLocked: boolean
  field: string
  name: string
  isMain: boolean
  value: string
  onChange: (text: string) => void
}) {
  const { control, notes, look } = useEditorField(field)
  return (
    <div>
      <label className="text-xs text-muted">
        <span className="mb-0.5 block">
          {' '}
          Image description {isMain && <strong className="ml-2 font-medium text-text">Main picture</strong>}
        </span>
        <input
          {...control}
          readOnly={isLocked}
          value={value}
          maxLength={MAX_PRODUCT.alt}
          aria-label={`Image description, ${name}`}
          placeholder="Sage linen dress, from the front"
          onChange={(event) => onChange(event.target.value)}
          className={look}
        />
      </label>
      {notes}
    </div>
  )
}

function Thumbnail({ picture: { picture, alt, isRemoved } }: { picture: EditorPicture }) {
  return (
    <div className={`aspect-[4/5] w-18 overflow-hidden rounded-sm bg-raised ${isRemoved ? 'opacity-30' : ''}`}>
      {picture ? (
        <Picture picture={picture} alt={alt} sizes="4.5rem" maxWidth={160} className="h-full w-full object-cover" />
      ) : (
        <span className="grid h-full place-items-center px-1 text-center text-xs text-muted">Not downloaded yet</span>
      )}
    </div>
  )
}

function IconAct({
  label,
  isOff = false,
  act,
  children,
}: {
  label: string
  isOff?: boolean
  act: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && act()}
      className="icon-button size-10! text-muted hover:text-text aria-disabled:opacity-30"
    >
      {children}
    </button>
  )
}
