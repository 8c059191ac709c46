import { Cookie } from 'lucia'
import { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { deviceName } from './device.ts'
import { lockAccount, lockOwnAccount } from './lock-account.ts'
import { hashSessionId, luciaFor, findSessionRow, findSessionRows, type SessionRow } from './lucia.ts'
import { endTokens } from './one-time-tokens.ts'
import { sessionCookieName } from './session-cookie.ts'
import { cappedExpiry, lifetimeOf, MAX_SESSIONS } from './session-limits.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Ask, SignedInAsk } from '#server/platform/ask.ts'

/** The format of Lucia's ids. Other cookie values are not looked up. */
const SESSION_ID = /^[a-z2-7]{40}$/

/**
 * Reads the viewer in one statement. Does not extend the session: the browser requests a refresh for that. Null without
 * a cookie, and for a session that is unknown, expired or of a closed account.
 */
export async function findViewer({ db, visit }: Pick<Ask, 'db' | 'visit'>): Promise<Viewer | null> {
  const secretId = sessionIdOf(visit)
  if (!secretId) return null
  const sessionId = hashSessionId(secretId)
  const row = await findSessionRow(db, sessionId)
  return row ? viewerFrom(row, sessionId) : null
}

/**
 * Reads the viewers of several visits, with additional columns from the same statement; null for visits without a
 * session.
 * @param more columns about the user `s.user_id`, with a comma before each
 */
export async function findViewersWith<More>(
  db: Ask['db'],
  visits: readonly Visit[],
  more: Prisma.Sql,
): Promise<Array<{ viewer: Viewer; more: More } | null>> {
  const secretIds = visits.map(sessionIdOf)
  const ids = secretIds.flatMap((secretId) => (secretId ? hashSessionId(secretId) : []))
  if (!ids.length) return visits.map(() => null)
  const rows = await findSessionRows<More>(db, ids, more)
  return secretIds.map((secretId) => {
    const id = secretId ? hashSessionId(secretId) : ''
    const row = rows.get(id)
    return row ? { viewer: viewerFrom(row, id), more: row } : null
  })
}

function viewerFrom(row: SessionRow, sessionId: string): Viewer {
  return {
    userId: row.user_id,
    email: row.email,
    role: row.role,
    partner:
      row.partner_id && row.partner_status && row.partner_role
        ? { id: row.partner_id, status: row.partner_status, role: row.partner_role }
        : null,
    sessionId,
    expiresAt: row.expires_at,
    authenticatedAt: row.authenticated_at,
    isRemembered: row.is_remembered,
    hasProfile: row.full_name !== null,
    fullName: row.full_name ?? '',
    isEmailVerified: row.is_email_verified,
    mustSetUpSecondFactor: row.must_set_up_second_factor,
    searchMode: row.search_mode === 'intelligent' ? 'intelligent' : 'normal',
  }
}

/** Returns the signed-in user's data for the browser, and when the session expires (UTC); null for visitors. */
export async function describeSession(viewer: Viewer | null) {
  if (!viewer) return null
  const { userId, email, fullName, role, partner, hasProfile, isEmailVerified, searchMode } = viewer
  const { mustSetUpSecondFactor, expiresAt, isRemembered } = viewer
  return {
    viewer: { userId, email, fullName, role, partner, hasProfile, isEmailVerified, searchMode, mustSetUpSecondFactor },
    expiresAt,
    isRemembered,
  }
}

/**
 * Ends all other sessions of the account, and gives the viewer's session a new id. Call last in the transaction that
 * changes rights, password or address. The caller must hold `lockOwnAccount`.
 */
export async function rotateSessions(tx: Prisma.TransactionClient, visit: Visit, viewer: Viewer): Promise<void> {
  const { sessionId } = await openSession(tx, visit, viewer.userId, viewer)
  await keepTelling(tx, viewer, sessionId)
  await tx.session.deleteMany({ where: { userId: viewer.userId, NOT: { id: sessionId } } })
}

/** Moves push subscriptions to the new session before the old one ends, because they belong to a session. */
const keepTelling = (tx: Prisma.TransactionClient, { sessionId }: Viewer, newId: string) =>
  tx.pushSubscription.updateMany({ where: { sessionId }, data: { sessionId: newId } })

/**
 * Gives the viewer a new session id, because they have proven their identity again.
 * @throws AppError unauthorized if the session has ended
 */
export async function renewSession({ db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<void> {
  const { userId, sessionId, isRemembered } = viewer
  await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    const renewed = await openSession(tx, visit, userId, { isRemembered, authenticatedAt: new Date() })
    await keepTelling(tx, viewer, renewed.sessionId)
    await tx.session.deleteMany({ where: { id: sessionId } })
  })
}

/**
 * Extends the session by its full lifetime, up to 90 days after its owner last proved their identity.
 * @throws AppError unauthorized if it has ended
 */
export async function refreshSession({
  db,
  visit,
  viewer,
}: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<{ expiresAt: Date }> {
  const lifetimeMs = lifetimeOf(viewer.isRemembered).milliseconds()
  const expiresAt = cappedExpiry(new Date(Date.now() + lifetimeMs), viewer.authenticatedAt)
  const { count } = await db.session.updateMany({
    where: { id: viewer.sessionId, expiresAt: { gt: new Date() } },
    data: { expiresAt },
  })
  const secretId = sessionIdOf(visit)
  if (count === 0 || !secretId) throw new AppError('unauthorized', 'Session expired, please sign in again')
  setSessionCookie(db, visit, secretId, viewer.isRemembered)
  return { expiresAt }
}

/** Signs out in this browser. */
export async function signOut({ db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<void> {
  await db.session.deleteMany({ where: { id: viewer.sessionId } })
  clearSessionCookie({ db, visit })
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'sign_out', subjectId: viewer.userId })
}

/** Signs out on every device, including this one. */
export async function signOutEverywhere({
  db,
  visit,
  viewer,
}: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<void> {
  await db.$transaction(async (tx) => {
    // Otherwise a personal token that is being created at the same time would stay valid.
    await lockAccount(tx, viewer.userId)
    await tx.session.deleteMany({ where: { userId: viewer.userId } })
    await endTokens(tx, viewer.userId)
  })
  clearSessionCookie({ db, visit })
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'sign_out_everywhere', subjectId: viewer.userId })
}

/** Lists where the viewer is signed in, most recent first. The id is the stored hash, which signs nobody in. */
export async function listSessions({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>) {
  const sessions = await db.session.findMany({
    where: { userId: viewer.userId, expiresAt: { gt: new Date() } },
    select: {
      id: true,
      device: true,
      country: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
      isRemembered: true,
    },
    orderBy: [{ lastSeenAt: 'desc' }, { createdAt: 'desc' }],
  })
  return sessions.map((session) => ({ ...session, isThis: session.id === viewer.sessionId }))
}

/**
 * @throws AppError not_found if the session is not the viewer's, or has ended
 */
export async function revokeSession(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  id: string,
): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { id, userId: viewer.userId } })
  if (count === 0) throw new AppError('not_found', 'This session has already ended.')
  if (id === viewer.sessionId) clearSessionCookie({ db, visit })
  await writeAudit(db, visit, {
    actorId: viewer.userId,
    action: 'session_revoked',
    subjectId: viewer.userId,
    data: { session: id.slice(0, 12) },
  })
}

