import { z } from 'zod'
import { queueMail } from '#server/mail/mail.service.ts'
import { accountStillSuspended } from '#server/mail/account-mails.ts'
import { magicLink, noAccount } from '#server/mail/templates.ts'
import { AppError } from '#server/platform/errors.ts'
import { askingBrowser, markBrowser } from './asking-browser.ts'
import { countAttempt, forgiveAttempts } from './attempt-limits.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { safePath, TOKEN_PAGES, type CodeInput, type EmailInput, type RedeemInput } from './auth.schema.ts'
import { claimAccount } from './claim-account.ts'
import { findAccount } from './find-account.ts'
import { knownDevice } from './known-device.ts'
import {
  addTokenCode,
  issueToken,
  peekToken,
  redeemCode,
  redeemToken,
  TOKEN_MINUTES,
  type Redeemed,
} from './one-time-tokens.ts'
import { startSession, type SignInMethod } from './start-session.ts'
import type { Ask } from '#server/platform/ask.ts'

const wishes = z.object({ remember: z.boolean().catch(false), redirectTo: z.unknown().transform(safePath) })

const CLAIMED =
  'Your address is confirmed. Please choose a new password in your settings, because the old one was set before the address was confirmed.'

export interface MagicAnswer {
  redirectTo: string
  /** The message for the next page, or null. */
  notice: string | null
}

/**
 * Emails a link and a code. If the address has no account or its account is suspended, the email says so, and the work
 * takes equally long.
 * @throws AppError too_many
 */
export async function requestMagicLink(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email, remember, redirectTo }: EmailInput,
): Promise<void> {
  await countAttempt('magicLink', visit, email, await knownDevice({ db, visit }, email))
  const account = await findAccount(db, email)
  const browserHash = markBrowser(visit)
  const { siteUrl } = visit
  await db.$transaction(async (tx) => {
    const { id, token } = await issueToken(tx, {
      purpose: 'magic_link',
      userId: account && !account.isSuspended ? account.id : null,
      email,
      browserHash,
      data: { remember, redirectTo: redirectTo ?? '/' },
    })
    const code = await addTokenCode(tx, db, id)
    const link = `${TOKEN_PAGES.magic_link}?token=${token}`
    const mail = account?.isSuspended
      ? accountStillSuspended({ siteUrl, name: account.fullName })
      : account
        ? magicLink({ siteUrl, name: account.fullName, link, code, minutes: TOKEN_MINUTES.magic_link })
        : noAccount({ siteUrl })
    await queueMail(tx, { to: email, ...mail })
  })
}

/**
 * Signs in by an emailed link, in the browser that requested it.
 * @throws AppError bad_input for an invalid link; forbidden in another browser (the link stays valid)
 */
export async function redeemMagicLink(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { token }: RedeemInput,
): Promise<MagicAnswer> {
  try {
    const redeemed = await redeemToken(db, 'magic_link', token, { browserHash: askingBrowser(visit) ?? '' })
    return await enter({ db, visit }, redeemed, 'magic_link')
  } catch (error) {
    if (!(error instanceof AppError) || !(await peekToken(db, 'magic_link', token))) throw error
    throw new AppError(
      'forbidden',
      'This link only works in the browser where you requested it. In that browser, open it again or enter the code from the email.',
      { field: 'token', cause: error },
    )
  }
}

/**
 * Signs in by the six digits from the email, on any device.
 * @throws AppError bad_input at 'code', the same if it is wrong, expired or used up (five attempts); too_many
 */
export async function redeemMagicCode(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { email, code, redirectTo }: CodeInput,
): Promise<MagicAnswer> {
  const device = await knownDevice({ db, visit }, email)
  await countAttempt('code', visit, email, device)
  const redeemed = await redeemCode(db, email, code, askingBrowser(visit))
  await forgiveAttempts('code', visit, email, device)
  return enter({ db, visit }, redeemed, 'magic_code', redirectTo)
}

async function enter(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { userId, data }: Redeemed,
  method: SignInMethod,
  goTo?: string,
): Promise<MagicAnswer> {
  const wished = wishes.parse(data)
  const hadPassword = (await db.password.count({ where: { userId } })) > 0
  const isClaimed = await db.$transaction((tx) => claimAccount(tx, userId))
  if (isClaimed) await writeAudit(db, visit, { actorId: userId, action: 'account_claimed', subjectId: userId })
  const { redirectTo, notice } = await startSession({ db, visit }, userId, {
    remember: wished.remember,
    method,
    redirectTo: goTo ?? wished.redirectTo,
  })
  return { redirectTo, notice: [notice, isClaimed && hadPassword && CLAIMED].filter(Boolean).join(' ') || null }
}
