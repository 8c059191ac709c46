import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { parseToken, signToken } from '#server/platform/signed-token.ts'

const OF_ONE = 'one search'
const OF_ALL = 'all searches'
const keyOf = (db: Db): Promise<Buffer> => appSecret(db, 'new-in')

/** Returns the path of the page that stops emails about one saved search without a sign-in. The link never expires. */
export const leaveSearchPath = async (db: Db, searchId: string): Promise<string> =>
  pathOf(await keyOf(db), OF_ONE, searchId)

/** Returns the path of the page that stops emails about all saved searches of an account. */
export const leaveAllPath = async (db: Db, userId: string): Promise<string> => pathOf(await keyOf(db), OF_ALL, userId)

const pathOf = (key: Buffer, purpose: string, id: string) => `/new-in/unsubscribe?token=${signToken(key, purpose, id)}`

/** The subject of an unsubscribe link: emails about one saved search, or about all. */
interface Leaving {
  /** The search's name; null for all searches, and for one that no longer exists. */
  name: string | null
  isOfOne: boolean
}

/** Returns what the link would stop; null if it is invalid. */
export async function findLeaving(db: Db, token: string): Promise<Leaving | null> {
  const proof = await findUnsubscribeProof(db, token)
  if (!proof) return null
  if (!proof.isOfOne) return { name: null, isOfOne: false }
  const search = await db.savedSearch.findUnique({ where: { id: proof.id }, select: { name: true } })
  return { name: search?.name ?? null, isOfOne: true }
}

/**
 * Stops the emails that the token belongs to. The searches and their finds stay. Repeating it changes nothing, and
 * deleted accounts and searches get no emails either.
 * @throws AppError bad_input at `token` if the link is invalid
 */
export async function leaveMails(db: Db, token: string): Promise<Leaving & { isOff: true }> {
  const proof = await findUnsubscribeProof(db, token)
  if (!proof)
    throw new AppError('bad_input', 'This link is not valid. Open it from the email again.', { field: 'token' })
  await db.savedSearch.updateMany({
    where: proof.isOfOne ? { id: proof.id } : { userId: proof.id },
    data: { mails: 'off' },
  })
  return { ...((await findLeaving(db, token)) ?? { name: null, isOfOne: proof.isOfOne }), isOff: true }
}

async function findUnsubscribeProof(db: Db, token: string): Promise<{ id: string; isOfOne: boolean } | null> {
  const key = await keyOf(db)
  const one = parseToken(key, OF_ONE, token)
  if (one) return { id: one.id, isOfOne: true }
  const all = parseToken(key, OF_ALL, token)
  return all && { id: all.id, isOfOne: false }
}
