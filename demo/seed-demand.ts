import type { Db } from '#server/platform/db.ts'
import { DEVICE_CLASSES } from '#server/platform/device-class.ts'
import { ulid } from 'ulid'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { Random } from './catalogue/random.ts'
import { demoId } from './demo-ids.ts'
import { DEMO_PARTNER } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'

const SEED = 18
const WISHERS = 9
const WISHED = 14
const SEARCHED_CLICKS = 90
const PEOPLE = ['Ines', 'Jonas', 'Kira', 'Liam', 'Mona', 'Nils', 'Olga', 'Pim', 'Rosa']

/**
 * Creates demand for the demo partner: wishes for sold-out sizes (by people who never sign in), and visits to its store
 * after a search. Runs once.
 */
export async function seedDemand(db: Db, now = new Date()): Promise<void> {
  const partnerId = partnerIdOf(DEMO_PARTNER)
  const firstId = demoId(SEED, 'wisher', 0)
  if (await db.user.findUnique({ where: { id: firstId }, select: { id: true } })) return
  const random = new Random(SEED)
  await seedSearchedClicks(db, partnerId, random, now)
  await seedWishes(db, partnerId, random, now)
}

async function seedWishes(db: Db, partnerId: string, random: Random, now: Date): Promise<void> {
  const products = await db.product.findMany({
    where: { partnerId, status: 'active', variants: { some: { stock: 0, size: { not: null } } } },
    orderBy: { id: 'asc' },
    take: WISHED,
    select: {
      id: true,
      priceMinor: true,
      currency: true,
      variants: { where: { stock: 0, size: { not: null } }, select: { size: true }, orderBy: { position: 'asc' } },
    },
  })
  if (!products.length) return
  const userIds = Array.from({ length: WISHERS }, (_, n) => demoId(SEED, 'wisher', n))
  for (const [n, id] of userIds.entries())
    await db.user.create({
      data: {
        id,
        email: `wisher${n + 1}@wtf.example`,
        isDemo: true,
        emailVerifiedAt: now,
        profile: { create: { fullName: `${PEOPLE[n] ?? 'Some'} Example`, country: 'GB' } },
      },
    })
  await db.wishlistItem.createMany({
    data: products.flatMap(({ id: productId, variants, priceMinor, currency }, place) =>
      // Most people want the first product.
      userIds.slice(0, Math.max(1, WISHERS - place)).map((userId) => ({
        userId,
        productId,
        addedPriceMinor: priceMinor,
        addedCurrency: currency,
        size: random.pick(variants).size,
        // These people do not exist, so they get no emails.
        watchesStock: false,
        addedAt: new Date(now.getTime() - Math.floor(random.next() * 40 * DAY_MS)),
      })),
    ),
  })
}

/** Creates searches with results, and visits to the partner's products that match them. */
async function seedSearchedClicks(db: Db, partnerId: string, random: Random, now: Date): Promise<void> {
  const searches = await db.searchLog.findMany({
    where: { partnerId: null, mode: 'normal', found: { gt: 0 }, searchedAt: { lt: now } },
    orderBy: { id: 'asc' },
    take: 1_000,
    select: { id: true, query: true, searchedAt: true },
  })
  const products = await db.product.findMany({
    where: { partnerId, status: 'active', productUrl: { not: null } },
    orderBy: { id: 'asc' },
    take: 200,
    select: { id: true, searchText: true, productUrl: true, priceMinor: true, currency: true },
  })
  const clicks = searches.flatMap((search, n) => {
    const words = search.query.toLowerCase().replace(/s\b/g, '').split(/\W+/)
    const found = products.filter(({ searchText }) => words.every((word) => ` ${searchText}`.includes(` ${word}`)))
    const product = found[Math.floor(random.next() ** 2 * found.length)]
    if (!product) return []
    const clickedAt = new Date(Math.min(search.searchedAt.getTime() + 90_000, now.getTime() - 1))
    return {
      id: `wc_${ulid(clickedAt.getTime())}`,
      clickedAt,
      expiresAt: new Date(clickedAt.getTime() + 30 * DAY_MS),
      partnerId,
      productId: product.id,
      visitorId: `demo-searcher${random.next().toFixed(12).slice(2)}`,
      surface: 'product',
      searchId: search.id,
      browserFamily: 'Chrome',
      country: 'GB',
      isValid: true,
      device: DEVICE_CLASSES[n % DEVICE_CLASSES.length] ?? '',
      destinationUrl: product.productUrl ?? '',
      destinationHost: URL.parse(product.productUrl ?? '')?.hostname ?? '',
      priceMinor: product.priceMinor,
      currency: product.currency,
      isFirstOfAddress: false,
    }
  })
  await db.outboundClick.createMany({ data: clicks.slice(0, SEARCHED_CLICKS) })
}
