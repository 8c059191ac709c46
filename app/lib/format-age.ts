const UNITS = [
  ['day', 24 * 3600_000],
  ['hour', 3600_000],
  ['minute', 60_000],
] as const

/** Formats the time since an event: '20 minutes ago'. */
export function formatAge(ms: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(ms / length)
    if (count >= 1) return `${count} ${unit}${count > 1 ? 's' : ''} ago`
  }
  return 'less than a minute ago'
}

/** Formats the time until an event, to the nearest unit: 'in 3 days'. */
export function formatUntil(ms: number): string {
  for (const [unit, length] of UNITS) {
    if (ms < length) continue
    const count = Math.round(ms / length)
    return `in ${count} ${unit}${count > 1 ? 's' : ''}`
  }
  return 'in less than a minute'
}
