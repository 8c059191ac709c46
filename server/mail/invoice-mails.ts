import { formatMoney } from '#server/platform/money.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { contactLine } from './contact-line.ts'

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

/**
 * Tells a partner that the invoice for a month has been issued. @param mail.creditMinor the part paid with earlier
 * credit notes
 */
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
    preview: payableMinor > 0n ? `${amount}, due on ${dayName(dueOn)}` : 'Paid in full with your credit.',
    heading: `Your invoice for ${monthName(month)}`,
    before: [
      greeting(name),
      `We issued invoice ${number} for the commission on confirmed sales of ${businessName}.`,
      ...(creditMinor > 0n ? [`We deducted your credit of ${formatMoney(creditMinor, currency)}.`] : []),
      payableMinor > 0n ? `Please pay ${amount} by ${dayName(dueOn)}.` : 'You don’t need to pay anything.',
    ],
    button: { label: 'Open the invoice', link: INVOICES },
    after: ['You can find every sale and ledger entry behind this invoice in your dashboard.', contactLine(siteUrl)],
  })
}

/** Tells a partner that a month's ledger entries add up to a credit. @param mail.creditMinor the credit, above 0 */
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
    preview: `We will deduct ${amount} from your next invoices.`,
    heading: `Your credit for ${monthName(month)}`,
    before: [
      greeting(name),
      `In ${monthName(month)}, we refunded more commission to ${businessName} than we charged, for example because of returns. You have a credit of ${amount}, which we will deduct from your next invoices.`,
    ],
    button: { label: 'Open the credit note', link: INVOICES },
    after: [contactLine(siteUrl)],
  })
}

/**
 * Reminds a partner before, on and after an invoice's due date. @param mail.daysOverdue negative before the due date
 */
export function invoiceReminder({
  siteUrl,
  name,
  businessName,
  number,
  month,
  currency,
  dueOn,
  payableMinor,
  daysOverdue,
}: AboutInvoice & { payableMinor: bigint; daysOverdue: number }): MailContent {
  const amount = formatMoney(payableMinor, currency)
  const due = daysOverdue > 0 ? 'was due' : 'is due'
  const when = daysOverdue === 0 ? `today, ${dayName(dueOn)}` : `on ${dayName(dueOn)}`
  return composeMail({
    kind: 'invoice_reminder',
    siteUrl,
    subject: `${businessName}: invoice ${number} ${due} ${daysOverdue === 0 ? 'today' : when}`,
    preview: daysOverdue > 0 ? `${amount} is overdue.` : `${amount} ${due} ${when}.`,
    heading: `Invoice ${number} is ${daysOverdue > 0 ? 'overdue' : daysOverdue === 0 ? 'due today' : 'due soon'}`,
    before: [
      greeting(name),
      `The ${monthName(month)} invoice for ${businessName} ${due} ${when}. Please pay ${amount}.`,
    ],
    button: { label: 'Open the invoice', link: INVOICES },
    after: ['If you have already paid, you can ignore this email.', contactLine(siteUrl)],
  })
}

/** Tells a partner that an administrator has recorded the payment of an invoice. */
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
    preview: 'You don’t need to do anything.',
    heading: 'Thank you for your payment',
    before: [
      greeting(name),
      `We have received ${amount} for invoice ${number} (${businessName}, ${monthName(month)}). The invoice is now paid.`,
    ],
    button: { label: 'Open the invoice', link: INVOICES },
    after: ['If you did not make this payment, please contact us.', contactLine(siteUrl)],
  })
}

/** Tells a partner that an administrator has undone a payment that was recorded by mistake. */
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
      `We told you that we had received ${amount} for invoice ${number} (${businessName}, ${monthName(month)}). That was a mistake: ${reason}`,
      `The invoice is open again. It is due on ${dayName(dueOn)}.`,
    ],
    button: { label: 'Open the invoice', link: INVOICES },
    after: ['If you have already paid it, please let us know.', contactLine(siteUrl)],
  })
}

const monthName = (month: Date) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(month)
const dayName = (day: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day)
