import { formatMoney } from '#server/platform/money.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface ToPartner {
  siteUrl: string
  name: string
  businessName: string
}

/** An entry that two administrators agreed on is in the ledger. @param mail.amountMinor signed; below zero: less is owed */
export function adjustmentMade({
  siteUrl,
  name,
  businessName,
  amountMinor,
  currency,
  reason,
  conversionId,
}: ToPartner & { amountMinor: bigint; currency: string; reason: string; conversionId: string | null }): MailContent {
  const isLess = amountMinor < 0n
  const amount = formatMoney(isLess ? -amountMinor : amountMinor, currency)
  return composeMail({
    kind: 'adjustment_made',
    siteUrl,
    subject: `${businessName}: ${amount} ${isLess ? 'less' : 'more'} commission`,
    preview: 'It is on your next invoice.',
    heading: isLess ? `You owe ${amount} less` : `You owe ${amount} more`,
    before: [
      greeting(name),
      `We have added an entry to the ledger of ${businessName}: ${amount} ${isLess ? 'less' : 'more'} commission. It is on your next invoice.`,
      `The reason: ${reason}`,
    ],
    button: conversionId
      ? { label: 'Open the sale', link: `/brand/dashboard/sales/${conversionId}` }
      : { label: 'Open your invoices', link: '/brand/dashboard/invoices' },
    after: [CONTACT],
  })
}

/** An administrator has decided on a dispute. */
export function disputeDecided({
  siteUrl,
  name,
  businessName,
  orderName,
  saleId,
  isOwed,
  decision,
}: ToPartner & { orderName: string; saleId: string; isOwed: boolean; decision: string }): MailContent {
  return composeMail({
    kind: 'dispute_decided',
    siteUrl,
    subject: `${businessName}: ${isOwed ? 'order ' + orderName + ' stands' : 'order ' + orderName + ' does not count'}`,
    preview: isOwed ? 'The sale goes on as before.' : 'Nothing is owed for it any more.',
    heading: isOwed ? 'The sale stands' : 'The sale does not count',
    before: [
      greeting(name),
      isOwed
        ? `We have looked at your dispute of order ${orderName}. The sale stands, and goes on as before.`
        : `We have looked at your dispute of order ${orderName}. It does not count: nothing is owed for it, and what an invoice asked for comes off your next one.`,
      `What we found: ${decision}`,
    ],
    button: { label: 'Open the sale', link: `/brand/dashboard/sales/${saleId}` },
    after: [CONTACT],
  })
}

/**
 * An administrator has looked at a sale that something was odd about.
 * @param mail.state 'waits': it will not count; 'counts': after all
 * @param mail.from when one that waits counts no more (UTC)
 */
export function saleJudged({
  siteUrl,
  name,
  businessName,
  orderName,
  saleId,
  state,
  finding,
  from,
}: ToPartner & {
  orderName: string
  saleId: string
  state: 'waits' | 'does_not_count' | 'counts'
  finding: string
  from: Date | null
}): MailContent {
  const day = from && `${from.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const title = { waits: 'will not count', does_not_count: 'does not count', counts: 'counts after all' }[state]
  const nothing = 'nothing is owed for it, and what an invoice asked for comes off your next one.'
  return composeMail({
    kind: 'sale_judged',
    siteUrl,
    subject: `${businessName}: order ${orderName} ${title}`,
    preview: state === 'counts' ? 'The sale goes on as before.' : 'What we found, and what it means.',
    heading: `The sale ${title}`,
    before: [
      greeting(name),
      state === 'counts'
        ? `We have looked at order ${orderName} again. It counts, and goes on as before.`
        : state === 'waits'
          ? `We have looked at order ${orderName}, and found that it does not count. From ${day} on ${nothing} If you see it otherwise, tell us before then.`
          : `Order ${orderName} does not count: ${nothing}`,
      `What we found: ${finding}`,
    ],
    button: { label: 'Open the sale', link: `/brand/dashboard/sales/${saleId}` },
    after: [CONTACT],
  })
}

const CONTACT = 'To ask us something, write to us by the contact page. All entries are in your dashboard.'
