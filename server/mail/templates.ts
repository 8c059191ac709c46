import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactEmail } from './mail-config.ts'

// Emails about signing in and about a person's own account. Those on other subjects are in *-mails.ts. `siteUrl` is the
// shop's origin, `link` a path or a URL below it, `name` the name as the owner spells it, `minutes` the link's
// lifetime.

interface To {
  siteUrl: string
  name?: string | undefined
}
interface WithLink extends To {
  link: string
  minutes: number
}

const UNTOUCHED = 'If this was not you, ignore this email. Nothing has changed.'

/** Opens the account after a sign-up. */
export function confirmSignUp({ siteUrl, name, link, code, minutes }: WithLink & { code: string }): MailContent {
  return composeMail({
    kind: 'confirm_sign_up',
    siteUrl,
    subject: 'Confirm your email address',
    preview: 'One tap opens your account.',
    heading: 'Confirm your email address',
    before: [
      greeting(name),
      'Someone signed up for WTF with this email address. To open your account, confirm that the address is yours.',
    ],
    button: { label: 'Confirm address', link },
    code: { label: 'Or enter this code where you signed up:', digits: code },
    after: [
      `The link only works in the browser where you signed up. The link and the code work once and expire in ${timeOf(minutes)}. Don’t share the code. We will never ask for it.`,
      'If this was not you, ignore this email. No account will be opened.',
    ],
  })
}

/** Replaces `confirmSignUp` for an address that already has an account. The website does not reveal that. */
export function alreadySignedUp({ siteUrl, name, link, code, minutes }: WithLink & { code: string }): MailContent {
  return composeMail({
    kind: 'already_signed_up',
    siteUrl,
    subject: 'You already have an account',
    preview: 'Nothing has changed. You can sign in.',
    heading: 'You already have an account',
    before: [
      greeting(name),
      'Someone signed up for WTF with this email address, which already has an account. If it was you, you can sign in. Your password has not changed.',
    ],
    button: { label: 'Sign in', link },
    code: { label: 'Or enter this code where you signed up:', digits: code },
    after: [
      `The link only works in the browser where you signed up. The link and the code work once and expire in ${timeOf(minutes)}. Don’t share the code. We will never ask for it.`,
      UNTOUCHED,
    ],
  })
}

/** Verifies the address of an existing account. */
export function emailVerificationMail({ siteUrl, name, link, minutes }: WithLink): MailContent {
  return composeMail({
    kind: 'verify_email',
    siteUrl,
    subject: 'Confirm your email address',
    preview: 'One tap confirms your address.',
    heading: 'Confirm your email address',
    before: [
      greeting(name),
      'Someone created a WTF account with this email address. Confirm that the address is yours.',
    ],
    button: { label: 'Confirm address', link },
    after: [
      `The link works once and expires in ${timeOf(minutes)}.`,
      'If this was not you, ignore this email. The address will stay unconfirmed.',
    ],
  })
}

/** Asks for confirmation at the new address. The change takes effect after that. */
export function changeEmail({ siteUrl, name, link, minutes }: WithLink): MailContent {
  return composeMail({
    kind: 'change_email',
    siteUrl,
    subject: 'Confirm your new email address',
    preview: 'Confirm this address to use it for your account.',
    heading: 'Confirm your new email address',
    before: [
      greeting(name),
      'You asked to use this email address for your WTF account. Until you confirm it, your account keeps the old address.',
    ],
    button: { label: 'Use this address', link },
    after: [`The link works once and expires in ${timeOf(minutes)}.`, UNTOUCHED],
  })
}

/** Tells the old address that a new one was requested. */
export function emailChangeNotice({ siteUrl, name, newEmail }: To & { newEmail: string }): MailContent {
  return composeMail({
    kind: 'email_change_notice',
    siteUrl,
    subject: 'Request to change your email address',
    preview: 'Nothing has changed yet.',
    heading: 'Request to change your email address',
    before: [
      greeting(name),
      `Someone who is signed in to your account asked to change its email address to ${newEmail}. Nothing has changed yet. The new address has to be confirmed first.`,
    ],
    button: { label: 'Open your settings', link: '/settings' },
    after: [
      'If this was not you, change your password now and sign out on all devices. You can do both in your settings.',
    ],
  })
}

/** Tells the old address that the new one is in effect. */
export function emailChanged({ siteUrl, name, newEmail }: To & { newEmail: string }): MailContent {
  return composeMail({
    kind: 'email_changed',
    siteUrl,
    subject: 'Your email address was changed',
    preview: `Your account now uses ${newEmail}.`,
    heading: 'Your email address was changed',
    before: [
      greeting(name),
      `Your WTF account now uses ${newEmail}. We no longer send emails about it to this address.`,
    ],
    after: [
      `If this was not you, ${contactEmail() ? 'reply to this email immediately, or write to' : 'contact us immediately at'} ${contactEmail() ?? new URL('/contact', siteUrl).href}.`,
    ],
  })
}

export function passwordResetMail({ siteUrl, name, link, minutes }: WithLink): MailContent {
  return composeMail({
    kind: 'reset_password',
    siteUrl,
    subject: 'Reset your password',
    preview: `The link works once and expires in ${timeOf(minutes)}.`,
    heading: 'Choose a new password',
    before: [greeting(name), 'We received a request to reset the password of your WTF account.'],
    button: { label: 'Choose a password', link },
    after: [
      `The link works once and expires in ${timeOf(minutes)}. Your old password works until you choose a new one.`,
      UNTOUCHED,
    ],
  })
}

