import { Cookie } from 'lucia'
import { Prisma } from '#prisma/generated/client.ts'
import { newDevice, recoveryCodeUsed, secondFactorGuessed } from '#server/mail/second-factor-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { writeAudit } from './audit.service.ts'
import { authConfig } from './auth-config.ts'
import { SECOND_FACTOR_PAGE, type SecondFactorInput } from './auth.schema.ts'
import { areDemoAccountsOn } from './demo-accounts.ts'
import { deviceName } from './device.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { lockAccount, lockOwnAccount } from './lock-account.ts'
import { hashSessionId, lifetimeOf, luciaFor, readingLucia } from './lucia.ts'
import { mailOwner } from './mail-owner.ts'
import { endTokens } from './one-time-tokens.ts'
import { countCode, countWrongCode, forgiveWrongCodes, hasSecondFactor, takeCode } from './second-factor/take-code.ts'
import { CODES_PER_SIGN_IN, endUnfinished, forgetUnfinished, keepUnfinished, readUnfinished, spendTry } from './second-factor/unfinished-sign-in.ts'
import { sessionCookieName, type Viewer, type Visit } from './viewer.ts'

/** Lucia's ids; anything else in the cookie is not worth a look into the database. */
const SESSION_ID = /^[a-z2-7]{40}$/

const TOO_LATE = 'Signing in took too long. Please start again.'
const KEPT = 'Welcome back. Your account will not be deleted.'

/** After so many wrong codes, in however many sign-ins, the owner is told: whoever types them has the first factor. */
const WRONG_CODES_TOLD = 5
/** Of one account. Nobody has more browsers; whoever signs in without end would make the list of them endless. */
const MOST_SESSIONS = 50

/** How somebody proved who they are. */
export type SignInMethod = 'password' | 'magic_link' | 'magic_code' | 'sign_up' | 'google' | 'apple'

/** Who asks, by one statement; null for nobody, and for a cookie that is unknown, expired or of a closed account. */
export async function readViewer(db: Db, visit: Visit): Promise<Viewer | null> {
  const secretId = sessionIdOf(visit)
  if (!secretId) return null
  const { session, user } = await readingLucia(db).validateSession(secretId)
  if (!session) return null
  return {
    userId: user.id,
    email: user.email,
    role: user.role,
    partner: user.partnerId && user.partnerStatus ? { id: user.partnerId, status: user.partnerStatus } : null,
    sessionId: hashSessionId(secretId),
    expiresAt: session.expiresAt,
    authenticatedAt: session.authenticatedAt,
    isRemembered: session.isRemembered,
    hasProfile: user.fullName !== null,
    fullName: user.fullName ?? '',
    isEmailVerified: user.isEmailVerified,
    searchMode: user.searchMode === 'intelligent' ? 'intelligent' : 'normal',
  }
}

/** What the browser may know of who is signed in, and until when (UTC); null for visitors. */
export async function describeSession(viewer: Viewer | null) {
  if (!viewer) return null
  const { userId, email, fullName, role, partner, hasProfile, isEmailVerified, searchMode, expiresAt, isRemembered } = viewer
  return { viewer: { userId, email, fullName, role, partner, hasProfile, isEmailVerified, searchMode }, expiresAt, isRemembered }
}

/** How somebody has just proven who they are. */
interface Proof {
  method?: string
  secondFactor?: string
  /** The sign-in whose second factor this was: whatever ends it meanwhile, a reset for one, ends the proof. */
  unfinishedId?: string
  /** The stored hash that the password was right for. */
  passwordHash?: string
}

/** Where somebody goes on to, and what he should know there; null for nothing. */
export interface SignedIn {
  redirectTo: string
  notice: string | null
}

/**
 * Signs somebody in, who has proven who they are by one factor. An account with a second one gets no session yet: the answer leads to the page that
 * asks for it, and only `finishSignIn` goes on. This is the one way in, whatever the first factor was.
 * @throws AppError unauthorized when the account was deleted for good while its owner proved himself, and for the demo's where they do not work.
 */
