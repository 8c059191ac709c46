import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** Names that our pages and emails use. */
const SITE_NAME = 'wtf'
/** The minimum length of a password after removing words about its owner. */
const MIN_LEFT = 8
const MIN_WORD = 3
/** Digits and punctuation around a leaked password do not make it a new one: 'Charlotte2024!'. */
const MAX_AROUND = 6
const MIN_CORE = 4

/** Details of an account that attackers may know, besides its email address. */
export interface PasswordOwner {
  email: string
  /** The names of the person and their store, as typed. */
  names: readonly (string | null)[]
  /** The shop's origin. */
  siteUrl: string
}

/**
 * Refuses a new password that is known from breaches, or consists of words about its owner or this site. The schema
 * checks length and characters. Existing passwords are never checked.
 * @throws AppError bad_input at the field 'password'
 */
export async function assertNotGuessable(password: string, owner: PasswordOwner): Promise<void> {
  const plain = fold(password)
  if (await isLeaked(plain))
    throw new AppError(
      'bad_input',
      'This password is too common: it is in lists of leaked passwords, which attackers try first. Use three or four unrelated words and a number instead.',
      { field: 'password' },
    )
  const word = mainWord(plain, wordsAbout(owner))
  if (word !== undefined)
    throw new AppError(
      'bad_input',
      `This password is easy to guess: it is mostly “${word}”, from your name, your store, your email address or this site. Use three or four unrelated words and a number instead.`,
      { field: 'password' },
    )
}

/** Returns the names of an account and its stores, for `assertNotGuessable`. */
export async function listPersonalWords(db: Db, userId: string): Promise<string[]> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: {
      profile: { select: { fullName: true } },
      partners: { select: { businessName: true } },
      membership: { select: { partner: { select: { businessName: true } } } },
    },
  })
  if (!user) return []
  const { profile, partners, membership } = user
  return [
    profile?.fullName ?? '',
    ...partners.map(({ businessName }) => businessName),
    membership?.partner.businessName ?? '',
  ]
}

/** Removes capitals and accents, which people vary. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

const SIGNS = lookup({ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' })
/** Reverses common substitutions, as in 'P@ssw0rd'. '1' and '!' may stand for two letters. */
const spelledOut = (text: string): string[] => {
  const letters = text.replace(/[034557@$]/g, (sign) => SIGNS[sign] ?? sign)
  return [letters.replace(/[1!|]/g, 'i'), letters.replace(/[1!|]/g, 'l')]
}

async function isLeaked(plain: string): Promise<boolean> {
  leakedPasswords ??= parseLeakedPasswords()
  const leaked = await leakedPasswords
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isMostlyCore = core.length >= MIN_CORE && plain.length - core.length <= MAX_AROUND
  return [plain, ...spelledOut(plain), ...(isMostlyCore ? [core, ...spelledOut(core)] : [])].some((each) =>
    leaked.has(each),
  )
}

/** Includes complete names, since 'Velvet Hanger' is typed as 'VelvetHanger'. */
function wordsAbout({ email, names, siteUrl }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.split('@')
  const hosts = [domain, new URL(siteUrl).hostname].flatMap((host) => host.split('.').slice(0, -1))
  const words = [SITE_NAME, local, ...hosts, ...names].flatMap((text) => {
    const folded = fold(text ?? '')
    return [folded.replace(/[^\p{L}\p{N}]+/gu, ''), ...folded.split(/[^\p{L}\p{N}]+/u), ...folded.split(/[^\p{L}]+/u)]
  })
  return [...new Set(words)]
    .filter((word) => word.length >= MIN_WORD && /\p{L}/u.test(word))
    .toSorted((a, b) => b.length - a.length)
}

/** Returns the longest of the words if the password is too short without them; otherwise undefined. */
function mainWord(plain: string, words: readonly string[]): string | undefined {
  const joined = plain.replace(/[^\p{L}\p{N}]+/gu, '')
  for (const text of [plain, joined, ...spelledOut(joined)]) {
    const word = words.find((each) => text.includes(each))
    if (word !== undefined && words.reduce((left, each) => left.replaceAll(each, ''), text).length < MIN_LEFT)
      return word
  }
  return undefined
}

let leakedPasswords: Promise<Set<string>> | null = null

/**
 * Reads 49,000 passwords in lower case, the most frequent in breaches. About 17,900 have at least the 8 characters that
 * we require.
 */
async function parseLeakedPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
