/** Formats a duration: '12 s', '3 min', '2 h', '5 days'. */
export function seconds(count: number): string {
  if (count < 120) return `${count < 10 ? Number(count.toFixed(1)) : Math.round(count)} s`
  if (count < 7200) return `${Math.round(count / 60)} min`
  return count < 172_800 ? `${Math.round(count / 3600)} h` : `${Math.round(count / 86_400)} days`
}
