import { formatMoney } from '#server/platform/money.schema.ts'
import { growthPercent } from '#server/platform/period.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'

const MAX_NAMED = 20

interface AboutStore {
  siteUrl: string
  name: string
  businessName: string
  /** The page that stops these emails. */
  unsubscribeLink: string
}

/** Lists a store's products that have run low or sold out since its team's last email. At most one email a day. */
export function inventoryDigest({
  siteUrl,
  name,
  businessName,
  products,
  count,
  unsubscribeLink,
}: AboutStore & { products: Array<{ id: string; name: string; stock: number }>; count: number }): MailContent {
  const unsubscribeUrl = new URL(unsubscribeLink, siteUrl).href
  const shown = products.slice(0, MAX_NAMED)
  const heading = count === 1 ? 'A product is low or out of stock' : `${count} products are low or out of stock`
  return {
    ...composeMail({
      kind: 'inventory_digest',
      siteUrl,
      subject: `${businessName}: ${heading.toLowerCase()}`,
      preview: shown
        .map((product) => withoutBreaks(product.name))
        .join(', ')
        .slice(0, 120),
      heading,
      before: [greeting(name), `Since our last email, these products of ${businessName} have run low or sold out.`],
      things: {
        shown: shown.map(({ id, name: product, stock }) => ({
          name: withoutBreaks(product) || 'Untitled product',
          label: stock === 0 ? 'Out of stock' : 'Low stock',
          news: stock === 0 ? 'None left' : `${stock} left`,
          link: `/product/${id}`,
        })),
        rest: count > shown.length ? `And ${count - shown.length} more.` : undefined,
      },
      button: { label: 'Open your products', link: '/brand/dashboard/products' },
      after: after(siteUrl, unsubscribeUrl, 'at most once a day'),
    }),
    unsubscribeUrl,
  }
}

interface Beside {
  now: number
  /** The figure of the week before. */
  before: number
}
/** Minor units of one currency; `others` is shown beside it and never added. */
interface MoneyBeside extends Beside {
  currency: string
  others: Array<{ currency: string; minor: number }>
}

/** The figures of a week, Monday to Sunday in the store's time zone. */
export interface WeekOfStore {
  newProducts: number
  changedProducts: number
  views: Beside
  /** Shoppers who left for the store, without clicks that do not count (bots, repeats, the team itself). */
  clicks: Beside
  sales: Beside
  revenue: MoneyBeside
  /** The commission for these sales. */
  commission: MoneyBeside
  /** Percent; null if the divisor is 0. */
  viewToClick: number | null
  clickToSale: number | null
}

/** @param mail.from when the week began */
export function weeklyReport({
  siteUrl,
  name,
  businessName,
  from,
  timeZone,
  week,
  unsubscribeLink,
}: AboutStore & { from: Date; timeZone: string; week: WeekOfStore }): MailContent {
  const unsubscribeUrl = new URL(unsubscribeLink, siteUrl).href
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(from)
  const count = (figure: number, one: string, many: string) =>
    `${figure.toLocaleString('en-US')} ${figure === 1 ? one : many}`
  const beside = (figure: Beside, one: string, many: string) => `${count(figure.now, one, many)} (${change(figure)})`
  return {
    ...composeMail({
      kind: 'weekly_report',
      siteUrl,
      subject: `${businessName}: week of ${day}`,
      preview: `${count(week.sales.now, 'sale', 'sales')}, ${count(week.views.now, 'product view', 'product views')}, ${count(week.clicks.now, 'visit', 'visits')} to your store`,
      heading: 'Your week on WTF',
      before: [
        greeting(name),
        `${businessName}, from Monday, ${day}, to Sunday${timeZone === 'UTC' ? '' : ` (${timeZone})`}. The change from the previous week is in brackets. A dash means that there is no figure to compare with.`,
        beside(week.sales, 'sale', 'sales'),
        `Revenue: ${money(week.revenue)}`,
        `Commission on these sales: ${money(week.commission)}`,
        beside(week.views, 'view of your products', 'views of your products'),
        beside(week.clicks, 'visit to your store from WTF', 'visits to your store from WTF'),
        `Views that led to a visit: ${percent(week.viewToClick)}. Visits that led to a sale: ${percent(week.clickToSale)}`,
        count(week.newProducts, 'new product', 'new products'),
        count(week.changedProducts, 'product changed', 'products changed'),
      ],
      button: { label: 'Open your dashboard', link: '/brand/dashboard' },
      after: after(siteUrl, unsubscribeUrl, 'on Mondays'),
    }),
    unsubscribeUrl,
  }
}

