import { z } from 'zod'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import { OPEN_WHERE } from '#server/platform/listed.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { goLink } from './go-link.ts'
import { storeText } from './store-text.ts'
import type { AssistantAsk } from './tool.ts'

/** Maximum characters of a name. */
export const MAX_NAME = 150

/** Formats an amount for assistants: '45.00 GBP'. */
export const priceOf = (minor: number, currency: string): string => `${toAmount(minor, currency)} ${currency}`

/** An amount in an answer. */
export const price = z.string().describe('An amount and its currency: "45.00 GBP".')

export const availability = z.enum(['in stock', 'check at the store', 'out of stock'])

/** Returns the stock in a word. */
export const availabilityOf = (isInStock: boolean, stock: number | null): z.output<typeof availability> =>
  isInStock ? 'in stock' : stock === null ? 'check at the store' : 'out of stock'

/** A product of a list, as `describeCards` describes it. */
export const productCard = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.string().nullable(),
  price,
  highestPrice: price.optional(),
  storesOriginalPrice: price.optional(),
  availability,
  store: z.object({ id: z.string(), name: z.string(), returnsDays: z.int().nullable() }),
  why: z.array(z.string()).optional(),
  link: z.string().describe('Opens the product in its store. Give it to people.'),
  page: z.string(),
  picture: z.string().nullable(),
})

/**
 * Describes products of a list in their order, each with its store and its tracked link.
 * @param whyOf returns the reason for a product's position in the list, which may contain text from the store
 */
export async function describeCards<Card extends ProductCard>(
  ask: AssistantAsk,
  cards: readonly Card[],
  whyOf: (card: Card) => string[] = () => [],
) {
  const stores = await ask.db.partner.findMany({
    where: { id: { in: cards.map(({ partnerId }) => partnerId) }, ...OPEN_WHERE },
    select: { id: true, businessName: true, returnsDays: true },
  })
  const storeOf = new Map(stores.map((store) => [store.id, store]))
  return cards.map((card, place) => {
    const { id, currency, originalPriceMinor: original } = card
    const store = storeOf.get(card.partnerId)
    const [picture] = card.pictures
    const why = whyOf(card).map((each) => storeText(each, MAX_NAME))
    return {
      id,
      name: storeText(card.name, MAX_NAME),
      brand: storeText(card.brand, MAX_NAME),
      category: card.category,
      price: priceOf(card.priceMinor, currency),
      ...(card.priceMaxMinor > card.priceMinor && { highestPrice: priceOf(card.priceMaxMinor, currency) }),
      ...(original !== null && original > card.priceMinor && { storesOriginalPrice: priceOf(original, currency) }),
      availability: availabilityOf(card.isInStock, card.stock),
      store: {
        id: card.partnerId,
        name: storeText(store?.businessName ?? '', MAX_NAME),
        returnsDays: store?.returnsDays ?? null,
      },
      ...(why.length > 0 && { why }),
      link: goLink(ask, id, { position: place + 1 }),
      page: `${ask.siteUrl}/product/${id}`,
      picture: picture ? `${ask.siteUrl}/img/${picture.name}/640.jpg` : null,
    }
  })
}
