import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactEmail } from './mail-config.ts'

interface ToPartner {
  siteUrl: string
  name: string
  businessName: string
}

const DASHBOARD = '/brand/dashboard'

/**
 * Invites a brand.
 * @param mail.link to onboarding; `personalMessage` as the administrator typed it, '' for none; `expiresAt` when the
 *   link ends
 */
export function partnerInvitation({
  siteUrl,
  name,
  businessName,
  personalMessage,
  link,
  expiresAt,
}: ToPartner & { personalMessage: string; link: string; expiresAt: Date }): MailContent {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt)
  return composeMail({
    kind: 'partner_invitation',
    siteUrl,
    subject: `${businessName}: your invitation to WTF`,
    preview: 'Four short steps, and your brand has its place.',
    heading: `${businessName} is invited`,
    before: [
      greeting(name),
      `We would like to show ${businessName} at WTF. People find your products here and buy them in your own store; you pay a commission on the sales that we refer, and nothing else.`,
      ...personalMessage.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Accept the invitation', link },
    after: [
      `The link is yours alone. It works until ${day}, and once.`,
      'If you did not expect this, ignore this mail: nothing happens without you.',
    ],
  })
}

/** Proves the address during onboarding. `isKnown`: it has an account already. */
export function confirmJoining({
  siteUrl,
  name,
  link,
  code,
  minutes,
  isKnown,
}: {
  siteUrl: string
  name: string | undefined
  link: string
  code: string
  minutes: number
  isKnown: boolean
}): MailContent {
  return composeMail({
    kind: 'confirm_joining',
    siteUrl,
    subject: 'Confirm your email address',
    preview: 'Then your onboarding goes on.',
    heading: 'Confirm your email address',
    before: [
      greeting(name),
      'You are joining WTF as a partner. Confirm that this address is yours, and go on there.',
      ...(isKnown ? ['You have an account here with this address already: link and code sign in to it.'] : []),
    ],
    button: { label: 'Confirm address', link },
    code: { label: 'Or type this code where you are joining:', digits: code },
    after: [
      `The link works in the browser in which you are joining. Link and code work once, within ${minutes} minutes. Give the code to nobody: we never ask for it.`,
      'If this was not you, ignore this mail: nothing has changed.',
    ],
  })
}

/** After the last step of onboarding. @param mail.hasNewPassword the account had none before */
export function partnerJoined({
  siteUrl,
  name,
  businessName,
  isApproved,
  hasNewPassword,
  plan,
}: ToPartner & { isApproved: boolean; hasNewPassword: boolean; plan: string }): MailContent {
  return composeMail({
    kind: 'partner_joined',
    siteUrl,
    subject: isApproved ? `${businessName} is on board` : `${businessName}: we look at your brand now`,
    preview: isApproved ? 'Your dashboard is open.' : 'You hear from us, whatever we decide.',
    heading: `Welcome, ${businessName}`,
    before: [
      greeting(name),
      isApproved
        ? 'Your account is open and your brand is approved. Bring your products, and people can find them.'
        : 'Your account is open. We look at your brand now; until it is approved nothing of it is listed. You hear from us at this address.',
      `You have accepted the commission plan ${plan}. It stays as you accepted it until you accept another.`,
      `You have accepted our terms too: ${new URL('/terms', siteUrl).href}`,
      ...(hasNewPassword ? ['Your account has a password now: you sign in with it and this address.'] : []),
    ],
    button: { label: 'Open your dashboard', link: DASHBOARD },
    after: [howToReach(siteUrl)],
  })
}

/** @param mail.isBack the brand had been rejected or suspended before */
export function partnerApproved({ siteUrl, name, businessName, isBack }: ToPartner & { isBack: boolean }): MailContent {
  return composeMail({
    kind: 'partner_approved',
    siteUrl,
    subject: isBack ? `${businessName} is listed again` : `${businessName} is approved`,
    preview: 'Your published products can be found from now on.',
    heading: isBack ? 'Welcome back' : 'You are approved',
    before: [
      greeting(name),
      isBack
        ? `${businessName} is approved again: its published products can be found from now on.`
        : `We have looked at ${businessName}, and we are glad to have it. Its published products can be found from now on.`,
    ],
    button: { label: 'Open your dashboard', link: DASHBOARD },
    after: [howToReach(siteUrl)],
  })
}

/** @param mail.reason as the administrator typed it */
export function partnerRejected({ siteUrl, name, businessName, reason }: ToPartner & { reason: string }): MailContent {
  return composeMail({
    kind: 'partner_rejected',
    siteUrl,
    subject: `About ${businessName} at WTF`,
    preview: 'We cannot list your brand for now.',
    heading: 'Not for now',
    before: [
      greeting(name),
      `We have looked at ${businessName}, and cannot list it for now. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Open your dashboard', link: DASHBOARD },
    after: [
      'If that changes, write to us. If we are wrong, say so once on your dashboard: we look again.',
      howToReach(siteUrl),
    ],
  })
}

/** @param mail.reason as the administrator typed it */
export function partnerSuspended({ siteUrl, name, businessName, reason }: ToPartner & { reason: string }): MailContent {
  return composeMail({
    kind: 'partner_suspended',
    siteUrl,
    subject: `${businessName} is suspended`,
    preview: 'Your products are not listed for the time being.',
    heading: 'Your brand is suspended',
    before: [
      greeting(name),
      `${businessName} and its products are not listed for the time being. Nothing is deleted. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Open your dashboard', link: DASHBOARD },
    after: ['If we are wrong, say so once on your dashboard: we look again.', howToReach(siteUrl)],
  })
}

function howToReach(siteUrl: string): string {
  return contactEmail()
    ? 'To ask us something, answer this mail.'
    : `To ask us something, write to us at ${new URL('/contact', siteUrl).href}: answers to this mail are not read.`
}
