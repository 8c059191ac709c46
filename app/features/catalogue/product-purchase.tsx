import { returnsWords } from '#app/parts/partners/returns-words.ts'
import { Link } from '#app/components/link.tsx'
import { useState, type ReactNode } from 'react'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { MoreAlike } from './more-alike.tsx'
import { useChoice } from './use-product-choice.ts'
import { SizeHelp } from './size-help.tsx'
import { ReductionNote, savedMinor } from './reduction-note.tsx'
import { chooseVariant } from './variant-choice.ts'
import { WishlistButton } from '#app/parts/wishlist/wishlist-button.tsx'
import { Price } from '#app/components/price.tsx'
import type { ProductDetail } from '#app/lib/api-types.ts'
import { formatCount, formatMoney } from '#app/lib/format.ts'
import { paths } from '#app/lib/paths.ts'
import { withParams } from '#app/lib/search-params.ts'
import { useSearchBehind } from '#app/parts/product-list/search-behind.ts'
import { sayFit, type FitCounts } from '#server/sizing/fit-feedback.schema.ts'
import { LOW_STOCK } from '#server/catalogue/stock.values.ts'

/** More characters may not fit in two lines. */
const LONG_TERM = 80

/** The maximum number of colours and sizes shown. A product may have 2,048, which would make a page of 4 MB. */
const MAX_CHOICES = 100

