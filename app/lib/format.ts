const formatters = new Map<string, Intl.NumberFormat>()

function moneyFormat(currency: string): Intl.NumberFormat {
  const format = formatters.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formatters.set(currency, format)
  return format
}

/** An amount in minor units as people write it: 4500, 'GBP' -> '£45.00'. */
export function formatMoney(minor: number, currency: string): string {
  const format = moneyFormat(currency)
  return format.format(toMajor(minor, currency))
}

/** 4500, 'GBP' -> 45; by the currency's own number of decimals. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** (moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2)
}

/** Whole percent taken off, at least 1, or null when it is not on sale. */
export function discountPercent(priceMinor: number, originalPriceMinor: number | null): number | null {
  if (originalPriceMinor === null || originalPriceMinor <= priceMinor) return null
  return Math.max(1, Math.round((1 - priceMinor / originalPriceMinor) * 100))
}

export function formatCount(count: number): string {
  return new Intl.NumberFormat('en-US').format(count)
}

export function formatDate(date: Date): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date)
}
