import { formatMoney } from '#server/platform/money.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'

interface ToPartner {
  siteUrl: string
  name: string
  businessName: string
}

/** An entry approved by two administrators is in the ledger. @param mail.amountMinor signed; negative: less is owed */
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

/** To the administrator who proposed an entry: another one has rejected it. @param mail.decision why */
export function adjustmentRejected({
  siteUrl,
  name,
  businessName,
  amountMinor,
  currency,
  reason,
  decision,
}: ToPartner & { amountMinor: bigint; currency: string; reason: string; decision: string }): MailContent {
  const amount = formatMoney(amountMinor, currency)
  return composeMail({
    kind: 'adjustment_rejected',
    siteUrl,
    subject: `${businessName}: your adjustment of ${amount} is rejected`,
    preview: 'Nothing is in the ledger.',
    heading: 'Your adjustment is rejected',
    before: [
      greeting(name),
      `Another administrator has rejected the ${amount} that you proposed for ${businessName}. Nothing is in the ledger.`,
      `You wrote: ${reason}`,
      `Why it is rejected: ${decision}`,
    ],
    button: { label: 'Open the adjustments', link: '/admin/adjustments?status=rejected' },
    after: [],
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

/** 'waits': it will not count; 'counts_after_all': it counts after 'waits'. */
export type JudgedState = 'waits' | 'does_not_count' | 'counts' | 'counts_after_all'

const JUDGED: Record<JudgedState, string> = {
  waits: 'will not count',
  does_not_count: 'does not count',
  counts: 'counts',
  counts_after_all: 'counts after all',
}

/**
 * An administrator has decided on a flagged sale, or on a flag about the store if there is no `sale`.
 * @param mail.flag the reason for the flag
 * @param mail.sale.from when a waiting decision takes effect (UTC)
 */
export function flagResolved({
  siteUrl,
  name,
  businessName,
  flag,
  sale,
  resolution,
}: ToPartner & {
  flag: string
  sale: { id: string; orderName: string; state: JudgedState; from: Date | null } | null
  resolution: string
}): MailContent {
  const what = sale ? `order ${sale.orderName} ${JUDGED[sale.state]}` : 'what we found about your store'
  return composeMail({
    kind: 'flag_resolved',
    siteUrl,
    subject: `${businessName}: ${what}`,
    preview: sale?.state.startsWith('counts') ? 'The sale goes on as before.' : 'What we found, and what it means.',
    heading: sale ? `The sale ${JUDGED[sale.state]}` : 'We have looked at your store',
    before: [
      greeting(name),
      sale ? verdictOn(sale) : 'We have looked at what seemed odd about your store.',
      `What seemed odd: ${flag}`,
      `What we found: ${resolution}`,
    ],
    button: sale
      ? { label: 'Open the sale', link: `/brand/dashboard/sales/${sale.id}` }
      : { label: 'Open your store', link: '/brand/dashboard/connect-store' },
    after: [CONTACT],
  })
}

function verdictOn({ orderName, state, from }: { orderName: string; state: JudgedState; from: Date | null }): string {
  const nothing = 'nothing is owed for it, and what an invoice asked for comes off your next one.'
  const looked = `We have looked at order ${orderName}`
  if (state === 'counts') return `${looked}. What seemed odd does not keep it from counting.`
  if (state === 'counts_after_all') return `${looked} again. It counts, and goes on as before.`
  if (state === 'does_not_count') return `${looked}. It does not count: ${nothing}`
  if (!from)
    return `${looked}, and one of us found that it does not count. A second person here has to agree. Then ${nothing} If you see it otherwise, tell us.`
  const day = `${from.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${looked}, and found that it does not count. From ${day} on ${nothing} If you see it otherwise, tell us before then.`
}

const CONTACT = 'To ask us something, write to us by the contact page. All entries are in your dashboard.'
