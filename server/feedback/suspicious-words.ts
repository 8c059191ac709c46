/** A part of a review that an administrator should check, and why. A suspicion decides nothing. */
export interface Suspicion {
  kind:
    | 'refused'
    | 'same_words'
    | 'burst'
    | 'new_account'
    | 'own_staff'
    | 'same_browser'
    | 'link'
    | 'code'
    | 'contact'
    | 'capitals'
  detail: string
}

const LINK =
  /(?:https?:\/\/|www\.)\S{1,60}|\b[a-z0-9-]{2,63}\.(?:com|net|org|info|biz|shop|store|online|site|xyz|io|app|link|top|club|co\.uk)\b(?:\/\S{0,60})?|\b\w{2,40}\s(?:dot|\(dot\)|\[dot\])\s(?:com|net|org|shop)\b/iu
const CODE =
  /\b(?:code|coupon|voucher|promo)\b[\s:"'“”‘’-]{1,4}(?=[A-Z0-9-]*[A-Z])([A-Z0-9][A-Z0-9-]{3,19})\b|\b((?!SIZE|EUR|USD|GBP)[A-Z]{3,12}\d{2,4})\b/u
const KEYWORD = /\b(code|coupon|voucher|promo)\b/giu
const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}/iu
const PHONE = /(?:\+|\b00?)[1-9][\d\s().-]{6,18}\d\b/u

/** Texts with fewer letters are not checked for capitals. */
const MIN_LETTERS = 20
const SHOUTED = 0.7

/** Finds what our policy forbids in the words of a review: links, codes, contact details and shouting. */
export function suspectWords(title: string, comment: string): Suspicion[] {
  const text = `${title}\n${comment}`
  const found: Suspicion[] = []
  const address = ADDRESS.exec(text)
  const link = LINK.exec(address ? text.replaceAll(address[0], ' ') : text)
  if (link) found.push({ kind: 'link', detail: `Contains a link: ${link[0]}` })
  const code = CODE.exec(text.replace(KEYWORD, (word) => word.toLowerCase()))
  if (code) found.push({ kind: 'code', detail: `Mentions a code: ${code[1] ?? code[2]}` })
  if (address) found.push({ kind: 'contact', detail: `Contains an email address: ${address[0]}` })
  const phone = PHONE.exec(text)
  if (phone) found.push({ kind: 'contact', detail: `Contains a phone number: ${phone[0]}` })
  const letters = text.match(/\p{Lu}|\p{Ll}/gu) ?? []
  const large = letters.filter((letter) => /\p{Lu}/u.test(letter)).length
  if (letters.length >= MIN_LETTERS && large / letters.length >= SHOUTED)
    found.push({ kind: 'capitals', detail: 'Written in capitals' })
  return found
}

/** The number of characters compared, from the beginning of a text. */
export const MAX_COMPARED = 1_000
/** Shorter texts match by coincidence: 'Fits well, lovely colour.' */
const MIN_COMPARED = 24
const ALIKE = 0.7

/**
 * Returns all sequences of three characters in the text's letters and digits, in lower case; null for a text that is
 * too short to be compared.
 */
export function wordPieces(text: string): ReadonlySet<string> | null {
  const plain = text
    .slice(0, MAX_COMPARED)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  if (plain.length < MIN_COMPARED) return null
  return new Set(Array.from({ length: plain.length - 2 }, (_, at) => plain.slice(at, at + 3)))
}

/**
 * Returns the similarity of two texts from 0 to 1, by Jaccard's index (common pieces divided by all pieces). Returns
 * values below 0.7 as 0, because reviews of the same coat share many words.
 */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one]
  if (few.size < ALIKE * many.size) return 0
  let shared = 0
  for (const piece of few) if (many.has(piece)) shared++
  const share = shared / (few.size + many.size - shared)
  return share >= ALIKE ? share : 0
}
