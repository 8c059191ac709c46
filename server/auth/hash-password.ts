import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '#server/platform/errors.ts'

/** OWASP's values for argon2id (the package's default algorithm): 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const ARGON2ID = 2

/**
 * Hashing runs on libuv's four threads, which also read files and resolve names. Two stay free, so pictures and new
 * database connections do not wait while many people sign in.
 */
const AT_ONCE = 2
const MAX_WAITING = 500
let running = 0
const waiting: Array<() => void> = []

/** The hash to verify if there is no account or no password, so that the work and the time are the same. */
const decoyHash = hash(randomBytes(32), COST)

/** Returns the hash in PHC format. NFKC gives the same text for the same password on different keyboards. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFKC'), COST))

/**
 * Verifies a password. `stored` is null for an account without a password, which takes as long as a wrong password.
 * @throws AppError unavailable if hundreds are waiting already
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await decoyHash)
  const isRight = await inTurn(() => verify(compared, password.normalize('NFKC')))
  return isRight && stored !== null
}

/** Whether the hash was made with different parameters from today's. */
export function needsRehash(stored: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(stored)
  return (
    Number(algorithm) !== ARGON2ID ||
    memoryCost !== COST.memoryCost ||
    timeCost !== COST.timeCost ||
    parallelism !== COST.parallelism
  )
}

/** @throws AppError unavailable if hundreds are already waiting */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new AppError('unavailable', 'Too many people are signing in right now. Please try again in a moment.')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    // Hands the slot to the next in line, so that a new request cannot jump the queue.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