export async function startSession(
  db: Db, visit: Visit, userId: string,
  { remember, method, passwordHash, redirectTo = '/' }: { remember: boolean; method?: SignInMethod; passwordHash?: string | null; redirectTo?: string | undefined }, now = new Date(),
): Promise<SignedIn> {
  if (!(await hasSecondFactor(db, userId))) {
    return enter(db, visit, userId, { remember, redirectTo, proof: { ...(method && { method }), ...(passwordHash && { passwordHash }) } }, now)
  }
  await keepUnfinished(db, visit, { userId, method: method ?? '', isRemembered: remember, redirectTo }, now)
  await writeAudit(db, visit, { actorId: null, action: 'second_factor_asked', subjectId: userId, data: { ...(method && { method }) } })
  return { redirectTo: SECOND_FACTOR_PAGE, notice: null }
}

/** Whether this browser has proven a first factor and is asked for the second. */
export async function describeUnfinished(db: Db, visit: Visit, now = new Date()): Promise<boolean> {
  return (await readUnfinished(db, visit, now)) !== null
}

/**
 * Signs in by the second factor whoever has proven the first in this browser within 10 minutes, as if he had been by the first alone.
 * @throws AppError bad_input at 'code' for a wrong one; unauthorized when there is nothing to finish, or after the fifth wrong code; too_many
 */
export async function finishSignIn(db: Db, visit: Visit, { code }: SecondFactorInput, now = new Date()): Promise<SignedIn> {
  const unfinished = await readUnfinished(db, visit, now)
  if (!unfinished) throw new AppError('unauthorized', TOO_LATE)
  const { id, userId, method, isRemembered, redirectTo, user } = unfinished
  const device = await knownDevice(db, visit, user.email)
  await countCode(visit, userId, code, device)
  const triesLeft = await spendTry(db, id, now)
  if (triesLeft === null) throw new AppError('unauthorized', TOO_LATE)
  const taken = await takeCode(db, visit, userId, code, now, device)
  if (!taken) {
    await writeAudit(db, visit, { actorId: null, action: 'sign_in_failed', subjectId: userId, data: { reason: 'second factor' } })
    const wrongCodes = await countWrongCode(db, userId)
    if (wrongCodes > 0 && wrongCodes % WRONG_CODES_TOLD === 0) await mailOwner(db, userId, ({ name }) => secondFactorGuessed({ siteUrl: visit.siteUrl, name, device: deviceName(visit.userAgent) }))
    if (triesLeft > 0) throw new AppError('bad_input', 'This code is wrong, or it was used already. Wait for the next one.', { field: 'code' })
    await endUnfinished(db, id)
    forgetUnfinished(visit)
    throw new AppError('unauthorized', 'That was the fifth wrong code. Please sign in again from the start.')
  }
  if (taken.kind === 'recovery') {
    const { left } = taken
    await mailOwner(db, userId, ({ name }) => recoveryCodeUsed({ siteUrl: visit.siteUrl, name, left, device: deviceName(visit.userAgent) }))
  }
  const signedIn = await enter(db, visit, userId, { remember: isRemembered, redirectTo, proof: { ...(method && { method }), secondFactor: taken.kind, unfinishedId: id } }, now)
  forgetUnfinished(visit)
  // Whoever has the right code now mistyped the others.
  await forgiveWrongCodes(db, userId, CODES_PER_SIGN_IN - triesLeft - 1)
  return signedIn
}

/**
 * The new session with a new id, whatever the browser came with. That old one ends (nobody can plant a session), an account that waits for its deletion is
 * kept after all, a proven address of ADMIN_EMAILS makes an admin, and the browser is known to the account from now on.
 */
async function enter(
  db: Db, visit: Visit, userId: string, { remember, redirectTo, proof }: { remember: boolean; redirectTo: string; proof: Proof }, now: Date,
): Promise<SignedIn> {
  await refuseDemo(db, userId)
  const oldId = sessionIdOf(visit)
  if (oldId) await db.session.deleteMany({ where: { id: hashSessionId(oldId) } })
  const isKept = await keepAccount(db, visit, userId)
  await promoteListedAdmin(db, visit, userId)
  const { method, secondFactor } = proof
  const { sessionId } = await db.$transaction(async (tx) => {
    await lockAccount(tx, userId)
    await assertStillProven(tx, userId, proof)
    return openSession(tx, visit, userId, { isRemembered: remember, authenticatedAt: now })
  })
  await writeAudit(db, visit, { actorId: userId, action: 'sign_in', subjectId: userId, data: { device: deviceName(visit.userAgent), ...(method && { method }), ...(secondFactor && { secondFactor }), session: sessionId.slice(0, 12) } })
  await meetDevice(db, visit, userId, now)
  return { redirectTo, notice: isKept ? KEPT : null }
}

