import { composeMail, greeting, type MailContent } from './compose-mail.ts'

// Emails to an account's owner about the second factor and devices. `siteUrl` is the shop's origin, `name` the name as
// the owner spells it.

interface To {
  siteUrl: string
  name: string
}

const SETTINGS = { label: 'Open your settings', link: '/settings#sessions' }
const NOT_ME =
  'If this was not you, change your password now and sign out on all devices. You can do both in your settings.'

/** @param to.isMoved a new app replaced the previous one */
export function secondFactorOn({ siteUrl, name, isMoved }: To & { isMoved: boolean }): MailContent {
  return composeMail({
    kind: 'second_factor_on',
    siteUrl,
    subject: isMoved ? 'Your authenticator app was changed' : 'Two-factor authentication is on',
    preview: 'If this was you, you don’t need to do anything.',
    heading: isMoved ? 'Your authenticator app was changed' : 'Two-factor authentication is on',
    before: [
      greeting(name),
      isMoved
        ? 'A different authenticator app now creates the sign-in codes for your WTF account. Codes from the old app and your old recovery codes no longer work.'
        : 'To sign in to your WTF account, you now need your password and a code from your authenticator app.',
    ],
    button: SETTINGS,
    after: ['All other devices were signed out.', NOT_ME],
  })
}

/** @param to.isReset it was removed with a command on the server, not by someone who is signed in */
export function secondFactorOff({ siteUrl, name, isReset }: To & { isReset: boolean }): MailContent {
  return composeMail({
    kind: 'second_factor_off',
    siteUrl,
    subject: 'Two-factor authentication is off',
    preview: 'You no longer need a code to sign in.',
    heading: 'Two-factor authentication is off',
    before: [
      greeting(name),
      isReset
        ? 'We turned off two-factor authentication for your WTF account and signed out all devices. After you sign in, set it up again.'
        : 'Two-factor authentication was turned off for your WTF account. The person who did this was signed in and entered a valid code. You no longer need a code to sign in.',
    ],
    button: { label: 'Open your settings', link: '/settings/second-factor' },
    after: [isReset ? 'If you did not ask for this, contact us immediately.' : NOT_ME],
  })
}

export function recoveryCodesRenewed({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'recovery_codes_renewed',
    siteUrl,
    subject: 'New recovery codes were created',
    preview: 'Your old recovery codes no longer work.',
    heading: 'New recovery codes',
    before: [
      greeting(name),
      'New recovery codes were created for your WTF account. Your old recovery codes no longer work.',
    ],
    button: SETTINGS,
    after: [NOT_ME],
  })
}

/** @param to.left the number of unused codes */
export function recoveryCodeUsed({ siteUrl, name, left, device }: To & { left: number; device: string }): MailContent {
  return composeMail({
    kind: 'recovery_code_used',
    siteUrl,
    subject: 'A recovery code was used',
    preview: `You have ${left} ${left === 1 ? 'recovery code' : 'recovery codes'} left.`,
    heading: 'A recovery code was used',
    before: [
      greeting(name),
      `Someone signed in to your WTF account with one of your recovery codes, on ${device || 'an unknown device'}. You have ${left} ${left === 1 ? 'recovery code' : 'recovery codes'} left.`,
    ],
    button: { label: left > 3 ? 'Open your settings' : 'Create new codes', link: '/settings/second-factor' },
    after: [NOT_ME],
  })
}

/** Tells the owner that someone has passed the first step of signing in and entered several wrong codes. */
export function secondFactorGuessed({ siteUrl, name, device }: To & { device: string }): MailContent {
  return composeMail({
    kind: 'second_factor_guessed',
    siteUrl,
    subject: 'Someone tried to sign in to your account',
    preview: 'They entered wrong codes, so they did not get in.',
    heading: 'Wrong codes entered for your account',
    before: [
      greeting(name),
      `Someone on ${device || 'an unknown device'} tried to sign in to your WTF account. They passed the first step (your password, an email link, or Google or Apple), but then entered several wrong codes. They did not get in.`,
    ],
    button: { label: 'Choose a new password', link: '/forgot-password' },
    after: [
      'If this was you, check that your phone sets its clock automatically, or use a recovery code.',
      'If this was not you, choose a new password now and make sure your email account is secure.',
    ],
  })
}

/** @param to.country as the CDN reports it; null if unknown */
export function newDevice({
  siteUrl,
  name,
  device,
  country,
  at,
}: To & { device: string; country: string | null; at: Date }): MailContent {
  const moment = `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
  return composeMail({
    kind: 'new_device',
    siteUrl,
    subject: 'A new device signed in to your account',
    preview: 'If this was you, you don’t need to do anything.',
    heading: 'A new device signed in',
    before: [
      greeting(name),
      'Someone signed in to your WTF administrator account on a new device:',
      `${device || 'Unknown device'}, ${moment}${country ? `, ${country}` : ''}.`,
    ],
    button: { label: 'See where you are signed in', link: '/settings#sessions' },
    after: [
      'If this was you, you don’t need to do anything.',
      `If this was not you, sign that device out under “See where you are signed in”, then choose a new password at ${new URL('/forgot-password', siteUrl).href}.`,
    ],
  })
}
