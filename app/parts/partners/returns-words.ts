/** What shoppers read about returns: the store's own period, then its policy; '' if it says neither. */
export function returnsWords({
  returnsDays,
  returnsPolicy,
}: {
  returnsDays: number | null
  returnsPolicy: string | null
}): string {
  const period = returnsDays === null ? '' : `Returns within ${returnsDays} ${returnsDays === 1 ? 'day' : 'days'}.`
  return [period, returnsPolicy].filter(Boolean).join(' ')
}
