import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from '#app/components/link.tsx'
import type { CardProduct } from '#app/lib/api-types.ts'
import { formatCount } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { trpc, TrpcProvider } from '#app/lib/trpc.tsx'
import { PATTERNS, writeAppearanceText, type Appearance } from '#server/media/appearance/appearance.schema.ts'
import type { Part } from '#server/media/appearance/frame.shared.ts'
import { MarkFrame } from './mark-frame.tsx'
import type { ShoppersPicture } from './measure-bitmap.ts'

const SHOWN = 8
/** The category is guessed if at least `least` of the first `of` similar products share it. */
const KIND = { of: 8, least: 5 } as const

export interface PictureReadingProps {
  photo: ImageBitmap
  picture: ShoppersPicture
  /** True while another frame is being analysed. */
  isReading: boolean
  /** Selects another part of the photo; null to detect the garment. */
  onFrame: (frame: Part | null) => void
  /** Renders a found product. */
  card: (product: CardProduct) => ReactNode
}

export function PictureReading(props: PictureReadingProps) {
  return (
    <TrpcProvider>
      <Reading {...props} />
    </TrpcProvider>
  )
}

interface Said {
  photo: ImageBitmap
  picture: ShoppersPicture
  appearance: Appearance
  chosenKind: string | null
}
/** The shopper's corrections of each picture, in case the shopper returns to it. */
const corrected = new WeakMap<ShoppersPicture, Said>()

function Reading({ photo, picture, isReading, onFrame, card }: PictureReadingProps) {
  const read = { photo, picture, appearance: picture.appearance, chosenKind: null }
  const [said, say] = useState<Said>(corrected.get(picture) ?? read)
  // Another frame has other colours. The category of the same photo stays.
  if (said.picture !== picture) say({ ...read, chosenKind: said.photo === photo ? said.chosenKind : null })
  useEffect(() => {
    corrected.set(picture, said)
  }, [picture, said])
  const { appearance, chosenKind } = said
  const setAppearance = (mended: Appearance) => say({ ...said, appearance: mended })
  const looksLike = writeAppearanceText(appearance)
  const anyKind = trpc.search.products.useQuery({ looksLike, pageSize: SHOWN }, { placeholderData: (before) => before })
  const kinds = anyKind.data?.facets.categories.filter(({ count }) => count > 0) ?? []
  const guess = guessKind(anyKind.data?.products ?? [], kinds)
  const kind = chosenKind ?? guess
  const ofKind = trpc.search.products.useQuery(
    { looksLike, categories: [kind], pageSize: SHOWN },
    { enabled: kind !== '', placeholderData: (before) => before },
  )
  const shown = kind === '' ? anyKind : ofKind
  const total = shown.data?.total ?? 0
  return (
    <div className="grid gap-x-[clamp(2rem,5vw,5rem)] gap-y-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <section aria-labelledby="seen-heading">
        <h3 id="seen-heading" className="eyebrow font-sans">
          What we found in your picture
        </h3>
        <MarkFrame photo={photo} frame={picture.frame} isReading={isReading} onFrame={onFrame} />
        <CutOut picture={picture} />
        <Colours picture={picture} appearance={appearance} onChange={setAppearance} />
        <Pattern appearance={appearance} onChange={setAppearance} />
        <label className="mt-6 block">
          <span className="text-sm text-muted">Category</span>
          <select
            className="field mt-2 w-full"
            value={kind}
            onChange={(event) => say({ ...said, chosenKind: event.target.value })}
            autoComplete="off"
          >
            <option value="">All categories</option>
            {kinds.map(({ value, label, count }) => (
              <option key={value} value={value}>
                {label} ({count})
              </option>
            ))}
          </select>
          {guess !== '' && chosenKind === null && (
            <span className="mt-2 block text-sm text-muted">
              Most similar items are in this category. Change it if it is wrong.
            </span>
          )}
        </label>
      </section>
      <section aria-labelledby="alike-heading" aria-busy={shown.isFetching || isReading}>
        <h3 id="alike-heading" className="eyebrow font-sans">
          Similar items
        </h3>
        {shown.isError ? (
          <div role="alert" className="notice mt-4">
            <p>The search failed. We still have your picture.</p>
            <button type="button" className="link mt-2 min-h-11" onClick={() => void shown.refetch()}>
              Search again
            </button>
          </div>
        ) : shown.data && total === 0 ? (
          <p className="mt-4 max-w-[46ch] text-muted">
            No similar items found. Remove a colour or the pattern, or choose another category.
          </p>
        ) : (
          <>
            <div className="product-grid mt-4 lg:grid-cols-4">
              {shown.data
                ? shown.data.products.map((product) => <Fragment key={product.id}>{card(product)}</Fragment>)
                : Array.from({ length: SHOWN }, (_, at) => (
                    <div key={at} className="skeleton aspect-[4/5] rounded-sm" />
                  ))}
            </div>
            <p className="mt-8">
              <Link
                to={paths.discover({ looksLike, ...(kind && { categories: kind }) })}
                className="button button-accent min-h-12 px-7"
              >
                {total === 1 ? 'View it in Discover' : `View all ${formatCount(total)} in Discover`}
              </Link>
            </p>
          </>
        )}
        {shown.data?.note && <p className="mt-6 max-w-[60ch] text-sm text-muted">{shown.data.note}</p>}
      </section>
    </div>
  )
}