/** A password takes its time to verify, in which it may have been changed, or a second factor been turned on. */
async function assertStillProven(tx: Prisma.TransactionClient, userId: string, { passwordHash, secondFactor, unfinishedId }: Proof): Promise<void> {
  const stored = await tx.password.findUnique({ where: { userId }, select: { hash: true } })
  if (passwordHash !== undefined && stored?.hash !== passwordHash) throw new AppError('unauthorized', 'Invalid email or password')
  if (unfinishedId !== undefined && !(await endUnfinished(tx, unfinishedId))) throw new AppError('unauthorized', TOO_LATE)
  if (secondFactor === undefined && (await hasSecondFactor(tx, userId))) throw new AppError('unauthorized', TOO_LATE)
}

/** Tells an administrator of a browser that nobody has signed in to the account from before: one stolen password of his opens everything. */
async function meetDevice(db: Db, visit: Visit, userId: string, now: Date): Promise<void> {
  const { email, role } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true, role: true } })
  const isKnown = (await knownDevice(db, visit, email)) !== null
  await rememberDevice(db, visit, email)
  if (isKnown || role !== 'admin') return
  await mailOwner(db, userId, ({ name }) => newDevice({ siteUrl: visit.siteUrl, name, device: deviceName(visit.userAgent), country: visit.edgeCountry, at: now }))
}

/**
 * After a change of rights, of the password or of the address, in its transaction and last: everybody else who is signed in to the account is signed out, and
 * the viewer's own session gets a new id. For whoever has done so by `lockOwnAccount`.
 */
export async function rotateSessions(tx: Prisma.TransactionClient, visit: Visit, viewer: Viewer): Promise<void> {
  await tx.session.deleteMany({ where: { userId: viewer.userId } })
  await openSession(tx, visit, viewer.userId, viewer)
}

/**
 * The viewer has proven once more who he is: his session counts from now, under a new id.
 * @throws AppError unauthorized when it has ended meanwhile.
 */
export async function renewSession(db: Db, visit: Visit, viewer: Viewer): Promise<void> {
  const { userId, sessionId, isRemembered } = viewer
  await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    await tx.session.deleteMany({ where: { id: sessionId } })
    await openSession(tx, visit, userId, { isRemembered, authenticatedAt: new Date() })
  })
}

/**
 * The session lives on from now, for as long as when it began.
 * @throws AppError unauthorized when it has ended meanwhile.
 */
export async function refreshSession(db: Db, visit: Visit, viewer: Viewer): Promise<{ expiresAt: Date }> {
  const expiresAt = new Date(Date.now() + lifetimeOf(viewer.isRemembered).milliseconds())
  const { count } = await db.session.updateMany({ where: { id: viewer.sessionId, expiresAt: { gt: new Date() } }, data: { expiresAt } })
  const secretId = sessionIdOf(visit)
  if (count === 0 || !secretId) throw new AppError('unauthorized', 'Session expired, please sign in again')
  setSessionCookie(db, visit, secretId, viewer.isRemembered)
  return { expiresAt }
}

export async function signOut(db: Db, visit: Visit, viewer: Viewer): Promise<void> {
  await db.session.deleteMany({ where: { id: viewer.sessionId } })
  clearSessionCookie(db, visit)
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'sign_out', subjectId: viewer.userId })
}

/** On every device, this one included. */
export async function signOutEverywhere(db: Db, visit: Visit, viewer: Viewer): Promise<void> {
  await db.session.deleteMany({ where: { userId: viewer.userId } })
  await db.$transaction((tx) => endTokens(tx, viewer.userId))
  clearSessionCookie(db, visit)
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'sign_out_everywhere', subjectId: viewer.userId })
}

/** Where the viewer is signed in, last seen first. The id is what is stored: nobody can sign in with it. */
export async function listSessions(db: Db, viewer: Viewer) {
  const sessions = await db.session.findMany({
    where: { userId: viewer.userId, expiresAt: { gt: new Date() } },
    select: { id: true, device: true, country: true, createdAt: true, lastSeenAt: true, expiresAt: true, isRemembered: true },
    orderBy: [{ lastSeenAt: 'desc' }, { createdAt: 'desc' }],
  })
  return sessions.map((session) => ({ ...session, isThis: session.id === viewer.sessionId }))
}

