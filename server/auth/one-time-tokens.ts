import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Prisma, TokenPurpose } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { appSecret } from '#server/platform/secrets.ts'

type Tx = Db | Prisma.TransactionClient

export const TOKEN_MINUTES: Readonly<Record<TokenPurpose, number>> = {
  sign_up: 24 * 60,
  verify_email: 24 * 60,
  change_email: 60,
  reset_password: 60,
  after_reset: 15,
  magic_link: 15,
  // How long a closed account is kept.
  account_export: 14 * 24 * 60,
}
/**
 * Attempts at the code of one email, from anywhere. The requesting browser has as many additional attempts, which
 * strangers cannot use up.
 */
const CODE_ATTEMPTS = 5

/** Returns the stored form of tokens and of the requesting browser's cookie: SHA-256 as hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
export const newToken = (): string => randomBytes(32).toString('base64url')

export const deadLink = () =>
  new AppError('bad_input', 'This link is no longer valid. Please request a new one.', { field: 'token' })
export const wrongCode = () => new AppError('bad_input', 'This code is wrong or has expired.', { field: 'code' })

export interface NewToken {
  purpose: TokenPurpose
  /**
   * Null if no account has the address. The row is written anyway, so that the request takes equally long. Only a
   * sign-up's token can be redeemed without a user.
   */
  userId: string | null
  /** The recipient. */
  email: string
  browserHash?: string
  data?: Prisma.InputJsonObject
  /** How long it works, if different from its purpose's default. */
  minutes?: number
}

/**
 * Creates a token for an email. Ends older ones for the same purpose, except those that only another browser can use
 * and those for a new password. Otherwise anyone could end the link that the owner has just received by requesting
 * another one.
 */
export async function issueToken(
  tx: Tx,
  { purpose, userId, email, browserHash, data = {}, minutes = TOKEN_MINUTES[purpose] }: NewToken,
): Promise<{ id: string; token: string }> {
  const id = newId()
  const token = newToken()
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  // Matches older tokens by address, which takes equally long for an unknown address. Matches changes of address by
  // user, because each request has a new address.
  const older = purpose === 'change_email' ? { userId } : { email, browserHash: browserHash ?? null }
  if (purpose !== 'reset_password')
    await tx.oneTimeToken.updateMany({ where: { purpose, usedAt: null, ...older }, data: { usedAt: new Date() } })
  await tx.oneTimeToken.create({
    data: {
      id,
      purpose,
      userId,
      email,
      tokenHash: hashToken(token),
      browserHash: browserHash ?? null,
      data,
      expiresAt,
    },
  })
  return { id, token }
}

/** Creates the 6-digit code that belongs to a token. */
export async function addTokenCode(tx: Tx, db: Db, tokenId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await tx.oneTimeToken.update({ where: { id: tokenId }, data: { codeHash: await hashCode(db, tokenId, code) } })
  return code
}

export interface Redeemed {
  userId: string
  email: string
  data: unknown
}

/** A sign-up has no account yet. */
export type RedeemedSignUp = Omit<Redeemed, 'userId'>

/**
 * Uses up a token. Of several simultaneous attempts, one succeeds.
 * @param only the user it must belong to, or the browser that must have requested it
 * @throws AppError bad_input if it is unknown, altered, used, expired or someone else's; it then stays unchanged
 */
export async function redeemToken(
  tx: Tx,
  purpose: TokenPurpose,
  token: string,
  only: { userId?: string; browserHash?: string } = {},
): Promise<Redeemed> {
  const [redeemed] = await tx.$queryRaw<Redeemed[]>`
    UPDATE one_time_tokens SET used_at = now()
    WHERE token_hash = ${hashToken(token)} AND purpose = ${purpose}::token_purpose AND used_at IS NULL AND expires_at > now() AND user_id IS NOT NULL
      AND (${only.userId ?? null}::uuid IS NULL OR user_id = ${only.userId ?? null}::uuid)
      AND (${only.browserHash ?? null}::text IS NULL OR browser_hash = ${only.browserHash ?? null}::text)
    RETURNING user_id AS "userId", email, data`
  if (!redeemed) throw deadLink()
  return redeemed
}

/** Returns the owner of a currently valid token, or null. Does not use it up. */
export async function peekToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
): Promise<{ userId: string; email: string } | null> {
  const found = await db.oneTimeToken.findFirst({
    where: { tokenHash: hashToken(token), purpose, usedAt: null, expiresAt: { gt: new Date() }, userId: { not: null } },
    select: { userId: true, email: true },
  })
  return found?.userId ? { userId: found.userId, email: found.email } : null
}

/**
 * Uses up a sign-up's token in the browser that requested it, and deletes the stored sign-up data. Otherwise works as
 * `redeemToken`.
 * @param given the token from the email, or the id of the token whose code was right
 */
