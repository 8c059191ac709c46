import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '#server/platform/errors.ts'

/** OWASP's for argon2id (which is the package's own choice of algorithm): 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const ARGON2ID = 2

/** Of libuv's four threads, which also read files and look names up: pictures and new database connections must not wait behind a crowd that signs in. */
const AT_ONCE = 2
const MAX_WAITING = 500
let running = 0
const waiting: Array<() => void> = []

/** What is compared where there is no account or no password: the work, and so the time, is the same. */
const nobodysHash = hash(randomBytes(32), COST)

/** In PHC format. The same password typed on another keyboard layout is the same text. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFKC'), COST))

/** `stored` null: there is none, which takes as long to find out as a wrong one. @throws AppError unavailable when hundreds wait already. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await nobodysHash)
  const isRight = await inTurn(() => verify(compared, password.normalize('NFKC')))
  return isRight && stored !== null
}

/** True for a hash that was made at another cost than today's. */
export function needsRehash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored)
  return Number(algorithm) !== ARGON2ID || memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism
}

let commonPasswords: Promise<Set<string>> | null = null

/**
 * Refuses what others try first. The rule of length and characters is the schema's.
 * @throws AppError bad_input at the field 'password'.
 */
export async function assertNotGuessable(password: string, email: string): Promise<void> {
  const plain = password.normalize('NFKC').toLowerCase()
  commonPasswords ??= readCommonPasswords()
  if ((await commonPasswords).has(plain)) {
    throw new AppError('bad_input', 'This password is one of the most common ones, which attackers try first. Three or four unrelated words with a number are hard to guess.', { field: 'password' })
  }
  const name = lettersOf(email.split('@')[0] ?? '')
  if (plain === email || (name.length >= 3 && lettersOf(plain) === name)) {
    throw new AppError('bad_input', 'This password is your email address in disguise. Please choose one that has nothing to do with it.', { field: 'password' })
  }
}

/** @throws AppError unavailable when hundreds wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new AppError('unavailable', 'Too many people are signing in right now. Please try again in a moment.')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    // Whoever waits takes the place over, so that nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]+/gu, '')

async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // The others break the rule anyway.
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 8 && /\d/.test(password)))
}
