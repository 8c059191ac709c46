import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface AboutStore {
  siteUrl: string
  businessName: string
}
type Role = 'editor' | 'viewer'

const TEAM = '/brand/dashboard/team'
const A_ROLE: Record<Role, string> = { editor: 'an editor', viewer: 'a viewer' }
const MAY: Record<Role, string> = {
  editor: 'Editors can change products and the storefront.',
  viewer: 'Viewers can see everything but cannot change anything.',
}

/** Invites a colleague. @param mail.inviter the owner's name, '' if there is none; `expiresAt` when the link expires */
export function colleagueInvitation({
  siteUrl,
  businessName,
  inviter,
  role,
  link,
  expiresAt,
}: AboutStore & { inviter: string; role: Role; link: string; expiresAt: Date }): MailContent {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt)
  return composeMail({
    kind: 'colleague_invitation',
    siteUrl,
    subject: `${businessName}: you are invited to the team`,
    preview: `Help run ${businessName} on WTF as ${A_ROLE[role]}.`,
    heading: `Join ${businessName}`,
    before: [
      greeting(''),
      `${inviter || 'The owner of the store'} has invited you to help run ${businessName} on WTF as ${A_ROLE[role]}. ${MAY[role]}`,
      'To join, sign in or create an account with this email address.',
    ],
    button: { label: 'View the invitation', link },
    after: [
      `The link only works for this email address. It works once and expires on ${day}.`,
      'If you did not expect this, ignore this email. Nothing happens unless you accept.',
    ],
  })
}

/** Tells the owner that a colleague has joined. */
export function colleagueJoined({
  siteUrl,
  name,
  businessName,
  email,
  role,
}: AboutStore & { name: string; email: string; role: Role }): MailContent {
  return composeMail({
    kind: 'colleague_joined',
    siteUrl,
    subject: `${email} has joined ${businessName}`,
    preview: `They joined as ${A_ROLE[role]}.`,
    heading: 'A new team member',
    before: [greeting(name), `${email} accepted your invitation and now helps run ${businessName} as ${A_ROLE[role]}.`],
    button: { label: 'Open your team', link: TEAM },
    after: ['If you do not know this person, remove them from your team.'],
  })
}

/** Tells a colleague that they have been removed. */
export function leftTeam({ siteUrl, name, businessName }: AboutStore & { name: string }): MailContent {
  return composeMail({
    kind: 'colleague_removed',
    siteUrl,
    subject: `You are no longer on the ${businessName} team`,
    preview: 'You keep your account and your wishlist.',
    heading: `You are no longer on the ${businessName} team`,
    before: [
      greeting(name),
      `You no longer have access to ${businessName} on WTF, and you were signed out on all devices. You keep your account and your wishlist.`,
    ],
    after: [],
  })
}

/** Tells the former and the new owner that ownership of a store has been transferred. */
export function storeHandedOver({
  siteUrl,
  businessName,
  from,
  to,
  isHeir,
}: AboutStore & {
  from: { name: string; email: string }
  to: { name: string; email: string }
  isHeir: boolean
}): MailContent {
  return composeMail({
    kind: 'store_handed_over',
    siteUrl,
    subject: isHeir ? `You now own ${businessName} on WTF` : `${businessName} has a new owner`,
    preview: isHeir ? 'Its ownership was transferred to you.' : 'You transferred its ownership.',
    heading: isHeir ? `You now own ${businessName}` : `You transferred ${businessName}`,
    before: [
      greeting(isHeir ? to.name : from.name),
      isHeir
        ? `${from.email} transferred ownership of ${businessName} to you. You now manage its team, settings and contract with us. The former owner is an editor. Confirm or replace the store’s API keys under Connect Store within 7 days. After that, keys that you have not confirmed stop working.`
        : `${to.email} now owns ${businessName}. You are an editor.`,
    ],
    button: { label: 'Open the team', link: TEAM },
    after: isHeir ? [] : ['If this was not you, contact us immediately.'],
  })
}

/** Tells the former and the new owner that an administrator has transferred a store. */
export function storeGivenByUs({
  siteUrl,
  name,
  businessName,
  isHeir,
}: AboutStore & { name: string; isHeir: boolean }): MailContent {
  return composeMail({
    kind: 'store_given',
    siteUrl,
    subject: isHeir ? `You now own ${businessName} on WTF` : `${businessName} has a new owner`,
    preview: 'You were signed out on all devices.',
    heading: isHeir ? `You now own ${businessName}` : `${businessName} has a new owner`,
    before: [
      greeting(name),
      isHeir
        ? `We transferred ${businessName} to your account. You now manage its team, settings and contract with us. You were signed out, so sign in again to see it. The former owner’s API keys have been revoked. If your systems report orders to us, create new keys under Connect Store.`
        : `We transferred ${businessName} to another account, and you no longer have access to it. You keep your account and your wishlist.`,
    ],
    button: isHeir ? { label: 'Open the team', link: TEAM } : { label: 'Contact us', link: '/contact' },
    after: isHeir
      ? ['If you do not know this store, contact us.']
      : ['If you did not expect this, contact us immediately.'],
  })
}
