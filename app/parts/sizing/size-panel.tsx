import { useEffect, useState } from 'react'
import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'
import { paths } from '#app/lib/paths.ts'
import { MEASURES, type Measure } from '#server/sizing/measures-values.schema.ts'
import { isEmpty, NO_SIZES, type ShopperSizesData } from '#server/sizing/person.schema.ts'
import { choosingMeasures } from '#server/sizing/size-ladder.schema.ts'
import { AdviceView } from './advice-view.tsx'
import { loadDeviceSizes, writeDeviceSizes } from './device-sizes.ts'
import { FitBar } from './fit-bar.tsx'
import { adviceFor, lengthFor, type KnownSizes } from './known-sizes.ts'
import { OtherBrands } from './other-brands.tsx'
import { SizeForm } from './size-form.tsx'
import { SizeTableView } from './size-table-view.tsx'

/** The action's response if it could parse the form. */
export interface SizeAnswer {
  sizes: ShopperSizesData
  inAccount: boolean | null
  /** Included on request: the size at other brands. */
  brands?: RouterOutputs['fitting']['otherBrands']
}

export interface SizePanelData {
  known: KnownSizes
  choices: RouterOutputs['fitting']['garmentChoices']
  /** The sizes stored in the account; null if there are none or the visitor is not signed in. */
  ownSizes: ShopperSizesData | null
  isSignedIn: boolean
}

interface SizePanelProps extends SizePanelData {
  form: FormState
  answer: SizeAnswer | undefined
}

/**
 * Size advice for a product: the recommended size, the shopper's measurements, reviewers' fit ratings and the table.
 */
export function SizePanel({ known, choices, ownSizes, isSignedIn, form, answer }: SizePanelProps) {
  const [device, setDevice] = useState<ShopperSizesData | null>(null)
  /** Without JavaScript, the device stores nothing. */
  const [keepsHere, setKeepsHere] = useState(false)
  useEffect(() => {
    setDevice(loadDeviceSizes())
    setKeepsHere(true)
  }, [])
  useEffect(() => {
    if (!answer) return
    writeDeviceSizes(answer.sizes)
    // Keeps these sizes if a later form is refused.
    setDevice(answer.sizes)
  }, [answer])
  const sizes = answer?.sizes ?? device ?? ownSizes ?? NO_SIZES
  const { product, table, feedback } = known
  const advice = adviceFor(known, sizes)
  const isAsked = !isEmpty(sizes) || !table
  return (
    <div className="grid grid-cols-1 gap-8">
      <div role="status">
        {isAsked && (
          <AdviceView
            known={known}
            advice={advice}
            inseam={lengthFor(known, sizes)}
            unit={sizes.unit}
            news={answer?.brands ? undefined : answer}
          />
        )}
      </div>
      {table && (
        <section>
          <h2 className="mb-3 font-display text-xl">Size chart</h2>
          <SizeTableView
            rows={table.rows}
            unit={sizes.unit}
            marked={advice.kind === 'size' ? advice.size : undefined}
            caption={`${product.brand} sizes, ${table.category.toLowerCase()}`}
          />
          <p className="mt-3 max-w-[60ch] text-sm text-muted">{sourceOf(known)}</p>
        </section>
      )}
      {answer?.brands && <OtherBrands brands={answer.brands} />}
      {product.isForChildren ? (
        <p className="text-muted">Children&rsquo;s sizes go by age, so we have no size charts for them.</p>
      ) : (
        table && (
          <SizeForm
            // Remounts the fields when the known sizes change.
            key={JSON.stringify(sizes)}
            form={form}
            action={paths.sizeOf(product.id)}
            sizes={sizes}
            asked={askedOf(known)}
            choices={choices}
            keepsHere={keepsHere}
            verb="Find my size"
            hasProduct
            kind={choices.categories.find(({ slug }) => product.categories.includes(slug))?.slug}
            account={isSignedIn ? (answer?.inAccount ?? Boolean(ownSizes)) : null}
          />
        )
      )}
      <FitBar counts={feedback.product} />
    </div>
  )
}

/**
 * Returns the measurements that determine the size, and the inside leg, which determines the inseam or is shown next to
 * them.
 */
function askedOf({ table, sizes }: KnownSizes): Measure[] {
  if (!table) return []
  const weights = choosingMeasures(table.rows)
  return MEASURES.filter(
    (measure) =>
      weights[measure] ||
      (measure === 'insideLeg' &&
        (table.rows.some(({ body }) => body[measure]) || sizes.some(({ length }) => length !== null))),
  )
}

function sourceOf({ product, table }: KnownSizes): string {
  const from = {
    brand: `${product.brand}’s general size chart`,
    partner: `${product.partner}’s chart for these products`,
    measured: `${product.partner}’s measurements of the products`,
    usual: 'standard sizes, because the store has not sent us a size chart',
  }[table?.source ?? 'brand']
  const of =
    table?.measures === 'garment'
      ? ' We calculated the body measurements from the garments, allowing for room to move.'
      : ''
  return `Body measurements for each size. Source: ${from}.${of} Fit preferences and actual sizes vary, so treat this as a guide.`
}
