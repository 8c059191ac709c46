import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactEmail } from './mail-config.ts'

// What the owner of an account hears when an administrator does something to it. `siteUrl` is the shop's origin; `name` as its owner typed it.

interface To {
  siteUrl: string
  name: string
}

const longDay = (date: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** @param to.reason as the administrator typed it; `store` that the account owns, null for none */
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
    preview: 'Nobody can sign in to it for the time being.',
    heading: 'Your account is suspended',
    before: [
      greeting(name),
      'Your account at WTF is suspended: it was signed out everywhere, and nobody can sign in to it. Nothing is deleted. The reason:',
      ...reason.split(/\n{2,}/).filter(Boolean),
      ...(store
        ? [
            `${store} stays as it is: its products can be found. Orders that its systems report with your keys are refused until the suspension is lifted.`,
          ]
        : []),
    ],
    button: { label: 'Write to us', link: '/contact' },
    after: [howToReach(siteUrl)],
  })
}

export function suspensionLifted({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'suspension_lifted',
    siteUrl,
    subject: 'Your account is open again',
    preview: 'You can sign in as before.',
    heading: 'Your account is open again',
    before: [greeting(name), 'The suspension of your account at WTF is lifted. You can sign in as before.'],
    button: { label: 'Sign in', link: '/login' },
    after: ['Links that we mailed you before do not work any more: ask for new ones.'],
  })
}

/** In place of a mail that would let somebody in. */
export function accountStillSuspended({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'account_still_suspended',
    siteUrl,
    subject: 'Your account is suspended',
    preview: 'Nobody can sign in to it for the time being.',
    heading: 'Your account is suspended',
    before: [
      greeting(name),
      'Somebody asked for a mail that signs in to your account at WTF. It is suspended, so there is none. We mailed you the reason when that happened.',
    ],
    button: { label: 'Write to us', link: '/contact' },
    after: [howToReach(siteUrl)],
  })
}

/** @param to.isAdmin whether the account is an administrator's from now on, or was one until now */
export function adminRoleChanged({ siteUrl, name, isAdmin }: To & { isAdmin: boolean }): MailContent {
  return composeMail({
    kind: 'role_changed',
    siteUrl,
    subject: isAdmin ? 'You are an administrator of WTF now' : 'You are no administrator of WTF any more',
    preview: 'You were signed out everywhere.',
    heading: isAdmin ? 'You are an administrator' : 'You are no administrator any more',
    before: [
      greeting(name),
      isAdmin
        ? 'Your account at WTF is an administrator’s now: it opens everything that runs the shop. You were signed out everywhere; sign in again, and set up a second factor in your settings.'
        : 'Your account at WTF is that of a customer again. You were signed out everywhere; sign in as before.',
    ],
    button: { label: 'Sign in', link: '/login' },
    after: ['If you did not expect this, write to us.', howToReach(siteUrl)],
  })
}

/**
 * For the other administrators: somebody has become one.
 * @param mail.madeBy who did it, in words; `until` when the account may move money (UTC), null for at once
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
    preview: 'If you did not expect this, take the role away now.',
    heading: 'There is a new administrator',
    before: [
      `${email} is an administrator of WTF now. The account was made one by ${madeBy}.`,
      ...(until ? [`Until ${longDay(until)} it cannot propose or decide anything that moves money.`] : []),
    ],
    button: { label: 'Open the account', link: `/admin/users/${userId}` },
    after: ['If you did not expect this, take the role away on that page and suspend the account.'],
  })
}

/** A closing account that an administrator keeps after all. */
export function accountKept({ siteUrl, name }: To): MailContent {
  return composeMail({
    kind: 'account_kept',
    siteUrl,
    subject: 'Your account stays',
    preview: 'It will not be deleted.',
    heading: 'Your account stays',
    before: [greeting(name), 'Your account at WTF was closed, and is open again: it will not be deleted.'],
    button: { label: 'Sign in', link: '/login' },
    after: ['If you did not ask us for this, write to us.', howToReach(siteUrl)],
  })
}

/**
 * On the owner's request, by an administrator.
 * @param to.deletedOn when everything is gone for good; `link` to everything that is kept of the person, once; null
 *   where a mail alone must not open that: an account with a second factor, or an address that nobody has proven
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
    preview: `It is deleted for good on ${day}.`,
    heading: 'Your account is closed',
    before: [
      greeting(name),
      `As you asked us, your account at WTF is closed. It is deleted for good on ${day} with everything in it. If you change your mind, sign in before that day: then it stays.`,
      link
        ? 'Everything that we keep about you is behind this button until then, as a file to download, once.'
        : 'A link alone must not open what we keep about you: your account has a second factor, or its address was never confirmed. To download it, sign in (then the account stays), find it under Privacy in your settings, and close the account there.',
    ],
    button: link ? { label: 'Download your data', link } : { label: 'Sign in', link: '/login' },
    after: ['If you did not ask for this, sign in and change your password.', howToReach(siteUrl)],
  })
}

function howToReach(siteUrl: string): string {
  return contactEmail()
    ? 'To ask us something, answer this mail.'
    : `To ask us something, write to us at ${new URL('/contact', siteUrl).href}: answers to this mail are not read.`
}
