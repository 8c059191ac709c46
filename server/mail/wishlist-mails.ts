import { formatMoney } from '#server/platform/money.schema.ts'
import { composeMail, greeting, type MailContent } from './compose-mail.ts'

/** Maximum products listed in one email. */
const MAX_NAMED = 20
const MAX_SUBJECT_NAME = 50

/** A change to a product on a wishlist. Amounts in minor units of `currency`. */
export type WishlistChange = { name: string; brand: string; productId: string } & (
  | { kind: 'price_drop'; fromMinor: number; toMinor: number; currency: string }
  | { kind: 'below_target'; targetMinor: number; toMinor: number; currency: string }
  /** Null for any size. */
  | { kind: 'back_in_stock'; size: string | null }
  | { kind: 'low_stock'; size: string | null; stock: number }
)

interface ToWisher {
  siteUrl: string
  name: string | undefined
  /** The most relevant first, one per product; at least one. */
  changes: WishlistChange[]
  /** The page that stops these emails. */
  unsubscribeLink: string
}

/** Lists changes on a wishlist since the last of these emails. At most one email a day. */
export function wishlistDigest({ siteUrl, name, changes, unsubscribeLink }: ToWisher): MailContent {
  const unsubscribeUrl = new URL(unsubscribeLink, siteUrl).href
  const [first] = changes
  const left = changes.length - MAX_NAMED
  const count = `${changes.length} changes on your wishlist`
  const heading = first && changes.length === 1 ? subjectOf(first) : count
  return {
    ...composeMail({
      kind: 'wishlist_digest',
      siteUrl,
      subject: heading,
      preview: first ? oneLine(`${first.name}: ${newsOf(first)}`) : count,
      heading,
      before: [greeting(name), 'Here’s what has changed on your wishlist.'],
      things: {
        shown: changes.slice(0, MAX_NAMED).map((change) => ({
          name: oneLine(change.name),
          label: oneLine(change.brand),
          news: newsOf(change),
          link: `/product/${change.productId}`,
        })),
        rest: left > 0 ? `And ${left} more.` : undefined,
      },
      button: { label: 'View your wishlist', link: '/wishlist' },
      after: [
        'Prices and stock were correct when we sent this email.',
        `You’re receiving this email because wishlist updates are turned on. We send it at most once a day. Change your settings at ${new URL('/settings/wishlist', siteUrl).href}`,
        `To unsubscribe, open ${unsubscribeUrl}`,
      ],
    }),
    unsubscribeUrl,
  }
}

function newsOf(change: WishlistChange): string {
  switch (change.kind) {
    case 'price_drop':
      return `Now ${formatMoney(change.toMinor, change.currency)}, was ${formatMoney(change.fromMinor, change.currency)}`
    case 'below_target':
      return `Now ${formatMoney(change.toMinor, change.currency)}, your target was ${formatMoney(change.targetMinor, change.currency)}`
    case 'back_in_stock':
      return change.size === null ? 'Back in stock' : `Back in stock in ${oneLine(change.size)}`
    case 'low_stock':
      return `Only ${change.stock} left${change.size === null ? '' : ` in ${oneLine(change.size)}`}`
  }
}

function subjectOf(change: WishlistChange): string {
  const name = shortened(change.name)
  switch (change.kind) {
    case 'price_drop':
    case 'below_target':
      return `${name} is now ${formatMoney(change.toMinor, change.currency)}`
    case 'back_in_stock':
      return `${name} is back in stock`
    case 'low_stock':
      return `${name} is almost sold out`
  }
}

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()

function shortened(name: string): string {
  const line = oneLine(name)
  return line.length > MAX_SUBJECT_NAME ? `${line.slice(0, MAX_SUBJECT_NAME).toWellFormed().trimEnd()}...` : line
}
