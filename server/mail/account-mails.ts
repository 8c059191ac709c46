import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactLine } from './contact-line.ts'

// Emails to an account's owner about its personal tokens, and about an administrator's actions on it. `siteUrl` is the
// shop's origin, `name` the name as the owner spells it.

interface To {
  siteUrl: string
  name: string
}

const longDay = (date: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** @param to.reason as the administrator typed it; `store` the store that the account owns, null for none */
export function accountSuspended({
  siteUrl,
  name,
  reason,
  store,
}: To & { reason: string; store: string | null }): MailContent {
  return composeMail({
    kind: 'account_suspended',
    siteUrl,
    subject: 'Your account is suspended',
    preview: 'You can’t sign in for now.',
    heading: 'Your account is suspended',
    before: [
      greeting(name),
      'We have suspended your WTF account. You were signed out on all devices and can’t sign in. Nothing was deleted. The reason:',
      ...reason.split(/\n{2,}/).filter(Boolean),
      ...(store
        ? [
            `${store} stays online, and shoppers can still find its products. Until the suspension is lifted, we don’t accept orders that your systems report with your API keys.`,
          ]
        : []),
    ],
    button: { label: 'Contact us', link: '/contact' },
    after: [contactLine(siteUrl)],
  })
}

export function suspensionLifted({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'suspension_lifted',
    siteUrl,
    subject: 'Your account is active again',
    preview: 'You can sign in again.',
    heading: 'Your account is active again',
    before: [greeting(name), 'The suspension of your WTF account has been lifted. You can sign in again.'],
    button: { label: 'Sign in', link: '/login' },
    after: ['Links from our earlier emails no longer work. If you need one, request it again.'],
  })
}

/** Replaces an email that would let someone sign in. */
export function accountStillSuspended({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'account_still_suspended',
    siteUrl,
    subject: 'Your account is suspended',
    preview: 'You can’t sign in for now.',
    heading: 'Your account is suspended',
    before: [
      greeting(name),
      'Someone requested a sign-in email for your WTF account. The account is suspended, so we didn’t send one. We emailed you the reason when we suspended it.',
    ],
    button: { label: 'Contact us', link: '/contact' },
    after: [contactLine(siteUrl)],
  })
}

/** @param to.isAdmin true if the account gained admin access, false if it lost it */
export function adminRoleChanged({ siteUrl, name, isAdmin }: To & { isAdmin: boolean }): MailContent {
  return composeMail({
    kind: 'role_changed',
    siteUrl,
    subject: isAdmin ? 'You are now a WTF administrator' : 'You no longer have admin access to WTF',
    preview: 'You were signed out on all devices.',
    heading: isAdmin ? 'You are now an administrator' : 'You no longer have admin access',
    before: [
      greeting(name),
      isAdmin
        ? 'Your WTF account now has full admin access. You were signed out on all devices. Sign in again and set up two-factor authentication in your settings.'
        : 'Your WTF account is a customer account again. You were signed out on all devices. You can sign in again at any time.',
    ],
    button: { label: 'Sign in', link: '/login' },
    after: ['If you did not expect this, contact us.', contactLine(siteUrl)],
  })
}

/**
 * Tells the other administrators that an account has gained admin access.
 * @param mail.madeBy the person or command that granted it, in words; `until` when the account may first move money
 * (UTC), null for at once
 */
export function adminAdded({
  siteUrl,
  email,
  madeBy,
  until,
  userId,
}: {
  siteUrl: string
  email: string
  madeBy: string
  until: Date | null
  userId: string
}): MailContent {
  return composeMail({
    kind: 'admin_added',
    siteUrl,
    subject: `New administrator: ${email}`,
    preview: 'If you did not expect this, remove their admin access now.',
    heading: 'New administrator',
    before: [
      `${email} is now a WTF administrator. Admin access was granted by ${madeBy}.`,
      ...(until
        ? [`Until ${longDay(until)}, the new administrator cannot propose or approve actions that move money.`]
        : []),
    ],
    button: { label: 'Open the account', link: `/admin/users/${userId}` },
    after: ['If you did not expect this, remove their admin access on that page and suspend the account.'],
  })
}

/** Tells the owner of a closing account that an administrator has cancelled its deletion. */
export function accountKept({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'account_kept',
    siteUrl,
    subject: 'Your account will not be deleted',
    preview: 'We cancelled the deletion.',
    heading: 'Your account will not be deleted',
    before: [
      greeting(name),
      'Your WTF account was due to be deleted. We cancelled the deletion, and you can use the account as before.',
    ],
    button: { label: 'Sign in', link: '/login' },
    after: ['If you did not ask for this, contact us.', contactLine(siteUrl)],
  })
}

/**
 * Tells the owner that an administrator has closed the account at their request.
 * @param to.deletedOn when all data is deleted permanently; `link` the single-use link to the person's data; null if an
 *   email alone must not open it: for an account with a second factor or an unverified address
 */
export function accountClosedForYou({
  siteUrl,
  name,
  deletedOn,
  link,
}: To & { deletedOn: Date; link: string | null }): MailContent {
  const day = longDay(deletedOn)
  return composeMail({
    kind: 'account_closed_for_you',
    siteUrl,
    subject: 'Your account is closed, as you asked',
    preview: `It will be permanently deleted on ${day}.`,
    heading: 'Your account is closed',
    before: [
      greeting(name),
      `As you asked, we closed your WTF account. It will be permanently deleted on ${day}, with everything in it. To keep it, sign in before that day.`,
      link
        ? 'Until then, you can download all the data we keep about you with the link below. It works once.'
        : 'For security, we can’t email you a link to your data: your account uses two-factor authentication, or its email address was never confirmed. To get your data, sign in and download it under Privacy in your settings. Signing in cancels the deletion, so close your account again afterwards.',
    ],
    button: link ? { label: 'Download your data', link } : { label: 'Sign in', link: '/login' },
    after: ['If you did not ask for this, sign in and change your password.', contactLine(siteUrl)],
  })
}

export function personalTokenCreated({
  siteUrl,
  name,
  tokenName,
  expiresAt,
}: To & { tokenName: string; expiresAt: Date }): MailContent {
  return composeMail({
    kind: 'personal_token_created',
    siteUrl,
    subject: 'A personal token was created',
    preview: 'If this was you, you don’t need to do anything.',
    heading: 'A personal token was created',
    before: [
      greeting(name),
      `The token "${tokenName}" lets an assistant or program use your WTF account with the permissions you chose. It expires on ${longDay(expiresAt)}.`,
    ],
    button: { label: 'Open your tokens', link: '/settings/assistants' },
    after: ['If this was not you, revoke the token, then change your password.'],
  })
}
