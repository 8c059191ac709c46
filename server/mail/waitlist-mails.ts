import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface ToWaiting {
  siteUrl: string
  /** The page with the confirm button. */
  link: string
  /** The page for leaving the waitlist. */
  unsubscribeLink: string
  /** The reference that people quote: 'WTF-9F86D081A3' */
  reference: string
  days: number
}

/**
 * Asks the owner of an address to confirm that they want to join the waitlist. The address joins only after the
 * confirmation.
 */
export function waitlistConfirm({ siteUrl, link, unsubscribeLink, reference, days }: ToWaiting): MailContent {
  const unsubscribeUrl = new URL(unsubscribeLink, siteUrl).href
  return {
    ...composeMail({
      kind: 'waitlist_confirm',
      siteUrl,
      subject: 'Confirm your place on the waitlist',
      preview: 'Confirm your email address to hear when we launch.',
      heading: 'One more step',
      before: [
        greeting(undefined),
        'Someone added this email address to the WTF waitlist. If this was you, confirm the address and we will keep you updated on our launch.',
      ],
      button: { label: 'Confirm my place', link },
      after: [
        `The link works for ${days} days. Your reference is ${reference}.`,
        'If this was not you, ignore this email and we won’t email you again.',
        `To leave the waitlist, open ${unsubscribeUrl}`,
      ],
    }),
    unsubscribeUrl,
  }
}
