import { formatMoney } from '#server/platform/money.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { dayAndTime } from './void-mails.ts'

interface ToPartner {
  siteUrl: string
  name: string
  businessName: string
}

/**
 * Tells a partner that an adjustment approved by two administrators is in the ledger. @param mail.amountMinor negative
 * if it reduces the debt
 */
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
    subject: `${businessName}: your commission was ${isLess ? 'reduced' : 'increased'} by ${amount}`,
    preview: 'It will be on your next invoice.',
    heading: isLess ? `You owe ${amount} less` : `You owe ${amount} more`,
    before: [
      greeting(name),
      `We adjusted the commission for ${businessName}: you owe ${amount} ${isLess ? 'less' : 'more'}. The adjustment will be on your next invoice.`,
      `The reason: ${reason}`,
    ],
    button: conversionId
      ? { label: 'Open the sale', link: `/brand/dashboard/sales/${conversionId}` }
      : { label: 'Open your invoices', link: '/brand/dashboard/invoices' },
    after: [CONTACT],
  })
}

/**
 * Tells the administrator who proposed an adjustment that another one has rejected it. @param mail.decision the reason
 * for the rejection
 */
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
    subject: `${businessName}: your adjustment of ${amount} was rejected`,
    preview: 'Nothing was added to the ledger.',
    heading: 'Your adjustment was rejected',
    before: [
      greeting(name),
      `Another administrator rejected the adjustment of ${amount} that you proposed for ${businessName}. Nothing was added to the ledger.`,
      `Your reason: ${reason}`,
      `Reason for the rejection: ${decision}`,
    ],
    button: { label: 'Open the adjustments', link: '/admin/adjustments?status=rejected' },
    after: [],
  })
}

/** Tells a partner that an administrator has decided on a dispute. */
export function disputeDecided({
  siteUrl,
  name,
  businessName,
  orderName,
  saleId,
  outcome,
  from,
  decision,
}: ToPartner & {
  orderName: string
  saleId: string
  outcome: 'stands' | 'does_not_count' | 'waits'
  from: Date | null
  decision: string
}): MailContent {
  const done = DISPUTED[outcome]
  return composeMail({
    kind: 'dispute_decided',
    siteUrl,
    subject: `${businessName}: your dispute about order ${orderName} ${done.subject}`,
    preview: done.preview,
    heading: done.heading,
    before: [
      greeting(name),
      `We reviewed your dispute about order ${orderName}. ${done.text}`,
      ...(outcome === 'waits' ? [whenAccepted(from)] : []),
      `Our findings: ${decision}`,
    ],
    button: { label: 'Open the sale', link: `/brand/dashboard/sales/${saleId}` },
    after: [CONTACT],
  })
}

const CREDITED = 'If it has already been invoiced, we will deduct the amount from your next invoice.'
const DISPUTED = {
  stands: {
    subject: 'was rejected',
    preview: 'The sale still counts.',
    heading: 'We rejected your dispute',
    text: 'The sale still counts, so its commission is still due.',
  },
  does_not_count: {
    subject: 'was accepted',
    preview: 'You owe no commission for it.',
    heading: 'We accepted your dispute',
    text: `The sale does not count, so you owe no commission for it. ${CREDITED}`,
  },
  waits: {
    subject: 'was provisionally accepted',
    preview: 'You don’t need to do anything.',
    heading: 'We provisionally accepted your dispute',
    text: `We provisionally accepted it. Once the decision is final, you owe no commission for the sale. ${CREDITED}`,
  },
}

const whenAccepted = (from: Date | null) =>
  from
    ? `This takes effect on ${dayAndTime(from)}, unless another member of our team disagrees.`
    : 'A second member of our team has to agree first.'

/**
 * 'waits': the sale was rejected, but the decision has not taken effect yet. 'counts_after_all': it was accepted after
 * that.
 */
export type JudgedState = 'waits' | 'does_not_count' | 'counts' | 'counts_after_all'

const JUDGED: Record<JudgedState, string> = {
  waits: 'was provisionally rejected',
  does_not_count: 'was rejected',
  counts: 'was accepted',
  counts_after_all: 'was accepted after all',
}

/**
 * Tells a partner that an administrator has decided on a flagged sale, or on a flag about the store if `sale` is null.
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
  const what = sale ? `order ${sale.orderName} ${JUDGED[sale.state]}` : 'we reviewed your store'
  return composeMail({
    kind: 'flag_resolved',
    siteUrl,
    subject: `${businessName}: ${what}`,
    preview: sale?.state.startsWith('counts') ? 'The sale counts as before.' : 'Our findings and what happens next.',
    heading: sale ? `The sale ${JUDGED[sale.state]}` : 'We reviewed your store',
    before: [
      greeting(name),
      sale ? verdictOn(sale) : 'We checked your store after a concern was raised.',
      `Why we checked: ${flag}`,
      `Our findings: ${resolution}`,
    ],
    button: sale
      ? { label: 'Open the sale', link: `/brand/dashboard/sales/${sale.id}` }
      : { label: 'Open your store', link: '/brand/dashboard/connect-store' },
    after: [CONTACT],
  })
}

function verdictOn({ orderName, state, from }: { orderName: string; state: JudgedState; from: Date | null }): string {
  const nothing =
    'you owe no commission for it. If it has already been invoiced, we will deduct the amount from your next invoice.'
  const reviewed = `We reviewed order ${orderName}`
  if (state === 'counts') return `${reviewed} and accepted the sale. It counts as before.`
  if (state === 'counts_after_all')
    return `${reviewed} again and accepted the sale. You owe commission for it as before.`
  if (state === 'does_not_count') return `${reviewed} and rejected the sale, so ${nothing}`
  if (!from)
    return `${reviewed} and plan to reject the sale. A second member of our team has to agree first. After that, ${nothing} If you disagree, contact us.`
  return `${reviewed} and decided to reject the sale. The decision takes effect on ${dayAndTime(from)}. After that, ${nothing} If you disagree, contact us before then.`
}

const CONTACT = 'If you have a question, use our contact page. You can find all ledger entries in your dashboard.'

/** Tells the other administrators that the seller details on invoices have changed. @param mail.validFrom a day, UTC */
export function sellerChanged({
  siteUrl,
  by,
  legalName,
  validFrom,
  hasOtherBank,
}: {
  siteUrl: string
  by: string
  legalName: string
  validFrom: Date
  hasOtherBank: boolean
}): MailContent {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(validFrom)
  const what = hasOtherBank ? 'the bank account on invoices' : 'the seller details on invoices'
  return composeMail({
    kind: 'seller_changed',
    siteUrl,
    subject: `${by} changed ${what}`,
    preview: `Valid from ${day}.`,
    heading: hasOtherBank ? 'The bank account on invoices has changed' : 'The seller details have changed',
    before: [`${by} changed ${what}. The new details apply to invoices from ${day}, with ${legalName} as the seller.`],
    button: { label: 'Check the details', link: '/admin/seller' },
    after: [],
  })
}
