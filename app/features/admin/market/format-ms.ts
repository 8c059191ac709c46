/** Formats milliseconds: 0.4 -> '<1 ms', 71.6 -> '72 ms', 2500 -> '2.5 s', null -> '-'. */
export function formatMs(ms: number | null): string {
  if (ms === null) return '-'
  if (ms < 1) return '<1 ms'
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}
