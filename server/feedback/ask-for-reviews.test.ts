import { expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { createClick, createPartner, createProduct, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { askForReviews } from './ask-for-reviews.ts'
import { stopReviewRequests } from './stop-review-requests.service.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-23T15:30:00Z')
const SITE = 'https://wtf.example'
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const WANTED = { notifications: { reviewRequests: true } }
const ask = () => askForReviews(database.db, SITE, NOW)
const mailsTo = (toAddress: string) => database.db.mail.findMany({ where: { toAddress } })
let orders = 0

const createBuyer = (given: Partial<Prisma.UserCreateInput> = {}) => createUser(database.db, { ...WANTED, ...given })

async function createGoods(partner: Parameters<typeof createPartner>[1] = {}, product: object = {}) {
  const { id: partnerId } = await createPartner(database.db, partner)
  return createProduct(database.db, { partnerId, name: 'Wool coat', ...product })
}

/** Creates a sale from the buyer's click, by default confirmed and 20 days old. */
async function createSale(
  buyer: { id: string } | null,
  product: { id: string; partnerId: string },
  given: Partial<Prisma.ConversionUncheckedCreateInput> = {},
  line: Partial<Prisma.ConversionLineCreateWithoutConversionInput> = {},
) {
  const click = await createClick(database.db, product, { userId: buyer?.id ?? null, clickedAt: ago(21) })
  const zero = { discountMinor: 0, taxMinor: 0, shippingMinor: 0, refundedMinor: 0 }
  return database.db.conversion.create({
    data: {
      partnerId: product.partnerId,
      source: 'api',
      externalId: `order${++orders}`,
      currency: 'GBP',
      ...zero,
      orderedAt: ago(20),
      sourceUpdatedAt: ago(20),
      status: 'confirmed',
      clickId: click.id,
      subtotalMinor: 5_000,
      commissionableMinor: 5_000,
      netMinor: 5_000,
      lines: {
        create: {
          externalId: '1',
          productId: product.id,
          title: 'Wool coat',
          quantity: 1,
          priceMinor: 5_000,
          place: 0,
          netMinor: 5_000,
          discountMinor: 0,
          includedTaxMinor: 0,
          ...line,
        },
      },
      ...given,
    },
  })
}

test('asks each subscribed buyer once, in one email for all due reviews', async () => {
  const buyer = await createBuyer()
  const [coat, boots] = [await createGoods(), await createGoods({}, { name: 'Boots' })]
  await createSale(buyer, coat)
  await createSale(buyer, boots, { status: 'paid', orderedAt: ago(60) })
  expect(await Promise.all([ask(), ask(), ask()]).then((counts) => counts.reduce((sum, count) => sum + count))).toBe(1)
  expect(await ask()).toBe(0)
  const [mail, ...others] = await mailsTo(buyer.email)
  expect([mail?.kind, others]).toEqual(['review_request', []])
  for (const { id } of [coat, boots]) expect(mail?.text).toContain(`${SITE}/product/${id}/review`)
  expect(await database.db.reviewRequest.count({ where: { userId: buyer.id } })).toBe(2)

  const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? ''
  await stopReviewRequests(database.db, token)
  await stopReviewRequests(database.db, token)
  await createSale(buyer, await createGoods())
  expect(await ask()).toBe(0)
  await expect(stopReviewRequests(database.db, `x${token.slice(1)}`)).rejects.toMatchObject({ field: 'token' })
})

test.each<[string, () => Promise<unknown>]>([
  ['has not opted in', async () => createSale(await createBuyer({ notifications: {} }), await createGoods())],
  [
    'has not verified the address',
    async () => createSale(await createBuyer({ emailVerifiedAt: null }), await createGoods()),
  ],
  [
    'is closing the account',
    async () => createSale(await createBuyer({ deletionRequestedAt: NOW }), await createGoods()),
  ],
  ['was not signed in', async () => createSale(null, await createGoods())],
  [
    'bought less than 14 days ago',
    async () => createSale(await createBuyer(), await createGoods(), { orderedAt: ago(13) }),
  ],
  ['bought long ago', async () => createSale(await createBuyer(), await createGoods(), { orderedAt: ago(121) })],
  [
    'may still return the product',
    async () => createSale(await createBuyer(), await createGoods(), { status: 'pending' }),
  ],
  ['cancelled', async () => createSale(await createBuyer(), await createGoods(), { status: 'cancelled' })],
  ['placed a test order', async () => createSale(await createBuyer(), await createGoods(), { isTest: true })],
  [
    'returned the product',
    async () => createSale(await createBuyer(), await createGoods(), {}, { refundedQuantity: 1 }),
  ],
  [
    'bought an unlisted product',
    async () => createSale(await createBuyer(), await createGoods({}, { status: 'draft' })),
  ],
  ['bought from a paused store', async () => createSale(await createBuyer(), await createGoods({ isPaused: true }))],
  [
    'has reviewed the product',
    async () => {
      const [buyer, coat] = [await createBuyer(), await createGoods()]
      await database.db.productReview.create({
        data: {
          partnerId: coat.partnerId,
          productId: coat.id,
          userId: buyer.id,
          rating: 4,
          customerName: 'Maya',
          customerEmail: buyer.email,
        },
      })
      await createSale(buyer, coat)
    },
  ],
])('does not ask a buyer who %s', async (_, happen) => {
  await happen()
  expect(await ask()).toBe(0)
})
