import { composeMail, greeting, type MailContent } from './compose-mail.ts'

// What the owner of an account hears of its second factor and its devices. `siteUrl` is the shop's origin; `name` as its owner typed it.

interface To {
  siteUrl: string
  name: string
}

const SETTINGS = { label: 'Open your settings', link: '/settings#sessions' }
const NOT_ME = 'If this was not you, change your password now and sign out everywhere: both are in your settings.'

/** @param to.isMoved another app took the place of the one before */
export function secondFactorOn({ siteUrl, name, isMoved }: To & { isMoved: boolean }): MailContent {
  return composeMail({
    kind: 'second_factor_on',
    siteUrl,
    subject: isMoved ? 'Your second factor has moved' : 'Your account has a second factor',
    preview: 'If this was you, there is nothing to do.',
    heading: isMoved ? 'Your second factor has moved' : 'A second factor is on',
    before: [
      greeting(name),
      isMoved
        ? 'Another authenticator app now makes the codes that sign in to your account at WTF. Codes from the old app and its recovery codes no longer work.'
        : 'Signing in to your account at WTF now takes a code of your authenticator app beside your password.',
    ],
    button: SETTINGS,
    after: ['Every other device was signed out.', NOT_ME],
  })
}

/** @param to.isReset taken off on the server's own console, not by somebody who is signed in */
export function secondFactorOff({ siteUrl, name, isReset }: To & { isReset: boolean }): MailContent {
  return composeMail({
    kind: 'second_factor_off',
    siteUrl,
    subject: 'The second factor of your account is off',
    preview: 'Signing in takes no code any more.',
    heading: 'Your second factor is off',
    before: [
      greeting(name),
      isReset
        ? 'The second factor of your account at WTF was taken off by those who run its server, and every device was signed out. Set it up again as soon as you are in.'
        : 'The second factor of your account at WTF was removed by somebody who is signed in and knew a code. Signing in takes no code any more.',
    ],
    button: { label: 'Open your settings', link: '/settings/second-factor' },
    after: [isReset ? 'If you did not ask for this, talk to them now.' : NOT_ME],
  })
}

export function recoveryCodesRenewed({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'recovery_codes_renewed',
    siteUrl,
    subject: 'New recovery codes were made',
    preview: 'The ones before are worth nothing any more.',
    heading: 'New recovery codes',
    before: [
      greeting(name),
      'New recovery codes were made for your account at WTF. The ones before are worth nothing any more.',
    ],
    button: SETTINGS,
    after: [NOT_ME],
  })
}

/** @param to.left codes that can still be used */
export function recoveryCodeUsed({ siteUrl, name, left, device }: To & { left: number; device: string }): MailContent {
  return composeMail({
    kind: 'recovery_code_used',
    siteUrl,
    subject: 'A recovery code was used',
    preview: `${left} of them ${left === 1 ? 'is' : 'are'} left.`,
    heading: 'A recovery code was used',
    before: [
      greeting(name),
      `Somebody signed in to your account at WTF with one of your recovery codes, on ${device || 'an unknown device'}. ${left === 0 ? 'None is' : left === 1 ? 'One is' : `${left} are`} left.`,
    ],
    button: { label: left > 3 ? 'Open your settings' : 'Make new ones', link: '/settings/second-factor' },
    after: [NOT_ME],
  })
}

/** Somebody knows the first factor and is guessing the second. */
export function secondFactorGuessed({ siteUrl, name, device }: To & { device: string }): MailContent {
  return composeMail({
    kind: 'second_factor_guessed',
    siteUrl,
    subject: 'Somebody nearly signed in to your account',
    preview: 'They got past the first step, and gave wrong codes at the second.',
    heading: 'Wrong codes for your account',
    before: [
      greeting(name),
      `Someone on ${device || 'an unknown device'} passed the first step of signing in to your WTF account (your password, an email link, or Google or Apple), then entered wrong codes repeatedly. They did not get in.`,
    ],
    button: { label: 'Choose a new password', link: '/forgot-password' },
    after: [
      'If it was you, check that the clock of your phone is set automatically, or use a recovery code.',
      'If it was not you, choose a new password now, and look after your mailbox.',
    ],
  })
}

/** @param to.country as the edge reports it; null if it does not */
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
    preview: 'If this was you, there is nothing to do.',
    heading: 'A new device signed in',
    before: [
      greeting(name),
      "Somebody signed in to your account at WTF, which is an administrator's, on a device that it did not know.",
      `${device || 'Unknown device'}, ${moment}${country ? `, ${country}` : ''}.`,
    ],
    button: { label: 'See where you are signed in', link: '/settings#sessions' },
    after: [
      'If this was you, there is nothing to do.',
      `If this was not you, sign that device out with the button, then choose a new password at ${new URL('/forgot-password', siteUrl).href}.`,
    ],
  })
}