/** @throws AppError not_found for a session that is not the viewer's, or has ended. */
export async function revokeSession(db: Db, visit: Visit, viewer: Viewer, id: string): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { id, userId: viewer.userId } })
  if (count === 0) throw new AppError('not_found', 'This session has already ended.')
  if (id === viewer.sessionId) clearSessionCookie(db, visit)
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'session_revoked', subjectId: viewer.userId, data: { session: id.slice(0, 12) } })
}

/** Takes the session's cookie from the browser; the session itself is the caller's. */
export function clearSessionCookie(db: Db, visit: Visit): void {
  visit.setCookie(luciaFor(db, { siteIsHttps: visit.siteIsHttps, isRemembered: false }).createBlankSessionCookie().serialize())
}

/** Beyond 50 of an account the one that was not seen for longest ends. The country is the edge's word or none: people tell their devices by it, and a browser's language is no place. */
async function openSession(
  db: Prisma.TransactionClient, visit: Visit, userId: string, { isRemembered, authenticatedAt }: Pick<Viewer, 'isRemembered' | 'authenticatedAt'>,
): Promise<{ sessionId: string; expiresAt: Date }> {
  const session = await luciaFor(db, { siteIsHttps: visit.siteIsHttps, isRemembered })
    .createSession(userId, { isRemembered, authenticatedAt, device: deviceName(visit.userAgent), country: visit.edgeCountry ?? 'Unknown' })
    .catch((error: unknown) => {
      throw isWithoutUser(error) ? new AppError('unauthorized', 'No user data returned', { cause: error }) : error
    })
  await db.$executeRaw`
    DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE user_id = ${userId}::uuid ORDER BY last_seen_at DESC, created_at DESC OFFSET ${MOST_SESSIONS}::int)`
  setSessionCookie(db, visit, session.id, isRemembered)
  return { sessionId: hashSessionId(session.id), expiresAt: session.expiresAt }
}

const isWithoutUser = (error: unknown) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003'

function setSessionCookie(db: Prisma.TransactionClient, visit: Visit, secretId: string, isRemembered: boolean): void {
  const { name, value, attributes } = luciaFor(db, { siteIsHttps: visit.siteIsHttps, isRemembered }).createSessionCookie(secretId)
  const { maxAge, ...others } = attributes
  // Without Max-Age it goes with the browser.
  visit.setCookie(new Cookie(name, value, isRemembered && maxAge !== undefined ? { ...others, maxAge } : others).serialize())
}

function sessionIdOf(visit: Visit): string | null {
  const value = visit.cookie(sessionCookieName(visit.siteIsHttps))
  return value && SESSION_ID.test(value) ? value : null
}

async function refuseDemo(db: Db, userId: string): Promise<void> {
  if (areDemoAccountsOn() || (await db.user.count({ where: { id: userId, isDemo: true } })) === 0) return
  throw new AppError('unauthorized', "The demo's accounts work only where the shop is reached from its own machine alone.")
}

async function keepAccount(db: Db, visit: Visit, userId: string): Promise<boolean> {
  const { count } = await db.user.updateMany({ where: { id: userId, deletionRequestedAt: { not: null } }, data: { deletionRequestedAt: null } })
  if (count > 0) await writeAudit(db, visit, { actorId: userId, action: 'deletion_cancelled', subjectId: userId })
  return count > 0
}

async function promoteListedAdmin(db: Db, visit: Visit, userId: string): Promise<void> {
  const { adminEmails } = authConfig()
  if (adminEmails.length === 0) return
  const promoted = await db.$queryRaw<Array<{ from: string }>>`
    UPDATE users u SET role = 'admin', updated_at = now() FROM users old
    WHERE u.id = ${userId}::uuid AND old.id = u.id AND u.role <> 'admin' AND u.email_verified_at IS NOT NULL AND u.email IN (${Prisma.join([...adminEmails])})
    RETURNING old.role::text AS "from"`
  if (!promoted[0]) return
  await db.session.deleteMany({ where: { userId } })
  await writeAudit(db, visit, { actorId: null, action: 'role_changed', subjectId: userId, data: { from: promoted[0].from, to: 'admin', by: 'ADMIN_EMAILS' } })
}
