import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactEmail } from './mail-config.ts'

// Every email of the shop. `siteUrl` is its origin; `link` a path or an address below it; `name` in its owner's
// spelling; `minutes` the link's lifetime.

interface To {
  siteUrl: string
  name?: string | undefined
}
interface WithLink extends To {
  link: string
  minutes: number
}

const UNTOUCHED = 'If this was not you, ignore this mail: nothing has changed.'

/** Opens the account after a sign-up. */
export function confirmSignUp({ siteUrl, name, link, code, minutes }: WithLink & { code: string }): MailContent {
  return composeMail({
    kind: 'confirm_sign_up',
    siteUrl,
    subject: 'Confirm your email address',
    preview: 'One tap opens your account.',
    heading: 'Confirm your email address',
    before: [greeting(name), 'Someone signed up at WTF with this address. Confirm it’s yours to open your account.'],
    button: { label: 'Confirm address', link },
    code: { label: 'Or type this code where you signed up:', digits: code },
    after: [
      `The link works in the browser that signed up. Link and code work once, within ${timeOf(minutes)}. Give the code to nobody: we never ask for it.`,
      'If this was not you, ignore this mail: no account is opened.',
    ],
  })
}

/** Replaces `confirmSignUp` for an address with an account: only this email says so. */
export function alreadySignedUp({ siteUrl, name, link, code, minutes }: WithLink & { code: string }): MailContent {
  return composeMail({
    kind: 'already_signed_up',
    siteUrl,
    subject: 'You already have an account',
    preview: 'Sign in to it: nothing has changed.',
    heading: 'You already have an account',
    before: [
      greeting(name),
      'Somebody signed up at WTF with this address. It has an account already. If that was you, this signs you in to it; your password stays what it was.',
    ],
    button: { label: 'Sign in', link },
    code: { label: 'Or type this code where you signed up:', digits: code },
    after: [
      `The link works in the browser that signed up. Link and code work once, within ${timeOf(minutes)}. Give the code to nobody: we never ask for it.`,
      UNTOUCHED,
    ],
  })
}

/** Verifies the address of an account that was created before its address was verified. */
export function verifyEmail({ siteUrl, name, link, minutes }: WithLink): MailContent {
  return composeMail({
    kind: 'verify_email',
    siteUrl,
    subject: 'Confirm your email address',
    preview: 'One tap confirms your address.',
    heading: 'Confirm your email address',
    before: [greeting(name), 'An account at WTF was opened with this address. Confirm that it is yours.'],
    button: { label: 'Confirm address', link },
    after: [
      `The link works once, within ${timeOf(minutes)}.`,
      'If this was not you, ignore this mail: the address stays unconfirmed.',
    ],
  })
}

/** To the new address, which must be verified before it takes effect. */
export function changeEmail({ siteUrl, name, link, minutes }: WithLink): MailContent {
  return composeMail({
    kind: 'change_email',
    siteUrl,
    subject: 'Confirm your new email address',
    preview: 'Your account moves to this address once you confirm it.',
    heading: 'Is this your new address?',
    before: [
      greeting(name),
      'You asked to use this address for your account at WTF. Until you confirm it, the old one stays.',
    ],
    button: { label: 'Use this address', link },
    after: [`The link works once, within ${timeOf(minutes)}.`, UNTOUCHED],
  })
}

/** To the old address, when a new one was requested. */
export function emailChangeNotice({ siteUrl, name, newEmail }: To & { newEmail: string }): MailContent {
  return composeMail({
    kind: 'email_change_notice',
    siteUrl,
    subject: 'Request to change your email address',
    preview: 'Nothing has changed yet.',
    heading: 'Request to change your address',
    before: [
      greeting(name),
      `Somebody who is signed in to your account asked to change its address to ${newEmail}. Nothing has changed yet: the new address has to be confirmed first.`,
    ],
    button: { label: 'Open your settings', link: '/settings' },
    after: ['If this was not you, change your password now and sign out everywhere: both are in your settings.'],
  })
}

/** To the old address, once the new one is in effect. */
export function emailChanged({ siteUrl, name, newEmail }: To & { newEmail: string }): MailContent {
  return composeMail({
    kind: 'email_changed',
    siteUrl,
    subject: 'Your email address was changed',
    preview: `Your account now uses ${newEmail}.`,
    heading: 'Your address was changed',
    before: [
      greeting(name),
      `Your account at WTF now uses ${newEmail}. Mail about it no longer comes to this address.`,
    ],
    after: [
      `If this was not you, ${contactEmail() ? 'answer this mail at once, or write to' : 'write to us at once:'} ${contactEmail() ?? new URL('/contact', siteUrl).href}.`,
    ],
  })
}

