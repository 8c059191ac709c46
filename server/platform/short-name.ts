/** The author's name for texts of deleted accounts. */
export const FORMER_CUSTOMER = 'Former customer'
const NAMELESS = 'Customer'
const MOST = 40

/**
 * First name and initial, 'Ada B.': of shoppers nobody else sees more. An address or a link that was typed as a name is none: then it is 'Customer'.
 */
export function shortName(name: string): string {
  if (name === FORMER_CUSTOMER) return name
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (/[@/\\:<>]|\.\S/u.test(plain)) return NAMELESS
  const [first = '', ...others] = plain.split(/[\s_]+/u)
  const [initial] = others.at(-1) ?? ''
  return [...(initial ? `${first} ${initial.toUpperCase()}.` : first)].slice(0, MOST).join('')
}
