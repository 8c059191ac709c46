import { Link } from '#app/components/link.tsx'
import { useRef, type CSSProperties } from 'react'
import { Count } from './facet.tsx'
import type { SearchResult } from '#app/lib/api-types.ts'
import { listHref, type ListAddress } from '#app/lib/list-address.ts'
import { PricesIn } from '#app/parts/reader/prices-in.tsx'
import { unitOf } from '#server/platform/money.schema.ts'

/** The slider's right end, which means no maximum. */
const END = 500
const STEP = 5
const NAMES = { USD: 'dollars', GBP: 'pounds', EUR: 'euros' }
const SYMBOLS = { USD: '$', GBP: '£', EUR: '€' }

/** Returns the positions of the thumbs for the texts of the two fields. */
export function thumbsFor(min: string, max: string): [number, number] {
  const low = Math.min(END, Math.max(0, Number(min) || 0))
  const high = max === '' || !Number.isFinite(Number(max)) ? END : Math.min(END, Math.max(0, Number(max)))
  return [Math.min(low, high), Math.max(low, high)]
}

/** Returns the texts of the fields for the thumbs. At its ends the slider sets no limit. */
export function fieldsFor(low: number, high: number): [string, string] {
  return [low > 0 ? String(low) : '', high < END ? String(high) : '']
}

interface PriceFilterProps {
  address: ListAddress
  price: SearchResult['facets']['price']
  minMinor: number | undefined
  maxMinor: number | undefined
}

/** Presets, two fields, and a slider with two thumbs that writes into them. Only the fields are submitted. */
export function PriceFilter({ address, price, minMinor, maxMinor }: PriceFilterProps) {
  const { currency } = price
  const root = useRef<HTMLDivElement>(null)
  const major = (minor: number | undefined) => (minor === undefined ? '' : String(minor / unitOf(currency)))
  const [min, max] = [major(minMinor), major(maxMinor)]
  const [low, high] = thumbsFor(min, max)
  const parts = () =>
    root.current?.querySelectorAll('input:not([type=hidden])') as unknown as
      [HTMLInputElement, HTMLInputElement, HTMLInputElement, HTMLInputElement] | undefined
  const showThumbs = () => {
    const [lowThumb, highThumb, from, to] = parts() ?? []
    if (!lowThumb || !highThumb || !from || !to) return
    const [newLow, newHigh] = thumbsFor(from.value, to.value)
    lowThumb.value = String(newLow)
    highThumb.value = String(newHigh)
    describe(lowThumb, highThumb)
  }
  const describe = (lowThumb: HTMLInputElement, highThumb: HTMLInputElement) => {
    const words = (value: number) => `${SYMBOLS[currency]}${value}${value === END ? '+' : ''}`
    lowThumb.setAttribute('aria-valuetext', words(Number(lowThumb.value)))
    highThumb.setAttribute('aria-valuetext', words(Number(highThumb.value)))
    root.current?.style.setProperty('--low', String(Number(lowThumb.value) / END))
    root.current?.style.setProperty('--high', String(Number(highThumb.value) / END))
  }
  // A thumb cannot pass the other one.
  const onSlide = (isLow: boolean) => {
    const [lowThumb, highThumb, from, to] = parts() ?? []
    if (!lowThumb || !highThumb || !from || !to) return
    if (isLow) lowThumb.value = String(Math.min(Number(lowThumb.value), Number(highThumb.value)))
    else highThumb.value = String(Math.max(Number(lowThumb.value), Number(highThumb.value)))
    describe(lowThumb, highThumb)
    const [fromText, toText] = fieldsFor(Number(lowThumb.value), Number(highThumb.value))
    if (isLow) from.value = fromText
    else to.value = toText
  }
  const style = { '--low': low / END, '--high': high / END } as CSSProperties
  return (
    <div ref={root} style={style}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
        <span aria-hidden className="whitespace-nowrap">
          Prices in
        </span>
        <PricesIn />
      </div>
      {currency !== 'USD' && <input type="hidden" name="currency" value={currency} />}
      <div className="slider">
        <input
          type="range"
          min={0}
          max={END}
          step={STEP}
          defaultValue={low}
          onInput={() => onSlide(true)}
          aria-label="Price from"
          aria-valuetext={`${SYMBOLS[currency]}${low}`}
        />
        <input
          type="range"
          min={0}
          max={END}
          step={STEP}
          defaultValue={high}
          onInput={() => onSlide(false)}
          aria-label="Price to"
          aria-valuetext={`${SYMBOLS[currency]}${high}${high === END ? '+' : ''}`}
        />
      </div>
      <div className="flex items-center gap-2 text-sm">
        <PriceField
          name="priceMin"
          label={`Lowest price in ${NAMES[currency]}`}
          placeholder="0"
          symbol={SYMBOLS[currency]}
          value={min}
          onInput={showThumbs}
        />
        <span aria-hidden className="text-muted">
          to
        </span>
        <PriceField
          name="priceMax"
          label={`Highest price in ${NAMES[currency]}`}
          placeholder={`${END}+`}
          symbol={SYMBOLS[currency]}
          value={max}
          onInput={showThumbs}
        />
      </div>
      <ul className="mt-3">
        {price.presets.map(({ label, priceMin, priceMax, count }) => {
          const isSelected = (priceMin ?? '') === min && (priceMax ?? '') === max
          return (
            <li key={label}>
              <Link
                to={listHref(
                  address,
                  isSelected
                    ? { priceMin: undefined, priceMax: undefined, currency: undefined }
                    : { priceMin, priceMax, currency: currency === 'USD' ? undefined : currency },
                )}
                preventScrollReset
                aria-current={isSelected ? 'true' : undefined}
                className="preset"
                data-empty={(count === 0 && !isSelected) || undefined}
              >
                <span className="grow">{label}</span>
                <Count of={count} />
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function PriceField({
  name,
  label,
  placeholder,
  symbol,
  value,
  onInput,
}: {
  name: string
  label: string
  placeholder: string
  symbol: string
  value: string
  onInput: () => void
}) {
  return (
    <label className="field price-field">
      <span aria-hidden className="text-muted">
        {symbol}
      </span>
      <input
        type="number"
        name={name}
        min={0}
        max={9999999}
        step="any"
        inputMode="decimal"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        onInput={onInput}
      />
    </label>
  )
}
