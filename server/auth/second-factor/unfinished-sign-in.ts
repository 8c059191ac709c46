import type { Prisma } from '#prisma/generated/client.ts'
import { hashToken, newToken } from '#server/auth/one-time-tokens.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Db } from '#server/platform/db.ts'
import type { Ask } from '#server/platform/ask.ts'

/** A sign-in with a proven first factor that still needs the second. */
export interface UnfinishedSignIn {
  id: string
  userId: string
  /** How the first factor was proven; '' if unknown. */
  method: string
  isRemembered: boolean
  redirectTo: string
  user: { email: string }
}

const LIFE_MINUTES = 10
/** Codes that may be tried after one proof of the first factor. */
export const CODES_PER_SIGN_IN = 5
/** The message for people who enter a code too late. */
export const TOO_LATE = 'Signing in took too long. Please start again.'

const cookieName = (visit: Visit): string => (visit.siteIsHttps ? '__Host-wtf_second_step' : 'wtf_second_step')
const setCookie = (visit: Visit, value: string, seconds: number): void =>
  visit.setCookie(
    `${cookieName(visit)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${visit.siteIsHttps ? '; Secure' : ''}`,
  )

/** Remembers for 10 minutes that this browser has proven the account's first factor. */
export async function keepUnfinished(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  given: Omit<UnfinishedSignIn, 'id' | 'user'>,
  now: Date,
): Promise<void> {
  const token = newToken()
  await db.unfinishedSignIn.create({
    data: {
      ...given,
      id: hashToken(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFE_MINUTES * 60_000),
    },
  })
  setCookie(visit, token, LIFE_MINUTES * 60)
}

/** Finds this browser's sign-in that waits for its second factor; null if there is none or it has expired. */
export async function findUnfinishedSignIn(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  now: Date,
): Promise<UnfinishedSignIn | null> {
  const token = visit.cookie(cookieName(visit))
  if (!token) return null
  return db.unfinishedSignIn.findFirst({
    where: { ...open(now), id: hashToken(token) },
    select: {
      id: true,
      userId: true,
      method: true,
      isRemembered: true,
      redirectTo: true,
      user: { select: { email: true } },
    },
  })
}

/**
 * Counts an attempt. @returns how many are left after it; null if none was left. Counts simultaneous attempts correctly
 */
export async function spendTry(db: Db, id: string, now: Date): Promise<number | null> {
  const [tried] = await db.unfinishedSignIn.updateManyAndReturn({
    where: { ...open(now), id },
    data: { attempts: { increment: 1 } },
    select: { attempts: true },
  })
  return tried ? CODES_PER_SIGN_IN - tried.attempts : null
}

/** Ends the sign-in. @returns false if it had ended before */
export async function endUnfinished(db: Db | Prisma.TransactionClient, id: string): Promise<boolean> {
  return (await db.unfinishedSignIn.deleteMany({ where: { id } })).count > 0
}

/** Removes the cookie from this browser. */
export const forgetUnfinished = (visit: Visit): void => setCookie(visit, '', 0)

const open = (now: Date) => ({ expiresAt: { gt: now }, attempts: { lt: CODES_PER_SIGN_IN } })
