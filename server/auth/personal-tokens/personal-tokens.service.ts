import { createHash, randomBytes } from 'node:crypto'
import { areDemoAccountsOn } from '#server/auth/demo-accounts.ts'
import { lockOwnAccount } from '#server/auth/lock-account.ts'
import { assertRecentProof } from '#server/auth/recent-proof.ts'
import { personalTokenCreated } from '#server/mail/account-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { MAX_PERSONAL_TOKENS, type CreateTokenInput, type TokenInput } from './personal-tokens.schema.ts'
import type { TokenScope } from './token-scopes.schema.ts'

type Asking = Pick<SignedInAsk, 'db' | 'viewer' | 'visit'>

const TOKEN_BYTES = 32
const HINT_CHARACTERS = 9
/** Minimum time between two updates of a token's last use. */
const NOTED_EVERY_MS = 60_000
/** The format of personal tokens. */
export const PERSONAL_TOKEN = /^wtfp_[\w-]{43}$/

/** Lists the viewer's tokens, the newest first, with when they were last used. Expired ones stay listed for a month. */
export const listTokens = ({ db, viewer }: Pick<Asking, 'db' | 'viewer'>) =>
  db.personalToken.findMany({
    where: { userId: viewer.userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, name: true, scopes: true, hint: true, createdAt: true, lastUsedAt: true, expiresAt: true },
  })

/**
 * Creates a token. `token` is shown once, because only its hash is stored. The owner gets an email.
 * @throws AppError forbidden at 'recent-proof', or if the address is unproven; too_many; unauthorized if the session
 * has ended
 */
export async function createToken(
  { db, viewer, visit }: Asking,
  { name, scopes: chosen, days }: CreateTokenInput,
  now = new Date(),
) {
  const { userId } = viewer
  assertRecentProof(viewer, now)
  if (!viewer.isEmailVerified) throw new AppError('forbidden', 'Please confirm your email address first.')
  const id = newId()
  const scopes = [...new Set(chosen)]
  const token = `wtfp_${randomBytes(TOKEN_BYTES).toString('base64url')}`
  const expiresAt = new Date(now.getTime() + days * DAY_MS)
  await db.$transaction(async (tx) => {
    // Counts simultaneous requests one after the other.
    await lockOwnAccount(tx, viewer)
    if ((await tx.personalToken.count({ where: { userId, expiresAt: { gt: now } } })) >= MAX_PERSONAL_TOKENS)
      throw new AppError(
        'too_many',
        `You can have up to ${MAX_PERSONAL_TOKENS} tokens. Revoke one that you no longer use.`,
      )
    await tx.personalToken.create({
      data: { id, userId, name, scopes, expiresAt, tokenHash: hashToken(token), hint: token.slice(0, HINT_CHARACTERS) },
    })
    await queueMail(tx, {
      to: viewer.email,
      ...personalTokenCreated({ siteUrl: visit.siteUrl, name: viewer.fullName, tokenName: name, expiresAt }),
    })
    const note = { tokenId: id, scopes, days }
    await writeAudit(
      db,
      visit,
      { actorId: userId, action: 'personal_token_created', subjectId: userId, data: note },
      tx,
    )
  })
  return { tokenId: id, name, scopes, expiresAt, token }
}

/** Deletes a token, so that calls with it are refused. @throws AppError not_found */
export async function revokeToken({ db, viewer, visit }: Asking, { tokenId }: TokenInput): Promise<void> {
  const { userId } = viewer
  await db.$transaction(async (tx) => {
    const { count } = await tx.personalToken.deleteMany({ where: { id: tokenId, userId } })
    if (!count) throw new AppError('not_found', 'Token not found.')
    const data = { tokenId }
    await writeAudit(db, visit, { actorId: userId, action: 'personal_token_revoked', subjectId: userId, data }, tx)
  })
}

const hashToken = (token: string) => Uint8Array.from(createHash('sha256').update(token).digest())

/** The person that a call with a token acts for. */
export interface TokenHolder {
  userId: string
  scopes: readonly TokenScope[]
}

/** @returns null if the token does not exist or has expired, or if its owner cannot sign in */
export async function findTokenHolder(db: Db, token: string, now = new Date()): Promise<TokenHolder | null> {
  const found = await db.personalToken.findUnique({
    where: {
      tokenHash: hashToken(token),
      expiresAt: { gt: now },
      user: {
        suspendedAt: null,
        deletionRequestedAt: null,
        ...(!areDemoAccountsOn() && { isDemo: false }),
      },
    },
    select: { id: true, userId: true, scopes: true, lastUsedAt: true },
  })
  if (!found) return null
  const { id, userId, scopes, lastUsedAt } = found
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= NOTED_EVERY_MS)
    await db.personalToken.updateMany({ where: { id }, data: { lastUsedAt: now } })
  return { userId, scopes: scopes as TokenScope[] }
}