/** Removes the session's cookie from the browser. The caller ends the session itself. */
export function clearSessionCookie({ db, visit }: Pick<Ask, 'db' | 'visit'>): void {
  visit.setCookie(
    luciaFor(db, { siteIsHttps: visit.siteIsHttps, isRemembered: false }).createBlankSessionCookie().serialize(),
  )
}

/**
 * Opens a session with a new id and sends its cookie to the browser. To sign in a user, call `startSession` instead.
 * Beyond 50 sessions of an account, the session that has been inactive the longest ends. The country comes from the
 * edge, or is empty. Owners recognise devices by their country, and a browser's language does not say where a device
 * is.
 * @returns the stored hash of its id, and when it ends (UTC)
 * @throws AppError unauthorized if the account has been deleted
 */
export async function openSession(
  db: Prisma.TransactionClient,
  visit: Visit,
  userId: string,
  { isRemembered, authenticatedAt }: Pick<Viewer, 'isRemembered' | 'authenticatedAt'>,
): Promise<{ sessionId: string; expiresAt: Date }> {
  const session = await luciaFor(db, { siteIsHttps: visit.siteIsHttps, isRemembered })
    .createSession(userId, {
      isRemembered,
      authenticatedAt,
      device: deviceName(visit.userAgent),
      country: visit.edgeCountry ?? 'Unknown',
    })
    .catch((error: unknown) => {
      throw isWithoutUser(error) ? new AppError('unauthorized', 'No user data returned', { cause: error }) : error
    })
  const expiresAt = cappedExpiry(session.expiresAt, authenticatedAt)
  if (expiresAt < session.expiresAt)
    await db.session.update({ where: { id: hashSessionId(session.id) }, data: { expiresAt } })
  await db.$executeRaw`
    DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE user_id = ${userId}::uuid ORDER BY last_seen_at DESC, created_at DESC OFFSET ${MAX_SESSIONS}::int)`
  setSessionCookie(db, visit, session.id, isRemembered)
  return { sessionId: hashSessionId(session.id), expiresAt }
}

const isWithoutUser = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003'

function setSessionCookie(db: Prisma.TransactionClient, visit: Visit, secretId: string, isRemembered: boolean): void {
  const { name, value, attributes } = luciaFor(db, {
    siteIsHttps: visit.siteIsHttps,
    isRemembered,
  }).createSessionCookie(secretId)
  const { maxAge, ...others } = attributes
  // Without Max-Age the cookie ends with the browser.
  visit.setCookie(
    new Cookie(name, value, isRemembered && maxAge !== undefined ? { ...others, maxAge } : others).serialize(),
  )
}

/** Returns the secret id of the session in the browser's cookie; null if there is none, or it is malformed. */
export function sessionIdOf(visit: Visit): string | null {
  const value = visit.cookie(sessionCookieName(visit.siteIsHttps))
  return value && SESSION_ID.test(value) ? value : null
}