/** Price, colour, size, the link to the store, and delivery. */
export function ProductPurchase({
  product,
  isSizeAdvised,
  fits,
  onLeave,
  children,
}: {
  product: ProductDetail
  isSizeAdvised: boolean
  fits: FitCounts | null
  /** Called when the store is opened. */
  onLeave: () => void
  /** Other options beside the link to the store. */
  children?: ReactNode
}) {
  const params = useChoice()
  const [yours, setYours] = useState<readonly string[]>([])
  const searchId = useSearchBehind(product.id)
  const choice = chooseVariant(product.variants, { colour: params.get('colour'), size: params.get('size') })
  const shown = choice.chosen ?? product
  // The price history is that of the product. A variant may have another price.
  const isOfHistory = shown.priceMinor === product.priceMinor && shown.originalPriceMinor === product.originalPriceMinor
  const reduction = isOfHistory ? (product.priceHistory?.reduction ?? null) : null
  const saved = savedMinor(shown, reduction)
  const isSoldOut = product.variants.length > 0 && product.variants.every((variant) => variant.stock === 0)
  return (
    <div>
      <Price
        {...shown}
        currency={product.currency}
        priceMaxMinor={choice.chosen ? undefined : product.priceMaxMinor}
        showsAbout
        className="font-display text-3xl"
      />
      {saved > 0 && <p className="mt-1 text-sm text-sale">You save {formatMoney(saved, product.currency)}</p>}
      {reduction && <ReductionNote {...shown} currency={product.currency} reduction={reduction} />}

      {choice.colours.length > 0 && (
        <fieldset className="mt-8">
          <legend className="text-sm text-muted">
            Colour: <span className="text-text">{choice.colours.find((colour) => colour.isChosen)?.name}</span>
          </legend>
          {choice.colours.length > 1 && (
            <ul className="mt-3 flex flex-wrap gap-2">
              {firstOf(choice.colours).map((colour) => (
                <li key={colour.name}>
                  <Link
                    to={withParams(params, {
                      colour: colour.name,
                      size: undefined,
                      picture: pictureOf(product, colour.name),
                    })}
                    replace
                    preventScrollReset
                    aria-label={`Colour ${colour.name}`}
                    aria-current={colour.isChosen ? 'true' : undefined}
                    className={`grid size-11 place-items-center rounded-full border-2 ${colour.isChosen ? 'border-accent' : 'border-transparent hover:border-line'}`}
                  >
                    <span
                      className="size-8 rounded-full border border-text/20"
                      style={{ backgroundColor: colour.hex ?? 'var(--raised)' }}
                    />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <MoreChoices of={choice.colours} name="colours" />
        </fieldset>
      )}
      <MoreAlike product={product} colour={choice.colours.find(({ isChosen }) => isChosen)?.name} />

      {choice.sizes.length > 0 && (
        <fieldset className="mt-6">
          <legend className="text-sm text-muted">Size</legend>
          <ul className="mt-3 flex flex-wrap gap-2">
            {firstOf(choice.sizes).map(({ size, isSoldOut: isGone, isChosen }) => (
              <li key={size} className="relative">
                {yours.includes(size) && <YourSizeMark />}
                {isGone ? (
                  <span
                    role="link"
                    aria-disabled="true"
                    aria-label={`Size ${size}, sold out${yours.includes(size) ? ', your size' : ''}`}
                    className="inline-grid h-11 min-w-11 place-items-center rounded-full border border-dashed border-line px-4 text-sm text-muted/80 line-through"
                  >
                    {size}
                  </span>
                ) : (
                  <Link
                    to={withParams(params, { size: isChosen ? undefined : size })}
                    replace
                    preventScrollReset
                    aria-label={`Size ${size}${yours.includes(size) ? ', your size' : ''}`}
                    aria-current={isChosen ? 'true' : undefined}
                    className={`inline-grid h-11 min-w-11 place-items-center rounded-full border px-4 text-sm transition-colors ${isChosen ? 'border-accent bg-accent font-semibold text-on-accent' : 'border-line hover:border-text'}`}
                  >
                    {size}
                  </Link>
                )}
              </li>
            ))}
          </ul>
          <MoreChoices of={choice.sizes} name="sizes" />
          {isSizeAdvised && <SizeHelp productId={product.id} onSizes={setYours} />}
          {fits && sayFit(fits) && <p className="text-sm text-muted">{sayFit(fits)}</p>}
        </fieldset>
      )}

      <p className="mt-5 text-sm text-muted" aria-live="polite">
        {stockText(choice, product, isSoldOut)}
      </p>

      <div className="buy-bar">
        <div className="buy-bar-price" aria-hidden>
          <span>{formatMoney(shown.priceMinor, product.currency)}</span>
          <span className="truncate text-xs text-muted">{choiceText(choice)}</span>
        </div>
        {product.partner.canBeVisited && (
          <a
            href={paths.go(product.id, { surface: 'product', variantId: choice.opened?.id, searchId })}
            target="_blank"
            onClick={onLeave}
            onAuxClick={(event) => event.button === 1 && onLeave()}
            rel="sponsored noopener"
            className="button button-accent min-h-13 grow px-8 text-base max-md:min-h-12 max-md:px-4 max-md:text-sm sm:grow-0"
          >
            Shop at Partner Store <ArrowUpRight aria-hidden size={19} className="shrink-0 max-[26rem]:hidden" />
          </a>
        )}
        <WishlistButton productId={product.id} productName={product.name} isLabelled />
      </div>
      <p className="mt-4 max-w-md text-xs text-muted">
        {product.partner.canBeVisited
          ? `Opens ${product.partner.businessName} in a new tab. We may earn commission when you buy from the store.`
          : `We cannot link to this product at ${product.partner.businessName} yet, so you cannot buy it through WTF for now.`}
      </p>
      {children}
      <dl className="mt-6 max-w-md divide-y divide-line border-y border-line text-sm">
        <StoreTerm label="Delivery" text={product.partner.shippingPolicy}>
          Set by {product.partner.businessName}. Its store shows the cost and delivery time before you pay.
        </StoreTerm>
        <StoreTerm label="Returns" text={returnsWords(product.partner)}>
          Set by {product.partner.businessName}. See its store for the terms.
        </StoreTerm>
      </dl>
    </div>
  )
}

/** Marks the visitor's own size. Takes no space, so that nothing moves when it appears. */
const YourSizeMark = () => (
  <span
    aria-hidden
    title="Your size"
    className="pointer-events-none absolute -top-1 -right-1 z-10 size-3.5 rounded-full border-2 border-ink bg-accent"
  />
)

/** The start of the store's terms; the 'Shipping' tab has the full text. */
function StoreTerm({ label, text, children }: { label: string; text: string | null; children: ReactNode }) {
  const params = useChoice()
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd>
        <span className={text ? 'line-clamp-2 wrap-anywhere' : ''}>{text || children}</span>
        {text && text.length > LONG_TERM && (
          <Link
            to={`${withParams(params, { tab: 'shipping' })}#about`}
            replace
            className="link inline-flex min-h-11 items-center text-muted"
          >
            {label} terms in full
          </Link>
        )}
      </dd>
    </div>
  )
}

const choiceText = ({ chosen, colours }: ReturnType<typeof chooseVariant>): string =>
  [chosen?.size, colours.find(({ isChosen }) => isChosen)?.name].filter(Boolean).join(', ')

/**
 * Returns the number (from 1) of the first picture that shows the colour. Undefined if that is the product's first
 * picture, or if no picture shows it.
 */
function pictureOf(product: ProductDetail, colour: string): string | undefined {
  const index = product.pictures.findIndex((picture) => picture.colourName === colour)
  return index > 0 ? String(index + 1) : undefined
}

function stockText(
  { chosen, sizes }: ReturnType<typeof chooseVariant>,
  product: ProductDetail,
  isSoldOut: boolean,
): string {
  if (isSoldOut) return 'Sold out in every size at the last stock update.'
  const chosenStock = chosen?.stock
  if (chosenStock === undefined) {
    if (!product.isInStock) return 'Check at store'
    return sizes.length > 0 && !sizes.some(({ isChosen }) => isChosen) ? 'Choose a size to check stock.' : 'In stock'
  }
  if (chosenStock === null) return 'Check at store'
  if (chosenStock === 0) return 'Sold out'
  return chosenStock < LOW_STOCK ? `Only ${chosenStock} left` : 'In stock'
}

/** Returns the first choices, plus the chosen one. */
const firstOf = <Choice extends { isChosen: boolean }>(choices: readonly Choice[]): readonly Choice[] =>
  choices.filter(({ isChosen }, place) => isChosen || place < MAX_CHOICES)

function MoreChoices({ of, name }: { of: ReadonlyArray<{ isChosen: boolean }>; name: string }) {
  const left = of.length - firstOf(of).length
  if (left === 0) return null
  return (
    <p className="mt-2 text-sm text-muted">
      The store has {formatCount(left)} more {name}, which you can choose there.
    </p>
  )
}
