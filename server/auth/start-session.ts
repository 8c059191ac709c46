import { Prisma } from '#prisma/generated/client.ts'
import { newDevice } from '#server/mail/second-factor-mails.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { authConfig } from './auth-config.ts'
import { SECOND_FACTOR_PAGE } from './auth.schema.ts'
import { areDemoAccountsOn } from './demo-accounts.ts'
import { deviceName } from './device.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { lockAccount } from './lock-account.ts'
import { hashSessionId } from './lucia.ts'
import { mailOwner } from './mail-owner.ts'
import { noteNewAdmin } from './new-admin.ts'
import { hasSecondFactor } from './second-factor/take-code.ts'
import { endUnfinished, keepUnfinished, TOO_LATE } from './second-factor/unfinished-sign-in.ts'
import { openSession, sessionIdOf } from './session.service.ts'
import { assertNotSuspended } from './suspension.ts'
import type { Ask } from '#server/platform/ask.ts'

const KEPT = 'Welcome back. Your account will not be deleted.'

/** How users prove their identity. */
export type SignInMethod = 'password' | 'magic_link' | 'magic_code' | 'sign_up' | 'google' | 'apple'

/** The proof that the user has just given. */
interface Proof {
  method?: string
  secondFactor?: string
  /**
   * The sign-in whose second factor was proven. If something ends that sign-in, such as a password reset, the proof is
   * void.
   */
  unfinishedId?: string
  /** The stored hash that the password matched. */
  passwordHash?: string
}

/** The page to redirect to, and a message to show there, or null. */
export interface SignedIn {
  redirectTo: string
  notice: string | null
}

/**
 * Signs in a user who has proven one factor. If the account has a second factor, creates no session yet. Instead,
 * returns the page that asks for that factor, and `finishSignIn` continues. Every sign-in method calls this.
 * @throws AppError unauthorized if the account has been deleted, or is a demo account while those are off
 */
export async function startSession(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  userId: string,
  {
    remember,
    method,
    passwordHash,
    redirectTo = '/',
  }: { remember: boolean; method?: SignInMethod; passwordHash?: string | null; redirectTo?: string | undefined },
  now = new Date(),
): Promise<SignedIn> {
  if (!(await hasSecondFactor(db, userId))) {
    return enter(
      { db, visit },
      userId,
      { remember, redirectTo, proof: { ...(method && { method }), ...(passwordHash && { passwordHash }) } },
      now,
    )
  }
  await keepUnfinished({ db, visit }, { userId, method: method ?? '', isRemembered: remember, redirectTo }, now)
  await writeAudit(db, visit, {
    actorId: null,
    action: 'second_factor_asked',
    subjectId: userId,
    data: { ...(method && { method }) },
  })
  return { redirectTo: SECOND_FACTOR_PAGE, notice: null }
}

/**
 * Opens a session with a new id and ends the browser's old one, which prevents session fixation. Also cancels a pending
 * account deletion, promotes a user with a verified address in ADMIN_EMAILS to administrator, and remembers the
 * browser. Call this when all factors are proven.
 * @throws AppError unauthorized if the proof is no longer valid, the account was deleted, or it is a demo account while
 *   demo accounts are off; forbidden as in `assertNotSuspended`
 */
export async function enter(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  userId: string,
  { remember, redirectTo, proof }: { remember: boolean; redirectTo: string; proof: Proof },
  now: Date,
): Promise<SignedIn> {
  await refuseDemo(db, userId)
  await assertNotSuspended(db, userId)
  const oldId = sessionIdOf(visit)
  if (oldId) await db.session.deleteMany({ where: { id: hashSessionId(oldId) } })
  const isKept = await keepAccount({ db, visit }, userId)
  await promoteListedAdmin({ db, visit }, userId)
  const { method, secondFactor } = proof
  const { sessionId } = await db.$transaction(async (tx) => {
    await lockAccount(tx, userId)
    await assertNotSuspended(tx, userId)
    await assertStillProven(tx, userId, proof)
    return openSession(tx, visit, userId, { isRemembered: remember, authenticatedAt: now })
  })
  await writeAudit(db, visit, {
    actorId: userId,
    action: 'sign_in',
    subjectId: userId,
    data: {
      device: deviceName(visit.userAgent),
      ...(method && { method }),
      ...(secondFactor && { secondFactor }),
      session: sessionId.slice(0, 12),
    },
  })
  await reportNewDevice({ db, visit }, userId, now)
  return { redirectTo, notice: isKept ? KEPT : null }
}

/** Checks the proof again, in case the password was changed or a second factor was turned on during the sign-in. */
async function assertStillProven(
  tx: Prisma.TransactionClient,
  userId: string,
  { passwordHash, secondFactor, unfinishedId }: Proof,
): Promise<void> {
  const stored = await tx.password.findUnique({ where: { userId }, select: { hash: true } })
  if (passwordHash !== undefined && stored?.hash !== passwordHash)
    throw new AppError('unauthorized', 'Invalid email or password')
  if (unfinishedId !== undefined && !(await endUnfinished(tx, unfinishedId)))
    throw new AppError('unauthorized', TOO_LATE)
  if (secondFactor === undefined && (await hasSecondFactor(tx, userId))) throw new AppError('unauthorized', TOO_LATE)
}

/**
 * Emails an administrator about a sign-in from a new browser, because one stolen administrator password opens
 * everything.
 */
async function reportNewDevice({ db, visit }: Pick<Ask, 'db' | 'visit'>, userId: string, now: Date): Promise<void> {
  const { email, role } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, role: true },
  })
  const isKnown = (await knownDevice({ db, visit }, email)) !== null
  await rememberDevice({ db, visit }, email)
  if (isKnown || role !== 'admin') return
  await mailOwner(db, userId, ({ name }) =>
    newDevice({
      siteUrl: visit.siteUrl,
      name,
      device: deviceName(visit.userAgent),
      country: visit.edgeCountry,
      at: now,
    }),
  )
}

async function refuseDemo(db: Db, userId: string): Promise<void> {
  if (areDemoAccountsOn() || (await db.user.count({ where: { id: userId, isDemo: true } })) === 0) return
  throw new AppError(
    'unauthorized',
    'Demo accounts are turned off, because this shop can be reached from other machines.',
  )
}

async function keepAccount({ db, visit }: Pick<Ask, 'db' | 'visit'>, userId: string): Promise<boolean> {
  const { count } = await db.user.updateMany({
    where: { id: userId, deletionRequestedAt: { not: null } },
    data: { deletionRequestedAt: null },
  })
  if (count > 0) await writeAudit(db, visit, { actorId: userId, action: 'deletion_cancelled', subjectId: userId })
  return count > 0
}

async function promoteListedAdmin({ db, visit }: Pick<Ask, 'db' | 'visit'>, userId: string): Promise<void> {
  const { adminEmails } = authConfig()
  if (adminEmails.length === 0) return
  await db.$transaction(async (tx) => {
    const [promoted] = await tx.$queryRaw<Array<{ role: string; email: string }>>`
      UPDATE users u SET role = 'admin', updated_at = now() FROM users old
      WHERE u.id = ${userId}::uuid AND old.id = u.id AND u.role <> 'admin' AND u.email_verified_at IS NOT NULL AND u.email IN (${Prisma.join([...adminEmails])})
      RETURNING old.role::text AS role, u.email`
    if (!promoted) return
    await tx.session.deleteMany({ where: { userId } })
    const shop = { db, visit, siteUrl: visit.siteUrl }
    await noteNewAdmin(tx, shop, { userId, ...promoted, madeBy: null, by: 'ADMIN_EMAILS' })
  })
}