interface Found {
  category: string | null
}

/** Returns the slug of the category that most of the nearest products share; '' if there is none. */
function guessKind(products: readonly Found[], kinds: ReadonlyArray<{ value: string; label: string }>): string {
  const counts = new Map<string, number>()
  for (const { category } of products.slice(0, KIND.of))
    if (category) counts.set(category, (counts.get(category) ?? 0) + 1)
  const [label] = [...counts].find(([, count]) => count >= KIND.least) ?? []
  return kinds.find((kind) => kind.label === label)?.value ?? ''
}

function CutOut({ picture: { cutOut, ground } }: { picture: ShoppersPicture }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => canvas.current?.getContext('2d')?.putImageData(cutOut, 0, 0), [cutOut])
  return (
    <figure className="mt-4">
      <canvas
        ref={canvas}
        width={cutOut.width}
        height={cutOut.height}
        role="img"
        aria-label="The item without its background"
        className="max-h-48 w-full rounded-sm bg-raised object-contain"
      />
      {ground === 'busy' && (
        <figcaption className="mt-2 text-sm text-muted">
          The background has many colours, so we took the item from the middle and did not use its outline. Draw the
          frame closely around the item for better results.
        </figcaption>
      )}
    </figure>
  )
}

interface PartProps {
  appearance: Appearance
  onChange: (appearance: Appearance) => void
}

function Colours({ picture, appearance, onChange }: PartProps & { picture: ShoppersPicture }) {
  return (
    <fieldset className="mt-6">
      <legend className="text-sm text-muted">Colours: remove any that aren’t part of the item</legend>
      <ul className="mt-2 flex flex-wrap gap-2">
        {picture.appearance.colours.map((colour) => {
          const isOn = appearance.colours.some(({ hex }) => hex === colour.hex)
          return (
            <li key={colour.hex}>
              <button
                type="button"
                aria-pressed={isOn}
                aria-label={`Colour ${colour.hex}, ${colour.percent} percent`}
                onClick={() =>
                  onChange({
                    ...appearance,
                    colours: picture.appearance.colours.filter(({ hex }) =>
                      hex === colour.hex ? !isOn : appearance.colours.some((own) => own.hex === hex),
                    ),
                  })
                }
                className={`chip tabular-nums ${isOn ? '' : 'border-dashed text-muted line-through opacity-75'}`}
              >
                <i
                  aria-hidden
                  className="size-5 rounded-full border border-text/25"
                  style={{ background: colour.hex }}
                />
                {colour.percent}%
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function Pattern({ appearance, onChange }: PartProps) {
  return (
    <label className="mt-6 block">
      <span className="text-sm text-muted">Pattern</span>
      <select
        className="field mt-2 w-full"
        value={appearance.pattern ?? ''}
        onChange={(event) =>
          onChange({ ...appearance, pattern: PATTERNS.find((pattern) => pattern === event.target.value) ?? null })
        }
        autoComplete="off"
      >
        <option value="">Any pattern</option>
        {PATTERNS.map((pattern) => (
          <option key={pattern} value={pattern}>
            {pattern.charAt(0).toUpperCase() + pattern.slice(1)}
          </option>
        ))}
      </select>
    </label>
  )
}
