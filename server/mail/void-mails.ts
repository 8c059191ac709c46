import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface Delayed {
  siteUrl: string
  businessName: string
  orderName: string
  about: 'dispute' | 'flag'
  /** When we said that the sale would be voided (UTC). */
  holdsFrom: Date
}

/**
 * Tells the partner that a sale was not voided when we said it would be. @param mail.isChanged the store has changed
 * the order
 */
export function voidDelayed({
  siteUrl,
  name,
  businessName,
  orderName,
  saleId,
  about,
  holdsFrom,
  isChanged,
}: Delayed & { name: string; saleId: string; isChanged: boolean }): MailContent {
  const said = about === 'dispute' ? 'we would accept your dispute about' : 'we would reject the sale for'
  return composeMail({
    kind: 'void_delayed',
    siteUrl,
    subject: `${businessName}: our decision about order ${orderName} is delayed`,
    preview: 'You don’t need to do anything.',
    heading: 'Our decision is delayed',
    before: [
      greeting(name),
      `We told you that ${said} order ${orderName} on ${dayAndTime(holdsFrom)}. That has not happened yet, because ${
        isChanged ? 'the order has changed since then' : 'a second member of our team has to agree first'
      }.`,
      'We will look at it again and email you our decision. You don’t need to do anything.',
    ],
    button: { label: 'Open the sale', link: `/brand/dashboard/sales/${saleId}` },
    after: ['If you have a question, use our contact page.'],
  })
}

/** Tells administrators that a sale was not voided when we said it would be, so another administrator has to decide. */
export function voidDelayedForAdmins({
  siteUrl,
  businessName,
  orderName,
  about,
  holdsFrom,
  failure,
}: Delayed & { failure: string }): MailContent {
  const isDispute = about === 'dispute'
  return composeMail({
    kind: 'void_delayed_admin',
    siteUrl,
    subject: `Order ${orderName} from ${businessName} was not voided`,
    preview: 'An administrator has to decide.',
    heading: 'A sale was not voided as announced',
    before: [
      `We told ${businessName} that order ${orderName} would be voided on ${dayAndTime(holdsFrom)}, because one administrator had ${
        isDispute ? 'accepted its dispute' : 'rejected the sale'
      }. It was not voided.`,
      `The reason: ${failure}`,
      'Please review it again. A second administrator has to approve voiding it. We have told the partner that the decision is delayed.',
    ],
    button: isDispute
      ? { label: 'Open the disputes', link: '/admin/disputes' }
      : { label: 'Open the flags', link: '/admin/flags' },
    after: [],
  })
}

/** Formats a time: '27 November 2026 at 21:00 UTC'. */
export function dayAndTime(at: Date): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return `${day} at ${time} UTC`
}