export async function redeemSignUp(
  tx: Tx,
  browserHash: string | null,
  given: { token: string } | { id: string },
): Promise<RedeemedSignUp> {
  const usable = {
    purpose: 'sign_up',
    usedAt: null,
    expiresAt: { gt: new Date() },
    browserHash: browserHash ?? '',
    ...('id' in given ? given : { tokenHash: hashToken(given.token) }),
  } as const
  const found = await tx.oneTimeToken.findFirst({ where: usable, select: { id: true, email: true, data: true } })
  const { count } = found
    ? await tx.oneTimeToken.updateMany({ where: { ...usable, id: found.id }, data: { usedAt: new Date(), data: {} } })
    : { count: 0 }
  if (!found || count === 0) throw deadLink()
  return found
}

/** Whether a token would create an account in the browser that requested it. */
export async function waitsForSignUp(db: Db, token: string): Promise<boolean> {
  return (
    (await db.oneTimeToken.count({
      where: { tokenHash: hashToken(token), purpose: 'sign_up', usedAt: null, expiresAt: { gt: new Date() } },
    })) > 0
  )
}

/**
 * Uses up the newest sign-in link of an address by its code: the newest that this browser has requested, or else the
 * newest of all. Every attempt counts, also simultaneous ones. After five (ten in the browser that requested it) the
 * code no longer works, only the link does.
 * @throws AppError bad_input, the same for every reason
 */
export async function redeemCode(db: Db, email: string, code: string, browserHash: string | null): Promise<Redeemed> {
  const [tried] = await db.$queryRaw<Tried[]>`
    UPDATE one_time_tokens SET attempts = attempts + 1
    WHERE id = (
        SELECT id FROM one_time_tokens WHERE email = ${email} AND purpose = 'magic_link' AND used_at IS NULL AND expires_at > now() AND code_hash IS NOT NULL
        ORDER BY browser_hash IS NOT DISTINCT FROM ${browserHash}::text DESC, created_at DESC, id DESC LIMIT 1)
      AND attempts < CASE WHEN browser_hash = ${browserHash}::text THEN ${2 * CODE_ATTEMPTS}::int ELSE ${CODE_ATTEMPTS}::int END
    RETURNING id, code_hash AS "codeHash"`
  const id = await rightCode(db, tried, code)
  const [redeemed] = await db.$queryRaw<Redeemed[]>`
    UPDATE one_time_tokens SET used_at = now() WHERE id = ${id}::uuid AND used_at IS NULL AND user_id IS NOT NULL RETURNING user_id AS "userId", email, data`
  if (!redeemed) throw wrongCode()
  return redeemed
}

/**
 * Counts and checks an attempt at the code of a sign-up's token. After five attempts only the link works.
 * @param id of the token, from the browser's own cookie
 * @throws AppError bad_input, the same for every reason
 */
export async function trySignUpCode(db: Db, id: string, code: string): Promise<void> {
  const [tried] = await db.$queryRaw<Tried[]>`
    UPDATE one_time_tokens SET attempts = attempts + 1
    WHERE id = ${id}::uuid AND purpose = 'sign_up' AND used_at IS NULL AND expires_at > now() AND code_hash IS NOT NULL AND attempts < ${CODE_ATTEMPTS}
    RETURNING id, code_hash AS "codeHash"`
  await rightCode(db, tried, code)
}

/**
 * Ends all emailed links and personal tokens of an account, and sign-ins that still wait for the second factor. Call it
 * when sessions are ended because someone else may have had access.
 */
export async function endTokens(tx: Tx, userId: string): Promise<void> {
  await endAccess(tx, userId)
  // A sign-up's token has no user until it is redeemed, but would open the account with its address. So match by
  // address.
  await tx.$executeRaw`
    UPDATE one_time_tokens SET used_at = now()
    WHERE used_at IS NULL AND (user_id = ${userId}::uuid OR (purpose = 'sign_up' AND email = (SELECT u.email FROM users u WHERE u.id = ${userId}::uuid)))`
}

/** Like `endTokens`, but keeps emailed links. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  await tx.unfinishedSignIn.deleteMany({ where: { userId } })
  await tx.personalToken.deleteMany({ where: { userId } })
}

interface Tried {
  id: string
  codeHash: string
}

async function rightCode(db: Db, tried: Tried | undefined, code: string): Promise<string> {
  const expected = await hashCode(db, tried?.id ?? '', code)
  if (!tried || !timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(tried.codeHash, 'hex'))) throw wrongCode()
  return tried.id
}

async function hashCode(db: Db, tokenId: string, code: string): Promise<string> {
  return createHmac('sha256', await appSecret(db, 'magic-code'))
    .update(`${tokenId}:${code}`)
    .digest('hex')
}
