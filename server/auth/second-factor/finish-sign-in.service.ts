import { recoveryCodeUsed, secondFactorGuessed } from '#server/mail/second-factor-mails.ts'
import type { SecondFactorInput } from '#server/auth/auth.schema.ts'
import { deviceName } from '#server/auth/device.ts'
import { knownDevice } from '#server/auth/known-device.ts'
import { mailOwner } from '#server/auth/mail-owner.ts'
import { enter, type SignedIn } from '#server/auth/start-session.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { countCode, countWrongCode, forgiveWrongCodes, takeCode } from './take-code.ts'
import {
  CODES_PER_SIGN_IN,
  endUnfinished,
  forgetUnfinished,
  findUnfinishedSignIn,
  spendTry,
  TOO_LATE,
} from './unfinished-sign-in.ts'
import type { Ask } from '#server/platform/ask.ts'

/**
 * After this many wrong codes in all sign-ins, we email the owner, because the person typing them has the first factor.
 */
const NOTIFY_AT_WRONG_CODES = 5

/** Whether this browser has proven a first factor and still needs the second. */
export async function describeUnfinished({ db, visit }: Pick<Ask, 'db' | 'visit'>, now = new Date()): Promise<boolean> {
  return (await findUnfinishedSignIn({ db, visit }, now)) !== null
}

/**
 * Finishes the sign-in with the second factor, in the browser that has proven the first within 10 minutes.
 * @throws AppError bad_input at 'code' if it is wrong; unauthorized if there is nothing to finish, or after the fifth
 *   wrong code; too_many
 */
export async function finishSignIn(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { code }: SecondFactorInput,
  now = new Date(),
): Promise<SignedIn> {
  const unfinished = await findUnfinishedSignIn({ db, visit }, now)
  if (!unfinished) throw new AppError('unauthorized', TOO_LATE)
  const { id, userId, method, isRemembered, redirectTo, user } = unfinished
  const device = await knownDevice({ db, visit }, user.email)
  await countCode(visit, userId, code, device)
  const triesLeft = await spendTry(db, id, now)
  if (triesLeft === null) throw new AppError('unauthorized', TOO_LATE)
  const taken = await takeCode({ db, visit }, userId, code, now, device)
  if (!taken) {
    await writeAudit(db, visit, {
      actorId: null,
      action: 'sign_in_failed',
      subjectId: userId,
      data: { reason: 'second factor' },
    })
    const wrongCodes = await countWrongCode(db, userId)
    if (wrongCodes > 0 && wrongCodes % NOTIFY_AT_WRONG_CODES === 0)
      await mailOwner(db, userId, ({ name }) =>
        secondFactorGuessed({ siteUrl: visit.siteUrl, name, device: deviceName(visit.userAgent) }),
      )
    if (triesLeft > 0)
      throw new AppError('bad_input', 'This code is wrong or has already been used. Wait for the next one.', {
        field: 'code',
      })
    await endUnfinished(db, id)
    forgetUnfinished(visit)
    throw new AppError('unauthorized', 'That was the fifth wrong code. Please sign in again from the start.')
  }
  if (taken.kind === 'recovery') {
    const { left } = taken
    await mailOwner(db, userId, ({ name }) =>
      recoveryCodeUsed({ siteUrl: visit.siteUrl, name, left, device: deviceName(visit.userAgent) }),
    )
  }
  const signedIn = await enter(
    { db, visit },
    userId,
    {
      remember: isRemembered,
      redirectTo,
      proof: { ...(method && { method }), secondFactor: taken.kind, unfinishedId: id },
    },
    now,
  )
  forgetUnfinished(visit)
  // The right code shows that the wrong ones were the owner's typing errors.
  await forgiveWrongCodes(db, userId, CODES_PER_SIGN_IN - triesLeft - 1)
  return signedIn
}
