import { writeAudit } from '#server/platform/audit.ts'
import { authConfig } from '#server/auth/auth-config.ts'
import type { CodeInput, SecondFactorInput, StartSecondFactorInput } from '#server/auth/auth.schema.ts'
import { lockAccount, lockOwnAccount } from '#server/auth/lock-account.ts'
import { mailOwner } from '#server/auth/mail-owner.ts'
import { endTokens } from '#server/auth/one-time-tokens.ts'
import { assertRecentProof, isProvenRecently } from '#server/auth/recent-proof.ts'
import { rotateSessions } from '#server/auth/session.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { recoveryCodesRenewed, secondFactorOff, secondFactorOn } from '#server/mail/second-factor-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { countCode, forgiveCodes, hasSecondFactor, sealFactorSecret, takeCode, unsealSecret } from './take-code.ts'
import { describeSecret, newTotpSecret, stepOfCode } from './totp.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'

/** The time to confirm a new secret with its first code. */
const SETUP_MINUTES = 10

/**
 * Returns the viewer's second factor for the settings page.
 * @returns `canSetUp`: for administrators and partner teams; `isRequired`: the account needs one; `confirmedAt`: null
 *   without one; `setup`: an unconfirmed secret, only for the session that requested it
 */
export async function getSecondFactor({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>, now = new Date()) {
  const { userId, role, email } = viewer
  const factor = await db.secondFactor.findUnique({ where: { userId } })
  const waiting = factor && isWaiting(factor, viewer, now) ? await unsealSecret(db, userId, factor.newSecret) : null
  return {
    canSetUp: role !== 'customer',
    isRequired: isRequired(viewer),
    confirmedAt: factor?.secret ? factor.confirmedAt : null,
    recoveryCodesLeft: factor?.secret ? await countRecoveryCodes(db, userId) : 0,
    isProvenRecently: isProvenRecently(viewer, now),
    setup: waiting === null ? null : { secret: waiting, ...describeSecret(waiting, email) },
  }
}

/**
 * Creates a new secret. It takes effect with its first code; the old one is valid until then.
 * @throws AppError forbidden at 'recent-proof', or if the address is unproven; bad_input at 'code' if the current
 *   factor's code is wrong; too_many
 */
export async function startSecondFactor(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { code }: StartSecondFactorInput,
  now = new Date(),
): Promise<void> {
  const { userId, sessionId } = viewer
  assertRecentProof(viewer, now)
  // The first proof of an address removes everything that a stranger may have prepared (claimAccount). That must not
  // include a second factor.
  if (!viewer.isEmailVerified) throw new AppError('forbidden', 'Please confirm your email address first.')
  if (await hasSecondFactor(db, userId)) await assertCode({ db, visit, viewer }, code ?? '', now)
  const waiting = {
    newSecret: await sealFactorSecret(db, userId, newTotpSecret()),
    newSecretAt: now,
    newSecretFor: sessionId,
  }
  await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    await tx.secondFactor.upsert({ where: { userId }, create: { userId, ...waiting }, update: waiting })
  })
}

/**
 * Confirms that the app has the secret. From now on sign-in asks for its codes. Every other session ends, and this one
 * gets a new id.
 * @returns the recovery codes, which cannot be shown again
 * @throws AppError bad_input at 'code' if it is wrong, or there is nothing to confirm; too_many
 */
export async function confirmSecondFactor(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { code }: Pick<CodeInput, 'code'>,
  now = new Date(),
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = viewer
  const factor = await db.secondFactor.findUnique({ where: { userId } })
  if (!factor || !isWaiting(factor, viewer, now))
    throw new AppError('bad_input', 'This took too long. Please start again.', { field: 'code' })
  await countCode(visit, viewer.userId, code)
  const step = stepOfCode(await unsealSecret(db, userId, factor.newSecret), code, now)
  if (step === null)
    throw new AppError('bad_input', 'This code is wrong. Check that your phone sets its clock automatically.', {
      field: 'code',
    })
  await forgiveCodes(visit, userId, code)
  const isMoved = factor.secret !== null
  const recoveryCodes = await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    const { count } = await tx.secondFactor.updateMany({
      where: { userId, newSecret: factor.newSecret },
      data: {
        secret: factor.newSecret,
        confirmedAt: now,
        lastStep: step,
        newSecret: null,
        newSecretAt: null,
        newSecretFor: null,
      },
    })
    if (count === 0) throw new AppError('bad_input', 'This took too long. Please start again.', { field: 'code' })
    await endTokens(tx, userId)
    await mailOwner(tx, userId, ({ name }) => secondFactorOn({ siteUrl: visit.siteUrl, name, isMoved }))
    const codes = await replaceRecoveryCodes(tx, db, userId)
    await rotateSessions(tx, visit, viewer)
    return codes
  })
  await writeAudit(db, visit, {
    actorId: userId,
    action: isMoved ? 'second_factor_moved' : 'second_factor_on',
    subjectId: userId,
  })
  return { recoveryCodes }
}

