import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Viewer } from '#server/platform/viewer.ts'

// Each mark contains 128 random bits that never leave this process, so no other text can contain a mark. Otherwise a
// partner could write marks into its products, and we would fill in customers' email addresses there.
const mark = (letter: string) => letter + randomBytes(16).toString('hex')
const [BEGIN, NAMED, END] = [mark('b'), mark('n'), mark('e')]
/** Separates the states of a part. */
export const ELSE = mark('o')
const userId = randomUUID()
/** The placeholders for personal values. Each is unique on a page. */
export const PLACEHOLDERS = {
  name: mark('x'),
  email: mark('y'),
  userId,
  /** A valid time in milliseconds since 1970. */
  expiresAt: 8e15 + randomInt(2 ** 47),
  wishlistNews: 9e14 + randomInt(2 ** 46),
  /** More items than the badge can count, so it shows a text that appears nowhere else in its markup. */
  wishlistIds: Array.from({ length: 100 }, (_, n) => `${userId.slice(0, -3)}${String(n).padStart(3, '0')}`),
}
/** A personal part. Also matches the comments that React puts between our marks and adjacent text. */
export const PART = new RegExp(
  `(?:<!-- -->)?${BEGIN}([\\da-z-]*)${NAMED}(?:<!-- -->)?([^]*?)(?:<!-- -->)?${END}(?:<!-- -->)?`,
  'g',
)
const MARK = new RegExp([BEGIN, NAMED, ELSE, END].join('|'))
export const SCRIPT = /<script\b[^>]*>([\s\S]*?)<\/script>/g

/** The values that replace personal ones when a page is rendered for all customers. */
export interface Sample {
  wishlistIds: string[]
  wishlistNews: number
  marks: { begin: (of: string) => string; end: string }
}

const marks = { begin: (of: string) => BEGIN + of + NAMED, end: END }

/**
 * Returns three samples: without wishlist items, with all products of the page on the wishlist, and with news as well.
 */
export const samplesFor = (ids: readonly string[]): [Sample, Sample, Sample] => [
  { wishlistIds: [], wishlistNews: 0, marks },
  { wishlistIds: [...ids, ...PLACEHOLDERS.wishlistIds], wishlistNews: 0, marks },
  { wishlistIds: [...ids, ...PLACEHOLDERS.wishlistIds], wishlistNews: PLACEHOLDERS.wishlistNews, marks },
]

/** Returns a viewer that represents all customers for whom the page has the same markup. */
export function sampleViewer(viewer: Viewer): Viewer {
  return {
    ...viewer,
    userId: PLACEHOLDERS.userId,
    email: PLACEHOLDERS.email,
    fullName: viewer.fullName && PLACEHOLDERS.name,
    sessionId: '',
    expiresAt: new Date(PLACEHOLDERS.expiresAt),
    authenticatedAt: new Date(PLACEHOLDERS.expiresAt),
  }
}

/** Returns the personal properties that change a page's markup. */
export const traitsOf = ({ fullName, hasProfile, isEmailVerified, isRemembered, searchMode }: Viewer): string =>
  [fullName !== '', hasProfile, isEmailVerified, isRemembered, searchMode].join(' ')

/**
 * Merges three renderings into the page for all customers: the last rendering, with every state of each part.
 * @returns null if the renderings differ outside their parts, for example after a change, or if a mark is outside the
 *   known parts
 */
export function mergeSamples(renderings: readonly [string, string, string]): string | null {
  const [none, all, news] = renderings.map((html) => [...html.matchAll(PART)].map(([, , content = '']) => content))
  if (!none || !all || !news || none.length !== news.length || all.length !== news.length) return null
  if (MARK.test(renderings[2].replaceAll(PART, '') + news.join(''))) return null
  const outside = renderings.map((html) => html.replaceAll(PART, BEGIN).replaceAll(SCRIPT, ''))
  if (outside.some((html) => html !== outside[0])) return null
  let at = 0
  return renderings[2].replaceAll(PART, (_, of: string) => {
    const states = [none[at], all[at], news[at]]
    at++
    return BEGIN + of + NAMED + states.join(ELSE) + END
  })
}
