import { formatMoney } from '#server/platform/money.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactEmail } from './mail-config.ts'

interface AboutInvoice {
  siteUrl: string
  name: string
  businessName: string
  number: string
  /** The first day of its month. */
  month: Date
  currency: string
  dueOn: Date
}

const INVOICES = '/brand/dashboard/invoices'

/** A month was closed. @param mail.creditMinor what earlier credit notes paid of it */
export function invoiceIssued({
  siteUrl,
  name,
  businessName,
  number,
  month,
  currency,
  dueOn,
  payableMinor,
  creditMinor,
}: AboutInvoice & { payableMinor: bigint; creditMinor: bigint }): MailContent {
  const amount = formatMoney(payableMinor, currency)
  return composeMail({
    kind: 'invoice_issued',
    siteUrl,
    subject: `${businessName}: invoice ${number} for ${monthName(month)}`,
    preview: payableMinor > 0n ? `${amount}, due on ${dayName(dueOn)}` : 'Your credit has paid it.',
    heading: `Your invoice for ${monthName(month)}`,
    before: [
      greeting(name),
      `The commission for the confirmed sales of ${businessName} is invoiced: ${number}.`,
      ...(creditMinor > 0n ? [`Your credit of ${formatMoney(creditMinor, currency)} is taken off.`] : []),
      payableMinor > 0n ? `Please pay ${amount} by ${dayName(dueOn)}.` : 'There is nothing to pay.',
    ],
    button: { label: 'Open the invoice', link: INVOICES },
    after: ['Every sale and every entry that it rests on is in your dashboard.', howToReach(siteUrl)],
  })
}

/** A month came to less than nothing. @param mail.creditMinor how much less, above 0 */
export function creditNoteIssued({
  siteUrl,
  name,
  businessName,
  number,
  month,
  currency,
  creditMinor,
}: AboutInvoice & { creditMinor: bigint }): MailContent {
  const amount = formatMoney(creditMinor, currency)
  return composeMail({
    kind: 'credit_note_issued',
    siteUrl,
    subject: `${businessName}: credit note ${number} for ${monthName(month)}`,
    preview: `${amount} come off your next invoices.`,
    heading: `A credit for ${monthName(month)}`,
    before: [
      greeting(name),
      `More commission of ${businessName} went back in ${monthName(month)} than came in. You have a credit of ${amount}, which comes off your next invoices.`,
    ],
    button: { label: 'Open the credit note', link: INVOICES },
    after: [howToReach(siteUrl)],
  })
}

/** Once, after the day on which an invoice was due. */
export function invoiceReminder({
  siteUrl,
  name,
  businessName,
  number,
  month,
  currency,
  dueOn,
  payableMinor,
}: AboutInvoice & { payableMinor: bigint }): MailContent {
  const amount = formatMoney(payableMinor, currency)
  return composeMail({
    kind: 'invoice_reminder',
    siteUrl,
    subject: `${businessName}: invoice ${number} was due on ${dayName(dueOn)}`,
    preview: `${amount} are still open.`,
    heading: `Invoice ${number} is still open`,
    before: [
      greeting(name),
      `The invoice of ${businessName} for ${monthName(month)} was due on ${dayName(dueOn)}. ${amount} are still open.`,
    ],
    button: { label: 'Open the invoice', link: INVOICES },
    after: ['If you have paid in the meantime, there is nothing to do.', howToReach(siteUrl)],
  })
}

/** An administrator has noted its payment. */
export function invoicePaid({
  siteUrl,
  name,
  businessName,
  number,
  month,
  currency,
  payableMinor,
}: Omit<AboutInvoice, 'dueOn'> & { payableMinor: bigint }): MailContent {
  const amount = formatMoney(payableMinor, currency)
  return composeMail({
    kind: 'invoice_paid',
    siteUrl,
    subject: `${businessName}: we have received ${amount} for invoice ${number}`,
    preview: 'There is nothing to do.',
    heading: 'Thank you for your payment',
    before: [
      greeting(name),
      `We have received ${amount} for invoice ${number} of ${businessName} for ${monthName(month)}. It is paid.`,
    ],
    button: { label: 'Open the invoice', link: INVOICES },
    after: ['If you have not paid it, please tell us.', howToReach(siteUrl)],
  })
}

/** An administrator has undone its payment, which was recorded by mistake. */
export function invoiceReopened({
  siteUrl,
  name,
  businessName,
  number,
  month,
  currency,
  dueOn,
  payableMinor,
  reason,
}: AboutInvoice & { payableMinor: bigint; reason: string }): MailContent {
  const amount = formatMoney(payableMinor, currency)
  return composeMail({
    kind: 'invoice_reopened',
    siteUrl,
    subject: `${businessName}: invoice ${number} is open again`,
    preview: `We recorded a payment of ${amount} by mistake.`,
    heading: `Invoice ${number} is open again`,
    before: [
      greeting(name),
      `We told you that we had received ${amount} for invoice ${number} of ${businessName} for ${monthName(month)}. That was a mistake: ${reason}`,
      `The invoice is open again. It is due on ${dayName(dueOn)}.`,
    ],
    button: { label: 'Open the invoice', link: INVOICES },
    after: ['If you have paid it, please tell us.', howToReach(siteUrl)],
  })
}

const monthName = (month: Date) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month)
const dayName = (day: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day)

function howToReach(siteUrl: string): string {
  return contactEmail()
    ? 'To ask us something, answer this mail.'
    : `To ask us something, write to us at ${new URL('/contact', siteUrl).href}: answers to this mail are not read.`
}
