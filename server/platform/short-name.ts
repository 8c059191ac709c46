/** Signs what somebody wrote whose account is gone. */
export const FORMER_CUSTOMER = 'Former customer'

/** First name and initial, 'Ada B.': of shoppers nobody else sees more. */
export function shortName(name: string): string {
  if (name === FORMER_CUSTOMER) return name
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = others.at(-1)
  return last ? `${first} ${last[0]?.toUpperCase()}.` : first
}
