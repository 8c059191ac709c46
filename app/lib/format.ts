// Made once: making one takes longer than a hundred uses.
const countFormat = new Intl.NumberFormat('en-US')
const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const moneyFormats = new Map<string, { format: Intl.NumberFormat; unit: number }>()

function moneyFormat(currency: string): { format: Intl.NumberFormat; unit: number } {
  let known = moneyFormats.get(currency)
  if (!known) {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    known = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) }
    moneyFormats.set(currency, known)
  }
  return known
}

/** An amount in minor units as people write it: 4500, 'GBP' -> '£45.00'. */
export function formatMoney(minor: number, currency: string): string {
  const { format, unit } = moneyFormat(currency)
  return format.format(minor / unit)
}

/** 4500, 'GBP' -> 45; by the currency's own number of decimals. */
export function toMajor(minor: number, currency: string): number {
  return minor / moneyFormat(currency).unit
}

/** Whole percent taken off, at least 1, or null when it is not on sale. */
export function discountPercent(priceMinor: number, originalPriceMinor: number | null): number | null {
  if (originalPriceMinor === null || originalPriceMinor <= priceMinor) return null
  return Math.max(1, Math.round((1 - priceMinor / originalPriceMinor) * 100))
}

export function formatCount(count: number): string {
  return countFormat.format(count)
}

export function formatDate(date: Date): string {
  return dateFormat.format(date)
}

/** In the largest unit that gives at least one: 3221225472 -> '3 GB', 157286400 -> '150 MB'. */
export function formatBytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${countFormat.format(Math.round(bytes / 2 ** 30 * 10) / 10)} GB` : `${countFormat.format(Math.floor(bytes / 2 ** 20))} MB`
}