const percent = (figure: number | null): string => (figure === null ? '-' : `${figure}%`)

function change({ now, before }: Beside): string {
  const growth = growthPercent(now, before)
  return growth === null || growth <= 0 ? percent(growth) : `+${percent(growth)}`
}

const money = (amount: MoneyBeside): string =>
  [
    `${formatMoney(amount.now, amount.currency)} (${change(amount)})`,
    ...amount.others.map(({ currency, minor }) => formatMoney(minor, currency)),
  ].join(', and ')
/** A shopper's message. The text is passed on unchanged, and the name is shortened. */
interface Said {
  /** 'Ada B.'; '' if the shopper has no name. */
  writer: string
  rating: number
  title: string
  comment: string
}

/**
 * Tells a store that a review of one of its products is published. @param mail.isChanged an earlier version was
 * published before
 */
export function reviewPublished({
  siteUrl,
  name,
  businessName,
  unsubscribeLink,
  product,
  isChanged,
  ...said
}: AboutStore & Said & { product: string; isChanged: boolean }): MailContent {
  const unsubscribeUrl = new URL(unsubscribeLink, siteUrl).href
  const what = withoutBreaks(product) || 'one of your products'
  const writer = withoutBreaks(said.writer) || 'A shopper'
  const heading = isChanged ? 'A review was edited' : 'New review'
  return {
    ...composeMail({
      kind: 'review_published',
      siteUrl,
      subject: `${withoutBreaks(businessName)}: ${said.rating} out of 5 stars for ${what}`,
      preview: quote(said)[0] ?? '',
      heading,
      before: [
        greeting(name),
        `${writer} ${isChanged ? 'edited a review and now gives' : 'gave'} ${what} ${said.rating} out of 5 stars. The review is on the product page.`,
        ...quote(said),
      ],
      button: { label: 'Respond to the review', link: FEEDBACK },
      after: after(siteUrl, unsubscribeUrl, 'when a review is published or a shopper writes to your store'),
    }),
    unsubscribeUrl,
  }
}

/**
 * Tells a store that a shopper has sent it a message. @param mail.about the topic, such as 'shipping' @param
 * mail.isUrgent the shopper gave one star
 */
export function feedbackReceived({
  siteUrl,
  name,
  businessName,
  unsubscribeLink,
  about,
  isUrgent,
  ...said
}: AboutStore & Said & { about: string; isUrgent: boolean }): MailContent {
  const unsubscribeUrl = new URL(unsubscribeLink, siteUrl).href
  const writer = withoutBreaks(said.writer) || 'A shopper'
  return {
    ...composeMail({
      kind: 'feedback_received',
      siteUrl,
      subject: `${withoutBreaks(businessName)}: ${isUrgent ? 'an urgent message' : 'a message'} from a shopper`,
      preview: quote(said)[0] ?? '',
      heading: 'A shopper wrote to your store',
      before: [
        greeting(name),
        `${writer} wrote about ${about} and gave ${said.rating} out of 5 stars. Only you and WTF can read this.`,
        ...quote(said),
      ],
      button: { label: 'Respond to the message', link: FEEDBACK },
      after: after(siteUrl, unsubscribeUrl, 'when a review is published or a shopper writes to your store'),
    }),
    unsubscribeUrl,
  }
}

const FEEDBACK = '/brand/dashboard/feedback'
const MAX_QUOTED = 1_500

function quote({ title, comment }: Said): string[] {
  const text = comment.length > MAX_QUOTED ? `${comment.slice(0, MAX_QUOTED).toWellFormed().trimEnd()}...` : comment
  return [title, ...text.split(/\n+/)].map(withoutBreaks).filter(Boolean)
}

export const after = (siteUrl: string, unsubscribeUrl: string, when: string): string[] => [
  `You get this email ${when}. Change this in your settings: ${new URL('/brand/dashboard/settings/notifications', siteUrl).href}`,
  `To unsubscribe, open ${unsubscribeUrl}`,
]

export const withoutBreaks = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
