import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactLine } from './contact-line.ts'

interface ToPartner {
  siteUrl: string
  name: string
  businessName: string
}

const DASHBOARD = '/brand/dashboard'

/**
 * Invites a brand.
 * @param mail.link to onboarding; `personalMessage` as the administrator typed it, '' for none; `expiresAt` when the
 *   link expires
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
    preview: 'Join in four short steps.',
    heading: `${businessName} is invited to join WTF`,
    before: [
      greeting(name),
      `We would like to list ${businessName} on WTF. Shoppers discover your products here and buy them in your own store. You only pay commission on sales that we refer.`,
      ...personalMessage.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Accept the invitation', link },
    after: [
      `The link is only for you. It works once and expires on ${day}.`,
      'If you did not expect this, ignore this email. Nothing happens unless you accept.',
    ],
  })
}

/** Verifies the address during onboarding. `isKnown`: an account with this address exists. */
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
    preview: 'Confirm it to continue signing up.',
    heading: 'Confirm your email address',
    before: [
      greeting(name),
      'You are joining WTF as a partner. To continue, confirm that this email address is yours.',
      ...(isKnown
        ? ['You already have an account with this email address. The link and the code sign you in to it.']
        : []),
    ],
    button: { label: 'Confirm address', link },
    code: { label: 'Or enter this code on the sign-up page:', digits: code },
    after: [
      `The link only works in the browser you are signing up in. The link and the code work once and expire in ${minutes} minutes. Don’t share the code. We will never ask for it.`,
      'If this was not you, ignore this email. Nothing has changed.',
    ],
  })
}

/**
 * Welcomes a partner after the last step of onboarding. @param mail.hasNewPassword the account had no password before
 */
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
    subject: isApproved ? `${businessName} has joined WTF` : `${businessName}: we are reviewing your brand`,
    preview: isApproved ? 'Your dashboard is ready.' : 'We will email you our decision.',
    heading: `Welcome, ${businessName}`,
    before: [
      greeting(name),
      isApproved
        ? 'Your account has been created and your brand is approved. Add your products so that shoppers can find them.'
        : 'Your account has been created and we are reviewing your brand. Your products are not listed until we approve it. We will email you our decision.',
      `You accepted the commission plan ${plan}. It stays the same until you accept another plan.`,
      `You also accepted our terms: ${new URL('/terms', siteUrl).href}`,
      ...(hasNewPassword ? ['You have set a password. Use it with this email address to sign in.'] : []),
    ],
    button: { label: 'Open your dashboard', link: DASHBOARD },
    after: [contactLine(siteUrl)],
  })
}

/** @param mail.isBack the brand was rejected or suspended before */
export function partnerApproved({ siteUrl, name, businessName, isBack }: ToPartner & { isBack: boolean }): MailContent {
  return composeMail({
    kind: 'partner_approved',
    siteUrl,
    subject: isBack ? `${businessName} is listed again` : `${businessName} is approved`,
    preview: 'Shoppers can now find your published products.',
    heading: isBack ? 'Welcome back' : 'You are approved',
    before: [
      greeting(name),
      isBack
        ? `${businessName} is approved again. Shoppers can now find its published products.`
        : `We approved ${businessName}, and we are glad to have you. Shoppers can now find your published products.`,
    ],
    button: { label: 'Open your dashboard', link: DASHBOARD },
    after: [contactLine(siteUrl)],
  })
}

/** @param mail.reason as the administrator typed it */
export function partnerRejected({ siteUrl, name, businessName, reason }: ToPartner & { reason: string }): MailContent {
  return composeMail({
    kind: 'partner_rejected',
    siteUrl,
    subject: `Our decision about ${businessName}`,
    preview: 'We cannot list your brand for now.',
    heading: 'We cannot list your brand for now',
    before: [
      greeting(name),
      `We reviewed ${businessName} and cannot list it for now. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Open your dashboard', link: DASHBOARD },
    after: [
      'If anything changes, contact us. If you disagree with our decision, you can appeal once in your dashboard.',
      contactLine(siteUrl),
    ],
  })
}

/** @param mail.reason as the administrator typed it */
export function partnerSuspended({ siteUrl, name, businessName, reason }: ToPartner & { reason: string }): MailContent {
  return composeMail({
    kind: 'partner_suspended',
    siteUrl,
    subject: `${businessName} is suspended`,
    preview: 'Your products are not listed for now.',
    heading: 'Your brand is suspended',
    before: [
      greeting(name),
      `We have suspended ${businessName}. The brand and its products are not listed for now. Nothing was deleted. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
    ],
    button: { label: 'Open your dashboard', link: DASHBOARD },
    after: ['If you disagree with our decision, you can appeal once in your dashboard.', contactLine(siteUrl)],
  })
}

/** Tells a partner that an administrator has changed its currency. @param mail.reason as the administrator typed it */
export function currencyChanged({
  siteUrl,
  name,
  businessName,
  from,
  to,
  reason,
}: ToPartner & { from: string; to: string; reason: string }): MailContent {
  return composeMail({
    kind: 'partner_currency_changed',
    siteUrl,
    subject: `${businessName} now sells in ${to}`,
    preview: `Previously, it sold in ${from}.`,
    heading: `Your currency is now ${to}`,
    before: [
      greeting(name),
      `We have changed the currency of ${businessName} from ${from} to ${to}. The reason:`,
      ...reason.split(/\n{2,}/).filter(Boolean),
      `We do not convert prices. Existing products, sales and invoices keep their currency. New products are priced in ${to}.`,
    ],
    button: { label: 'Check your prices', link: `${DASHBOARD}/products` },
    after: [contactLine(siteUrl)],
  })
}
