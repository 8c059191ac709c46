/** The author's name for texts of deleted accounts. */
export const FORMER_CUSTOMER = 'Former customer'
const NAMELESS = 'Customer'
const MAX_LENGTH = 40

/**
 * Returns first name and initial, 'Ada B.'. That is all that other people see of a shopper. If an address or a link was
 * typed as a name, returns 'Customer'.
 */
export function shortName(name: string): string {
  if (name === FORMER_CUSTOMER) return name
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (/[@/\\:<>]|\.\S/u.test(plain)) return NAMELESS
  const [first = '', ...others] = plain.split(/[\s_]+/u)
  const [initial] = others.at(-1) ?? ''
  return [...(initial ? `${first} ${initial.toUpperCase()}.` : first)].slice(0, MAX_LENGTH).join('')
}
