import { formatMoney } from '#server/platform/money.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'
import { after, withoutBreaks } from './store-mails.ts'

const MAX_NAMED = 10

export interface SaleOfMail {
  id: string
  /** The store's order number, '#1001'. */
  order: string
  /** The title of the first product. */
  title: string
  netMinor: bigint
  currency: string
}

/**
 * Reports new sales of a store, at once or once a day.
 * @param mail.sales the latest first; only the first ten are listed
 * @param mail.count the number of sales
 * @param mail.sums their value by currency, in minor units
 */
export function newSales({
  siteUrl,
  name,
  businessName,
  sales,
  count,
  sums,
  isDaily,
  unsubscribeLink,
}: {
  siteUrl: string
  name: string
  businessName: string
  sales: SaleOfMail[]
  count: number
  sums: Array<{ currency: string; netMinor: bigint }>
  isDaily: boolean
  unsubscribeLink: string
}): MailContent {
  const unsubscribeUrl = new URL(unsubscribeLink, siteUrl).href
  const shown = sales.slice(0, MAX_NAMED)
  const total = sums.map(({ currency, netMinor }) => formatMoney(netMinor, currency)).join(' and ')
  const counted = count === 1 ? 'a new sale' : `${count.toLocaleString('en-GB')} new sales`
  return {
    ...composeMail({
      kind: 'new_sales',
      siteUrl,
      subject: `${withoutBreaks(businessName)}: ${counted} (${total})`,
      preview: shown
        .map(({ title }) => withoutBreaks(title))
        .join(', ')
        .slice(0, 120),
      heading: count === 1 ? 'You have a new sale' : `You have ${counted}`,
      before: [
        greeting(name),
        `${businessName} reported ${counted} through WTF, worth ${total}. We confirm each sale when its lock period ends.`,
      ],
      things: {
        shown: shown.map(({ id, order, title, netMinor, currency }) => ({
          name: withoutBreaks(title) || 'Untitled product',
          label: order,
          news: formatMoney(netMinor, currency),
          link: `/brand/dashboard/sales/${id}`,
        })),
        rest: count > shown.length ? `And ${(count - shown.length).toLocaleString('en-GB')} more.` : undefined,
      },
      button: { label: 'Open your sales', link: '/brand/dashboard/sales' },
      after: after(siteUrl, unsubscribeUrl, isDaily ? 'once a day, if you have new sales' : 'within minutes of a sale'),
    }),
    unsubscribeUrl,
  }
}