/**
 * Creates new recovery codes, which replace the old ones.
 * @throws AppError forbidden at 'recent-proof'; bad_input at 'code'; too_many
 */
export async function renewRecoveryCodes(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { code }: SecondFactorInput,
  now = new Date(),
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = viewer
  assertRecentProof(viewer, now)
  await assertCode({ db, visit, viewer }, code, now)
  const recoveryCodes = await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    await mailOwner(tx, userId, ({ name }) => recoveryCodesRenewed({ siteUrl: visit.siteUrl, name }))
    return replaceRecoveryCodes(tx, db, userId)
  })
  await writeAudit(db, visit, { actorId: userId, action: 'recovery_codes_renewed', subjectId: userId })
  return { recoveryCodes }
}

/**
 * Removes the second factor.
 * @throws AppError forbidden at 'recent-proof', or if the account must have one; bad_input at 'code'; too_many
 */
export async function removeSecondFactor(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { code }: SecondFactorInput,
  now = new Date(),
): Promise<void> {
  const { userId } = viewer
  if (isRequired(viewer))
    throw new AppError(
      'forbidden',
      'Administrators need two-factor authentication. You can switch to another app instead.',
    )
  assertRecentProof(viewer, now)
  await assertCode({ db, visit, viewer }, code, now)
  await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    await tx.secondFactor.deleteMany({ where: { userId } })
    await tx.recoveryCode.deleteMany({ where: { userId } })
    await mailOwner(tx, userId, ({ name }) => secondFactorOff({ siteUrl: visit.siteUrl, name, isReset: false }))
  })
  await writeAudit(db, visit, { actorId: userId, action: 'second_factor_off', subjectId: userId })
}

/**
 * Removes the second factor from the command line, if the app and the recovery codes are lost. The first factor is then
 * enough to sign in. Every session ends, and the owner gets an email.
 * @param email in lower case
 * @returns false if there is no such account, or it has no second factor
 */
export async function resetSecondFactor(
  db: Db,
  { email, siteUrl }: { email: string; siteUrl: string },
): Promise<boolean> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } })
  if (!user || !(await hasSecondFactor(db, user.id))) return false
  await db.$transaction(async (tx) => {
    await lockAccount(tx, user.id)
    await tx.secondFactor.deleteMany({ where: { userId: user.id } })
    await tx.recoveryCode.deleteMany({ where: { userId: user.id } })
    await tx.session.deleteMany({ where: { userId: user.id } })
    await endTokens(tx, user.id)
    await mailOwner(tx, user.id, ({ name }) => secondFactorOff({ siteUrl, name, isReset: true }))
  })
  await writeAudit(db, null, {
    actorId: null,
    action: 'second_factor_reset',
    subjectId: user.id,
    data: { by: 'console' },
  })
  return true
}

const isRequired = ({ role }: Viewer): boolean => role === 'admin' && authConfig().adminSecondFactor === 'required'

type Waiting = { newSecret: Uint8Array<ArrayBuffer>; newSecretAt: Date; newSecretFor: string }

function isWaiting<Factor extends { [Key in keyof Waiting]: Waiting[Key] | null }>(
  factor: Factor,
  { sessionId }: Viewer,
  now: Date,
): factor is Factor & Waiting {
  return (
    factor.newSecret !== null &&
    factor.newSecretFor === sessionId &&
    factor.newSecretAt !== null &&
    factor.newSecretAt.getTime() > now.getTime() - SETUP_MINUTES * MINUTE_MS
  )
}

async function assertCode(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  code: string,
  now: Date,
): Promise<void> {
  if (code === '') throw new AppError('bad_input', 'Please enter a code', { field: 'code' })
  await countCode(visit, viewer.userId, code)
  if (!(await takeCode({ db, visit }, viewer.userId, code, now)))
    throw new AppError('bad_input', 'This code is wrong or has already been used. Wait for the next one.', {
      field: 'code',
    })
}
