import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface AboutStore {
  siteUrl: string
  businessName: string
}
type Role = 'editor' | 'viewer'

const TEAM = '/brand/dashboard/team'
const MAY: Record<Role, string> = {
  editor: 'An editor changes products and what the store shows.',
  viewer: 'A viewer looks at everything and changes nothing.',
}

/** Invites a colleague. @param mail.inviter the owner's name, '' if it has none; `expiresAt` when the link ends */
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
    preview: `Work on ${businessName} at WTF as ${role}.`,
    heading: `Join ${businessName}`,
    before: [
      greeting(''),
      `${inviter || 'The owner of the store'} invites you to work on ${businessName} at WTF as ${role}. ${MAY[role]}`,
      'Sign in with this address, or make an account with it; then you can join.',
    ],
    button: { label: 'See the invitation', link },
    after: [
      `The link works until ${day}, for this address only, and once.`,
      'If you did not expect this, ignore this mail: nothing happens without you.',
    ],
  })
}

/** To the owner, when a colleague has joined. */
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
    preview: `As ${role}.`,
    heading: 'A new colleague',
    before: [greeting(name), `${email} has accepted your invitation and works on ${businessName} as ${role} now.`],
    button: { label: 'Open your team', link: TEAM },
    after: ['If you do not know this person, remove the account from your team.'],
  })
}

/** To a colleague who was removed. */
export function leftTeam({ siteUrl, name, businessName }: AboutStore & { name: string }): MailContent {
  return composeMail({
    kind: 'colleague_removed',
    siteUrl,
    subject: `You no longer belong to ${businessName}`,
    preview: 'Your account and your wishlist stay.',
    heading: 'You have left a team',
    before: [
      greeting(name),
      `You no longer work on ${businessName} at WTF, and were signed out everywhere. Your account stays, with all that you keep on your wishlist.`,
    ],
    after: [],
  })
}

/** To both, when a store has another owner. */
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
    subject: isHeir ? `You own ${businessName} at WTF now` : `${businessName} has another owner now`,
    preview: isHeir ? 'It was handed over to you.' : 'You have handed it over.',
    heading: isHeir ? `${businessName} is yours` : `You have handed over ${businessName}`,
    before: [
      greeting(isHeir ? to.name : from.name),
      isHeir
        ? `${from.email} has handed ${businessName} over to you. Team, settings and the contract with us are yours to decide; the former owner works on it as an editor. Confirm or replace the store's keys within 7 days, under Connect Store. Keys that you do not confirm stop working then.`
        : `${businessName} belongs to ${to.email} now. You work on it as an editor.`,
    ],
    button: { label: 'Open the team', link: TEAM },
    after: isHeir ? [] : ['If this was not you, write to us at once.'],
  })
}

/** To both, when an administrator has given a store another owner. */
export function storeGivenByUs({
  siteUrl,
  name,
  businessName,
  isHeir,
}: AboutStore & { name: string; isHeir: boolean }): MailContent {
  return composeMail({
    kind: 'store_given',
    siteUrl,
    subject: isHeir ? `You own ${businessName} at WTF now` : `${businessName} has another owner now`,
    preview: 'You were signed out everywhere.',
    heading: isHeir ? `${businessName} is yours` : `${businessName} has another owner`,
    before: [
      greeting(name),
      isHeir
        ? `We have given ${businessName} to your account. Team, settings and the contract with us are yours to decide. You were signed out; sign in again to see it. The former owner's keys are revoked: make new ones under Connect Store if your systems report orders to us.`
        : `We have given ${businessName} to another account, and yours does not open it any more. Your account stays, with all that you keep on your wishlist.`,
    ],
    button: isHeir ? { label: 'Open the team', link: TEAM } : { label: 'Write to us', link: '/contact' },
    after: isHeir
      ? ['If you do not know this store, write to us.']
      : ['If you did not expect this, write to us at once.'],
  })
}
