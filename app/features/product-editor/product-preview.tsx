import { Price } from '#app/components/price.tsx'
import { Picture, PicturePlaceholder } from '#app/components/picture.tsx'
import { ProductCard } from '#app/parts/product-list/product-card.tsx'
import { parseAmountOrNull } from '#server/platform/amount.schema.ts'
import type { EditorForm, EditorRow, FormChoices } from './editor-form.ts'

/** Previews the product for shoppers, with the form's current values. */
export function ProductPreview({ form, choices }: { form: EditorForm; choices: FormChoices }) {
  const { currency } = choices
  const pictures = form.pictures.flatMap(({ picture, alt, isRemoved }) =>
    picture && !isRemoved ? [{ ...picture, alt }] : [],
  )
  const name = form.name || 'Unnamed Product'
  const brand = form.brand || choices.businessName
  const price = previewPrice(form.variants, currency)
  const colours = [...new Map(form.variants.map((row) => [row.colourName, row.colourHex])).entries()].filter(
    ([colour]) => colour,
  )
  const sizes = [...new Set(form.variants.map(({ size }) => size).filter(Boolean))]
  const [picture] = pictures
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-[13rem_minmax(0,1fr)]">
      <section aria-labelledby="preview-card">
        <h2 id="preview-card" className="mb-3 font-sans text-sm font-medium">
          In lists
        </h2>
        {/* Makes the card inert, because its links and its heart would navigate away from the form. */}
        <div {...{ inert: '' }}>
          <ProductCard product={{ id: '', name, brand, currency, pictures, ...price }} />
        </div>
      </section>
      <section aria-labelledby="preview-page" className="min-w-0">
        <h2 id="preview-page" className="mb-3 font-sans text-sm font-medium">
          On its page
        </h2>
        <div className="grid gap-6 sm:grid-cols-2">
          <div className="aspect-[4/5] overflow-hidden rounded-sm bg-surface">
            {picture ? (
              <Picture picture={picture} sizes="20rem" maxWidth={640} className="h-full w-full object-cover" />
            ) : (
              <PicturePlaceholder name={name} className="h-full w-full" />
            )}
          </div>
          <div className="min-w-0">
            <p className="text-sm text-muted">{brand}</p>
            <p className="mt-1 font-display text-3xl leading-tight wrap-anywhere">{name}</p>
            <Price {...price} currency={currency} className="mt-3 text-xl" />
            {colours.length > 0 && (
              <ul aria-label="Colours" className="mt-5 flex flex-wrap gap-2 text-sm">
                {colours.map(([colour, hex]) => (
                  <li key={colour} className="flex items-center gap-2 rounded-full border border-line px-3 py-1.5">
                    {hex && (
                      <span
                        aria-hidden
                        className="size-3.5 rounded-full border border-line"
                        style={{ backgroundColor: hex }}
                      />
                    )}
                    {colour}
                  </li>
                ))}
              </ul>
            )}
            {sizes.length > 0 && (
              <ul aria-label="Sizes" className="mt-3 flex flex-wrap gap-2 text-sm">
                {sizes.map((size) => (
                  <li
                    key={size}
                    className={`rounded-full border border-line px-3 py-1.5 ${isGone(form.variants, size) ? 'text-muted line-through' : ''}`}
                  >
                    {size}
                  </li>
                ))}
              </ul>
            )}
            <p className="mt-5 line-clamp-6 text-sm whitespace-pre-line text-muted">
              {form.description.replace(/<[^>]*>/g, '')}
            </p>
          </div>
        </div>
      </section>
    </div>
  )
}

const isGone = (rows: readonly EditorRow[], size: string) =>
  rows.every((row) => row.size !== size || row.stock.trim() === '0')

/** Returns the price in lists: that of the cheapest variant in stock. Ignores incomplete amounts. */
function previewPrice(rows: readonly EditorRow[], currency: string) {
  const priced = rows
    .flatMap((row) => {
      const minor = parseAmountOrNull(row.price, currency)
      return minor === null ? [] : [{ minor: Number(minor), row }]
    })
    .toSorted((a, b) => a.minor - b.minor)
  const sold = priced.filter(({ row }) => row.stock.trim() !== '0')
  const [cheapest] = sold.length ? sold : priced
  const dearest = (sold.length ? sold : priced).at(-1)
  const original = cheapest ? parseAmountOrNull(cheapest.row.originalPrice, currency) : null
  const stocks = rows.flatMap(({ stock }) => (/^\s*\d+\s*$/.test(stock) ? [Number(stock)] : []))
  return {
    priceMinor: cheapest?.minor ?? 0,
    priceMaxMinor: dearest?.minor ?? 0,
    originalPriceMinor: original === null ? null : Number(original),
    stock: stocks.length ? stocks.reduce((sum, stock) => sum + stock, 0) : null,
    isInStock: stocks.some((stock) => stock > 0),
  }
}