export function passwordChanged({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'password_changed',
    siteUrl,
    subject: 'Your password was changed',
    preview: 'If this was you, you don’t need to do anything.',
    heading: 'Your password was changed',
    before: [
      greeting(name),
      'The password of your WTF account was changed. If this was you, you don’t need to do anything.',
    ],
    button: { label: 'This was not me', link: '/forgot-password' },
    after: ['If this was not you, choose a new password now. We will send a link to this email address.'],
  })
}

export function passwordAdded({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'password_added',
    siteUrl,
    subject: 'A password was added to your account',
    preview: 'If this was you, you don’t need to do anything.',
    heading: 'A password was added',
    before: [
      greeting(name),
      'Your WTF account now has a password. You can still sign in the way you did before. If this was you, you don’t need to do anything.',
    ],
    button: { label: 'This was not me', link: '/forgot-password' },
    after: [
      'If this was not you, choose a new password now. We will send a link to this email address, and all devices will be signed out.',
    ],
  })
}

/** @param to.provider its common name: 'Google'; `account` the owner's address at the provider, if it sent one */
export function providerAdded({
  siteUrl,
  name,
  provider,
  account,
}: To & { provider: string; account: string }): MailContent {
  return composeMail({
    kind: 'provider_added',
    siteUrl,
    subject: `${provider} was added to your account`,
    preview: 'If this was you, you don’t need to do anything.',
    heading: `${provider} was added`,
    before: [
      greeting(name),
      `${account ? `The ${provider} account ${account}` : `A ${provider} account`} was added to your WTF account. You can now use it to sign in. If this was you, you don’t need to do anything.`,
    ],
    button: { label: 'This was not me', link: '/forgot-password' },
    after: [
      `If this was not you, choose a new password now. All devices will be signed out. Then remove ${provider} in your settings.`,
    ],
  })
}

/** Sends a link to sign in without a password; the code is for another device. */
export function magicLink({ siteUrl, name, link, code, minutes }: WithLink & { code: string }): MailContent {
  return composeMail({
    kind: 'magic_link',
    siteUrl,
    subject: 'Your sign-in link',
    preview: `It works once and expires in ${timeOf(minutes)}.`,
    heading: 'Sign in to WTF',
    before: [greeting(name), 'You asked for a link to sign in to WTF. Use it on the device where you requested it.'],
    button: { label: 'Sign in', link },
    code: { label: 'Or enter this code where you requested it:', digits: code },
    after: [
      `The link and the code work once and expire in ${timeOf(minutes)}. Don’t share the code. We will never ask for it.`,
      UNTOUCHED,
    ],
  })
}

/** Replaces `changeEmail` for a new address that already has an account. The website does not reveal that. */
export function accountExists({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'account_exists',
    siteUrl,
    subject: 'You already have an account',
    preview: 'Sign in with this email address, or choose a new password.',
    heading: 'You already have an account',
    before: [
      greeting(name),
      `Someone tried to use this email address for a WTF account, but it already has one. Sign in, or choose a new password at ${new URL('/forgot-password', siteUrl).href}.`,
    ],
    button: { label: 'Sign in', link: '/login' },
    after: [UNTOUCHED],
  })
}

/** Replaces `passwordResetMail` and `magicLink` for an unknown address. The website does not reveal that. */
export function noAccount({ siteUrl }: To): MailContent {
  return composeMail({
    kind: 'no_account',
    siteUrl,
    subject: 'There is no account with this email address',
    preview: 'You may have used another address.',
    heading: 'No account with this email address',
    before: [
      greeting(undefined),
      'Someone tried to sign in to WTF with this email address, but no account uses it. You may have used another address, or signed up with Google or Apple.',
    ],
    button: { label: 'Create an account', link: '/signup' },
    after: [UNTOUCHED],
  })
}

/** @param to.deletedOn when all data is deleted permanently */
export function accountClosing({ siteUrl, name, deletedOn }: To & { deletedOn: Date }): MailContent {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(deletedOn)
  return composeMail({
    kind: 'account_closing',
    siteUrl,
    subject: 'Your account is closed',
    preview: `It will be permanently deleted on ${day}.`,
    heading: 'Your account is closed',
    before: [
      greeting(name),
      `Your WTF account is closed. It will be permanently deleted on ${day}, with everything in it. To keep it, sign in before that day.`,
    ],
    button: { label: 'Keep my account', link: '/login' },
    after: ['If this was not you, sign in and change your password.'],
  })
}

export function welcome({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'welcome',
    siteUrl,
    subject: 'Welcome to WTF',
    preview: 'Independent brands in one place.',
    heading: 'Welcome to WTF',
    before: [
      greeting(name),
      'Your account is ready. Describe what you are looking for, save what you like to your wishlist, and buy from the brand’s own store.',
    ],
    button: { label: 'Discover', link: '/discover' },
    after: ['We only email you about your account. You can turn on other emails in your settings.'],
  })
}

/** Formats a duration: '45 minutes', '2 hours', '1 day'. */
function timeOf(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