export function resetPassword({ siteUrl, name, link, minutes }: WithLink): MailContent {
  return composeMail({
    kind: 'reset_password',
    siteUrl,
    subject: 'Reset your password',
    preview: `The link works once, within ${timeOf(minutes)}.`,
    heading: 'Choose a new password',
    before: [greeting(name), 'We received a request to reset the password of your WTF account.'],
    button: { label: 'Choose a password', link },
    after: [
      `The link works once, within ${timeOf(minutes)}. Your old password works until you choose a new one.`,
      UNTOUCHED,
    ],
  })
}

export function passwordChanged({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'password_changed',
    siteUrl,
    subject: 'Your password was changed',
    preview: 'If this was you, there is nothing to do.',
    heading: 'Your password was changed',
    before: [
      greeting(name),
      'The password of your account at WTF was changed. If this was you, there is nothing to do.',
    ],
    button: { label: 'This was not me', link: '/forgot-password' },
    after: ['If this was not you, choose a new password with the button: the link for it comes to this address.'],
  })
}

export function passwordAdded({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'password_added',
    siteUrl,
    subject: 'A password was added to your account',
    preview: 'If this was you, there is nothing to do.',
    heading: 'A password was added',
    before: [
      greeting(name),
      'Your account at WTF had no password. It has one now, which signs in beside the ways that you used before. If this was you, there is nothing to do.',
    ],
    button: { label: 'This was not me', link: '/forgot-password' },
    after: [
      'If this was not you, choose a new password with the button: the link for it comes to this address, and everybody is signed out.',
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
    preview: 'If this was you, there is nothing to do.',
    heading: `${provider} was added`,
    before: [
      greeting(name),
      `${account ? `The ${provider} account ${account}` : `A ${provider} account`} was added to your account at WTF, and signs in to it from now on. If this was you, there is nothing to do.`,
    ],
    button: { label: 'This was not me', link: '/forgot-password' },
    after: [
      `If this was not you, choose a new password with the button: everybody is signed out, and you can remove ${provider} there.`,
    ],
  })
}

/** A sign-in without a password; the code is for another device. */
export function magicLink({ siteUrl, name, link, code, minutes }: WithLink & { code: string }): MailContent {
  return composeMail({
    kind: 'magic_link',
    siteUrl,
    subject: 'Your sign-in link',
    preview: `It works once, within ${timeOf(minutes)}.`,
    heading: 'Sign in to WTF',
    before: [greeting(name), 'Here is your link. It signs you in on the device that asked for it.'],
    button: { label: 'Sign in', link },
    code: { label: 'Or type this code where you asked for it:', digits: code },
    after: [
      `Link and code work once, within ${timeOf(minutes)}. Give the code to nobody: we never ask for it.`,
      UNTOUCHED,
    ],
  })
}

/** Replaces `changeEmail` for a new address that has an account: the requester does not learn that. */
export function accountExists({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'account_exists',
    siteUrl,
    subject: 'You already have an account',
    preview: 'Sign in with this address, or choose a new password.',
    heading: 'You already have an account',
    before: [
      greeting(name),
      `Somebody tried to use this address for an account at WTF. It has one already: sign in, or choose a new password at ${new URL('/forgot-password', siteUrl).href}.`,
    ],
    button: { label: 'Sign in', link: '/login' },
    after: [UNTOUCHED],
  })
}

/** Replaces `resetPassword` and `magicLink` for an unknown address: only this email says so. */
export function noAccount({ siteUrl }: To): MailContent {
  return composeMail({
    kind: 'no_account',
    siteUrl,
    subject: 'There is no account with this address',
    preview: 'Perhaps you used another address.',
    heading: 'No account with this address',
    before: [
      greeting(undefined),
      'Somebody asked to sign in to WTF with this address, but no account has it. Perhaps you used another one, or signed in with Google or Apple.',
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
    preview: `It is deleted for good on ${day}.`,
    heading: 'Your account is closed',
    before: [
      greeting(name),
      `Your account at WTF is closed, and deleted for good on ${day} with everything in it. If you change your mind, sign in before that day: then it stays.`,
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
    preview: 'Independent brands, in one wardrobe.',
    heading: 'Welcome to WTF',
    before: [
      greeting(name),
      "Your account is ready. Search by a sentence, keep what you like in your wishlist, and buy in the brand's own store.",
    ],
    button: { label: 'Discover', link: '/discover' },
    after: ['We only email you about your account. You can turn on more in your settings.'],
  })
}

/** '45 minutes', '2 hours', '1 day' */
function timeOf(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
