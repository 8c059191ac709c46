import { UNNAMED, type ProductCard } from '#server/catalogue/product-card.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

/** Clicks older than this are no longer shown. */
const SHOWN_DAYS = 30
/** The number of newest clicks that are read. A product or store counts once, however often it was clicked. */
const MAX_CLICKS = 200

/** A product that the viewer clicked, and the data shown at that time. Amounts in minor units of `currency`. */
interface LeftProduct {
  productId: string
  name: string
  clickedAt: Date
  priceMinor: number
  currency: string
  /** Null if the product is no longer listed. */
  card: ProductCard | null
}

export interface LeftStore {
  partnerId: string
  businessName: string
  /** False if the store is closed here and has no page. */
  isOpen: boolean
  /** Newest first. */
  products: LeftProduct[]
}

/**
 * Lists the stores and products that the viewer clicked in the last 30 days, each once, newest first. Leaves out clicks
 * of robots and of preloading.
 */
export async function listRecentClicks(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  now = new Date(),
): Promise<LeftStore[]> {
  const clicks = await db.outboundClick.findMany({
    where: {
      userId: viewer.userId,
      clickedAt: { gt: new Date(now.getTime() - SHOWN_DAYS * DAY_MS) },
      OR: [{ isValid: true }, { invalidReason: { in: ['duplicate', 'rate', 'self'] } }],
    },
    orderBy: { clickedAt: 'desc' },
    take: MAX_CLICKS,
    select: { productId: true, partnerId: true, clickedAt: true, priceMinor: true, currency: true },
  })
  const newest = [...new Map(clicks.toReversed().map((click) => [click.productId, click])).values()]
  newest.sort((a, b) => b.clickedAt.getTime() - a.clickedAt.getTime())
  const productIds = newest.map(({ productId }) => productId)
  const [cards, names, partners] = await Promise.all([
    findCards(db, productIds),
    // eslint-disable-next-line house/listed-products -- people may see the products that they clicked
    db.product.findMany({ where: { id: { in: productIds } }, select: { id: true, name: true } }),
    db.partner.findMany({
      where: { id: { in: newest.map(({ partnerId }) => partnerId) } },
      select: { id: true, businessName: true, verificationStatus: true, isPaused: true },
    }),
  ])
  const nameOf = new Map(names.map(({ id, name }) => [id, name.trim()]))
  const stores = new Map<string, LeftStore>()
  for (const { partnerId, ...click } of newest) {
    const partner = partners.find(({ id }) => id === partnerId)
    const store = stores.get(partnerId) ?? {
      partnerId,
      businessName: partner?.businessName ?? 'A store that has left',
      isOpen: partner?.verificationStatus === 'approved' && !partner.isPaused,
      products: [],
    }
    stores.set(partnerId, store)
    store.products.push({
      ...click,
      name: nameOf.get(click.productId) || UNNAMED,
      card: cards.get(click.productId) ?? null,
    })
  }
  return [...stores.values()]
}
