import { formatMoney } from '#server/platform/money.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'

/** Maximum products listed in one email. */
const MAX_NAMED = 20
/** Maximum searches with a separate unsubscribe link. */
const MAX_LINKS = 10
const MAX_SUBJECT_NAME = 50

/** A product that is new in the shop. Amounts in minor units of `currency`. */
export interface NewProduct {
  productId: string
  name: string
  brand: string
  priceMinor: number
  /** Whether other variants cost more. */
  isFrom: boolean
  currency: string
  /** The name of the search that found it. */
  search: string
}

interface ToSearcher {
  siteUrl: string
  name: string | undefined
  /** The most relevant first; at least one. */
  products: NewProduct[]
  /** The searches that found the products. */
  searches: Array<{ id: string; name: string; leaveLink: string }>
  /** The page that stops all of these emails. */
  leaveAllLink: string
}

/** Lists new products in saved searches and followed brands since the last of these emails. At most one email a day. */
export function newInDigest({ siteUrl, name, products, searches, leaveAllLink }: ToSearcher): MailContent {
  const unsubscribeUrl = new URL(leaveAllLink, siteUrl).href
  const [first] = products
  const [search, ...others] = searches
  const left = products.length - MAX_NAMED
  const count = products.length === 1 ? 'One new item' : `${products.length} new items`
  const heading = `${count} ${search && !others.length ? `in ${shortened(search.name)}` : 'for you'}`
  return {
    ...composeMail({
      kind: 'new_in_digest',
      siteUrl,
      subject: heading,
      preview: first ? oneLine(`${first.name} by ${first.brand}, ${priceOf(first)}`) : count,
      heading,
      before: [
        greeting(name),
        others.length
          ? 'There are new items in your saved searches and followed brands.'
          : 'Here are the new items since our last email.',
      ],
      things: {
        shown: products.slice(0, MAX_NAMED).map((product) => ({
          name: oneLine(product.name),
          label: oneLine(product.brand),
          news: others.length ? `${priceOf(product)}, in ${shortened(product.search)}` : priceOf(product),
          link: `/product/${product.productId}`,
        })),
        rest: left > 0 ? `And ${left} more.` : undefined,
      },
      button: {
        label: 'See new items',
        link: search && !others.length ? `/new-in/${search.id}` : '/new-in',
      },
      after: [
        'Prices were correct when we sent this email. We mention each item only once.',
        `You get this email, at most once a day, because you saved a search or follow a brand. Change this at ${new URL('/new-in', siteUrl).href}`,
        ...searches
          .slice(0, MAX_LINKS)
          .map((each) => `Stop emails about ${shortened(each.name)}: ${new URL(each.leaveLink, siteUrl).href}`),
        `To unsubscribe from all of these emails, open ${unsubscribeUrl}`,
      ],
    }),
    unsubscribeUrl,
  }
}

const priceOf = ({ priceMinor, isFrom, currency }: NewProduct): string =>
  `${isFrom ? 'From ' : ''}${formatMoney(priceMinor, currency)}`

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()

function shortened(name: string): string {
  const line = oneLine(name)
  return line.length > MAX_SUBJECT_NAME ? `${line.slice(0, MAX_SUBJECT_NAME).toWellFormed().trimEnd()}...` : line
}
