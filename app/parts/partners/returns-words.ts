/** Returns the text about returns for shoppers: the store's period, then its policy; '' if it has neither. */
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
