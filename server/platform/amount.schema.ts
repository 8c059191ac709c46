import { decimalsOf, toMinor } from './money.schema.ts'

/** Why a text is not an amount in a currency. */
export type AmountProblem =
  | { kind: 'no amount' }
  | { kind: 'negative' }
  /** `given`: the currency in the text, 'EUR' or '$'. */
  | { kind: 'foreign'; given: string }
  /** `either`: the two possible readings, in an unambiguous notation. */
  | { kind: 'ambiguous'; either: [string, string] }
  | { kind: 'decimals' }

const DOLLARS =
  'USD CAD AUD NZD SGD HKD TWD MXN CLP COP ARS BSD BBD BZD BND FJD KYD TTD XCD LRD NAD SRD GYD UYU DOP JMD'
/** Currency symbols, in lower case and without a full stop at the end. The first code is the usual one. */
const MARKS: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['€ euro euros', 'EUR'],
      ['£ pound pounds', 'GBP EGP GIP FKP SHP LBP SYP'],
      ['$ dollar dollars', DOLLARS],
      ['us$ u$s u.s.$', 'USD'],
      ['ca$ c$ can$', 'CAD'],
      ['a$ au$', 'AUD'],
      ['nz$', 'NZD'],
      ['s$ sg$', 'SGD'],
      ['hk$', 'HKD'],
      ['nt$', 'TWD'],
      ['mx$', 'MXN'],
      ['r$', 'BRL'],
      ['¥ ￥', 'JPY CNY'],
      ['円', 'JPY'],
      ['元', 'CNY TWD HKD'],
      ['rmb', 'CNY'],
      ['kr', 'SEK NOK DKK ISK'],
      ['rs re rupees', 'INR PKR LKR NPR MUR SCR'],
      ['₹', 'INR'],
      ['zł zl', 'PLN'],
      ['kč', 'CZK'],
      ['ft', 'HUF'],
      ['lei', 'RON MDL'],
      ['лв', 'BGN'],
      ['₺ tl', 'TRY'],
      ['₽ руб', 'RUB'],
      ['₴ грн', 'UAH'],
      ['₪', 'ILS'],
      ['₩ 원', 'KRW'],
      ['฿', 'THB'],
      ['₫ đ', 'VND'],
      ['₱', 'PHP'],
      ['₦', 'NGN'],
      ['r', 'ZAR'],
      ['rm', 'MYR'],
      ['rp', 'IDR'],
      ['fr sfr', 'CHF'],
      ['kd د.ك', 'KWD'],
      ['bd د.ب', 'BHD'],
      ['dt د.ت', 'TND'],
      ['dhs dh د.إ', 'AED MAD'],
      ['sr ر.س', 'SAR'],
      ['﷼', 'SAR QAR OMR YER IRR'],
      ['৳', 'BDT'],
      ['₸', 'KZT'],
    ] as const
  ).flatMap(([marks, codes]) => marks.split(' ').map((mark) => [mark, codes.split(' ')] as const)),
)
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** Countries that group digits as 1,49,900. */
const LAKHS: ReadonlySet<string> = new Set(['INR', 'PKR', 'BDT', 'NPR', 'LKR'])

/**
 * Longer texts are no amounts. A cell of a file may have 2 million characters, and the patterns take quadratic time.
 */
export const LONGEST_AMOUNT = 100

/**
 * Parses an amount as people and systems write it: '1,090.00', '1.090,00 €', 'Rs. 1,49,900', '12.345 KWD'. The currency
 * decides which character separates decimals. If two readings remain, the amount is ambiguous.
 * @param currency of the amount, ISO 4217. A different one in the text is a problem
 */
export function parseAmount(text: string, currency: string): { minor: bigint } | AmountProblem {
  if (text.length > LONGEST_AMOUNT) return { kind: 'no amount' }
  const [, before = '', body = '', after = ''] =
    /^([^\d+-]*)([+-]?\d[^\p{L}\p{Sc}]*?)([\p{Z}]*[\p{L}\p{Sc}][^\d]*|\p{Z}*)$/u.exec(text.trim()) ?? []
  if (body === '') return { kind: /^\D{0,3}-\s?\D{0,3}\d/.test(text.trim()) ? 'negative' : 'no amount' }
  for (const mark of [before, after]) {
    const codes = codesOf(mark)
    if (!codes) return { kind: 'no amount' }
    if (codes.length && !codes.includes(currency))
      return { kind: 'foreign', given: codes.length === 1 ? (codes[0] ?? '') : mark.trim() }
  }
  if (body.startsWith('-')) return { kind: 'negative' }
  return parseDigits(
    body
      .replace(/^\+/, '')
      .replace(/[.,]\s?[-–—]+$/, '')
      .trim(),
    currency,
  )
}

/** Returns the currencies of a symbol: empty if there is no symbol, null if it is not a currency. */
function codesOf(mark: string): readonly string[] | null {
  const plain = mark.replace(/[\p{Z}\s]+/gu, '').replace(/\.$/, '')
  if (plain === '') return []
  const known = MARKS.get(plain.toLowerCase())
  if (known) return known
  const code = plain.toUpperCase()
  if (CODES.has(code)) return [code]
  // A code and a symbol, in either order: 'USD$', '€EUR'.
  const [, first = '', second = ''] = /^(\p{L}{3})(\p{Sc})$/u.exec(plain) ?? /^(\p{Sc})(\p{L}{3})$/u.exec(plain) ?? []
  return first === '' ? null : (codesOf(first) ?? []).filter((one) => (codesOf(second) ?? []).includes(one))
}

function parseDigits(body: string, currency: string): { minor: bigint } | AmountProblem {
  const decimals = decimalsOf(currency)
  // All spaces and apostrophes group digits, in any of their forms.
  const text = body.replace(/[\p{Z}'’`]/gu, '_')
  const [, only = '', mark = '', three = ''] = /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(text) ?? []
  if (three !== '') {
    if (decimals === 0 || (decimals === 2 && mark === ',')) return amountOf(only + three, '', currency)
    if (decimals === 3 && mark === '.') return amountOf(only, three, currency)
    return { kind: 'ambiguous', either: [`${only}.${three.replace(/0$/, '')}`, only + three] }
  }
  const [, units = '', , fraction = ''] = /^(\d+)(?:([.,])(\d+))?$/.exec(text) ?? []
  if (units !== '') return amountOf(units, fraction, currency)
  const western = /^(\d{1,3})((?:_\d{3})+|(?:\.\d{3})+|(?:,\d{3})+)(?:([.,])(\d+))?$/.exec(text)
  const indian = LAKHS.has(currency) ? /^(\d{1,2})((?:,\d{2})+,\d{3})(?:(\.)(\d+))?$/.exec(text) : null
  const [, first = '', groups = '', point = '', rest = ''] = western ?? indian ?? []
  if (first === '' || groups.startsWith(point || ' ')) return { kind: 'no amount' }
  return amountOf(first + groups.replace(/\D/g, ''), rest, currency)
}

function amountOf(units: string, fraction: string, currency: string): { minor: bigint } | AmountProblem {
  const exact = fraction.replace(/0+$/, '')
  const minor = toMinor(units.slice(0, 40) + (exact && `.${exact}`), currency)
  return minor === null ? { kind: 'decimals' } : { minor }
}

/** Returns the amount in minor units; null for anything that `parseAmount` does not accept. */
export function parseAmountOrNull(text: string, currency: string): bigint | null {
  const read = parseAmount(text, currency)
  return 'minor' in read ? read.minor : null
}
