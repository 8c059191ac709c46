import { formatMoney, unitOf } from '#server/platform/money.schema.ts'

export { formatBytes } from '#server/platform/file-size.schema.ts'
export { formatMoney } from '#server/platform/money.schema.ts'

// Created once, because creating a format is slow.
const axisFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const countFormat = new Intl.NumberFormat('en-US')
const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Converts minor units with the currency's number of decimals: 4500, 'GBP' -> 45. */
export function toMajor(minor: number, currency: string): number {
  return minor / unitOf(currency)
}

/** Returns the discount in whole percent, at least 1; null if the product is not on sale. */
export function discountPercent(priceMinor: number, originalPriceMinor?: number | null): number | null {
  if (originalPriceMinor === null || originalPriceMinor === undefined || originalPriceMinor <= priceMinor) return null
  return Math.max(1, Math.round((1 - priceMinor / originalPriceMinor) * 100))
}

/** Shortens amounts from 10,000 units: '£12.4k'. Show the exact amount nearby. */
export function formatShortMoney(minor: bigint | number, currency: string): string {
  if (Number(minor) < 10_000 * unitOf(currency)) return formatMoney(minor, currency)
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  return format.format(Number(minor) / unitOf(currency)).replace('K', 'k')
}

/** Formats an amount on an axis: '$500', '$2k'. */
export function formatAxisMoney(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  return format.format(minor / unitOf(currency)).replace('K', 'k')
}

/** Formats a count on an axis: '500', '2k'. */
export const formatAxisCount = (count: number): string => axisFormat.format(count).replace('K', 'k')

/** Formats a count with its noun: 1, 'click' -> '1 click'; 1234 -> '1,234 clicks'. */
export const plural = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

export const formatProducts = (count: number): string => plural(count, 'product')

/** Formats a number of results: '1 product found', '1,234 products found'. */
export const formatFound = (total: number): string => `${formatProducts(total)} found`

export function formatCount(count: number): string {
  return countFormat.format(count)
}

export function formatDate(date: Date): string {
  return dateFormat.format(date)
}
