import { beforeEach, describe, expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { connect } from '#server/platform/db.ts'
import { createPartner, createProduct, createUser, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { clearWishlist, undoRemoval } from './change-wishlist.service.ts'
import { findWishlistEvents } from './judge-wishes.ts'
import { sendDigests } from './send-digests.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.example'
const NOON = new Date('2026-11-02T12:00:00Z')
const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3600_000)
const BOTH = { priceDrops: true, backInStock: true }

beforeEach(() => here.db.wishlistEvent.deleteMany())

interface Given {
  notifications?: Prisma.InputJsonValue
  settings?: { timeZone?: string; quietFrom?: number; quietUntil?: number; lastDigestAt?: Date }
  user?: Partial<Prisma.UserCreateInput>
}

const createShopper = ({ notifications = BOTH, settings, user }: Given = {}) =>
  createUser(here.db, { notifications, ...(settings && { wishlistSettings: { create: settings } }), ...user })

/** Creates a product at 100.00 dollars with ten in size M, on these wishlists and checked once. */
async function wishedBy(
  userIds: string[],
  given: Partial<Prisma.WishlistItemUncheckedCreateInput> = {},
  name?: string,
) {
  const product = await createProduct(here.db, {
    partnerId: (await createPartner(here.db)).id,
    brandName: 'Toteme',
    ...(name && { name }),
    variants: [{ priceMinor: 10_000, stock: 10, size: 'M' }],
  })
  for (const userId of userIds) await createWishes(here.db, userId, [product.id], given)
  await findWishlistEvents(here.db, inHours(-48))
  return product.id
}

async function become(
  productId: string,
  { stock, priceMinor, status }: { stock?: number; priceMinor?: number; status?: 'active' | 'draft' },
): Promise<void> {
  await here.db.product.update({
    where: { id: productId },
    data: {
      ...(priceMinor !== undefined && { priceMinor, priceMaxMinor: priceMinor }),
      ...(stock !== undefined && { stock, isInStock: stock > 0 }),
      ...(status && { status }),
    },
  })
  if (stock !== undefined) await here.db.productVariant.updateMany({ where: { productId }, data: { stock } })
}

/** Changes the product and records the events. */
async function happens(productId: string, change: Parameters<typeof become>[1], at = inHours(-1)): Promise<void> {
  await become(productId, change)
  await findWishlistEvents(here.db, at)
}

const send = (now = NOON) => sendDigests(here.db, SITE, now)
const mailsTo = (toAddress: string) => here.db.mail.findMany({ where: { toAddress }, orderBy: { createdAt: 'asc' } })

/** Returns the lines of products in an email's text: name, brand, news, link. */
const thingsIn = (text: string) =>
  text.split('\n\n').flatMap((part) => (part.includes(`${SITE}/product/`) ? [part.split('\n')] : []))

describe('a wishlist email', () => {
  test('lists the events with links, and marks them as sent', async () => {
    const shopper = await createShopper()
    const [expensive, gone, wanted] = [
      await wishedBy([shopper.id], {}, 'Linen Coat'),
      await wishedBy([shopper.id], { size: 'M' }, 'Silk Scarf'),
      await wishedBy([shopper.id], { targetMinor: 9_500 }, 'Wool Hat'),
    ]
    await become(expensive, { priceMinor: 7_900 })
    await become(gone, { stock: 2 })
    await happens(wanted, { priceMinor: 9_500 })
    expect(await send()).toBe(1)
    const [mail, ...others] = await mailsTo(shopper.email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'wishlist_digest', subject: '3 changes on your wishlist', state: 'queued' })
    expect(mail!.unsubscribeUrl).toMatch(/^https:\/\/wtf\.example\/wishlist\/unsubscribe\?token=[\w-]{56}$/)
    expect(thingsIn(mail!.text)).toEqual([
      ['Wool Hat', 'Toteme', 'Now $95.00, your target was $95.00', `${SITE}/product/${wanted}`],
      ['Linen Coat', 'Toteme', 'Now $79.00, was $100.00', `${SITE}/product/${expensive}`],
      ['Silk Scarf', 'Toteme', 'Only 2 left in M', `${SITE}/product/${gone}`],
    ])
    const marked = await here.db.wishlistEvent.findMany({ where: { userId: shopper.id } })
    expect(marked.map(({ mailedAt }) => mailedAt)).toEqual([NOON, NOON, NOON])
    expect((await here.db.wishlistSettings.findUnique({ where: { userId: shopper.id } }))?.lastDigestAt).toEqual(NOON)
  })

  test('has one line for each product, with the newest event', async () => {
    const shopper = await createShopper()
    const product = await wishedBy([shopper.id], {}, 'Linen Coat')
    await happens(product, { priceMinor: 8_500 }, inHours(-5))
    await happens(product, { stock: 0 }, inHours(-4))
    await happens(product, { stock: 3 }, inHours(-3))
    await happens(product, { priceMinor: 7_000 }, inHours(-2))
    expect(await send()).toBe(1)
    const [mail] = await mailsTo(shopper.email)
    expect(mail!.subject).toBe('Linen Coat is now $70.00')
    expect(thingsIn(mail!.text)).toEqual([
      ['Linen Coat', 'Toteme', 'Now $70.00, was $85.00', `${SITE}/product/${product}`],
    ])
    expect(await here.db.wishlistEvent.count({ where: { userId: shopper.id, mailedAt: null } })).toBe(0)
  })

  test('includes only events that still apply, at the current price', async () => {
    const shopper = await createShopper()
    const [cheaper, expensiveAgain, goneAgain, hidden, target, forgotten] = [
      await wishedBy([shopper.id], {}, 'Cheaper'),
      await wishedBy([shopper.id], {}, 'Dear again'),
      await wishedBy([shopper.id], { size: 'M' }, 'Gone again'),
      await wishedBy([shopper.id], {}, 'Hidden'),
      await wishedBy([shopper.id], { targetMinor: 9_000 }, 'Still below'),
      await wishedBy([shopper.id], { size: 'M' }, 'Not watched'),
    ]
    await become(goneAgain, { stock: 0 })
    await findWishlistEvents(here.db, inHours(-3))
    await become(cheaper, { priceMinor: 8_000 })
    await become(expensiveAgain, { priceMinor: 8_000 })
    await become(goneAgain, { stock: 9 })
    await become(hidden, { priceMinor: 8_000 })
    await become(target, { priceMinor: 8_000 })
    await become(forgotten, { stock: 2 })
    await findWishlistEvents(here.db, inHours(-2))
    await become(cheaper, { priceMinor: 7_800 })
    await become(expensiveAgain, { priceMinor: 8_001 })
    await become(goneAgain, { stock: 0 })
    await become(hidden, { status: 'draft' })
    await become(target, { priceMinor: 8_900 })
    await here.db.wishlistItem.updateMany({ where: { productId: forgotten }, data: { watchesStock: false } })
    expect(await send()).toBe(1)
    const [mail] = await mailsTo(shopper.email)
    expect(thingsIn(mail!.text).map(([name, , news]) => [name, news])).toEqual([
      ['Still below', 'Now $89.00, your target was $90.00'],
      ['Cheaper', 'Now $78.00, was $100.00'],
    ])
    expect(await here.db.wishlistEvent.count({ where: { userId: shopper.id, mailedAt: null } })).toBe(4)
  })

  test('is not sent if no event still applies, which does not delay the next one', async () => {
    const shopper = await createShopper()
    const product = await wishedBy([shopper.id])
    await happens(product, { priceMinor: 8_000 })
    await become(product, { priceMinor: 9_900 })
    expect(await send()).toBe(0)
    expect(await here.db.wishlistSettings.findUnique({ where: { userId: shopper.id } })).toBeNull()
    await become(product, { priceMinor: 8_000 })
    expect(await send(inHours(0.25))).toBe(1)
  })

  test('is sent at most once a day, with the events since the last one', async () => {
    const shopper = await createShopper()
    const product = await wishedBy([shopper.id])
    await happens(product, { priceMinor: 8_000 })
    expect([await send(), await send(), await send(inHours(8))]).toEqual([1, 0, 0])
    await happens(product, { priceMinor: 7_000 }, inHours(1))
    expect([await send(inHours(2)), await send(inHours(19)), await send(inHours(21)), await send(inHours(48))]).toEqual(
      [0, 0, 1, 0],
    )
    const mails = await mailsTo(shopper.email)
    expect(mails.map(({ text }) => thingsIn(text)[0]?.[2])).toEqual([
      'Now $80.00, was $100.00',
      'Now $70.00, was $80.00',
    ])
  })

  test("waits for the end of quiet hours in the shopper's time zone, and drops events after three days", async () => {
    const inTokyo = await createShopper({ settings: { timeZone: 'Asia/Tokyo' } })
    const always = await createShopper({ settings: { quietFrom: 0, quietUntil: 23 } })
    const product = await wishedBy([inTokyo.id, always.id])
    await happens(product, { priceMinor: 8_000 })
    // It is 21:00 in Tokyo.
    expect(await send()).toBe(0)
    // It is 07:45 and 08:00 of the next day.
    expect([await send(inHours(10.75)), await send(inHours(11))]).toEqual([0, 2])
    expect((await mailsTo(inTokyo.email)).length).toBe(1)
    const late = await createShopper()
    await happens(await wishedBy([late.id]), { priceMinor: 8_000 }, inHours(-73))
    expect(await send()).toBe(0)
  })
})

test('sends emails only to shoppers who can and want to receive them', async () => {
  const [unproven, closing, silent, stocks, prices] = [
    await createShopper({ user: { emailVerifiedAt: null } }),
    await createShopper(),
    await createShopper({ notifications: {} }),
    await createShopper({ notifications: { backInStock: true, priceDrops: false } }),
    await createShopper({ notifications: { priceDrops: true, news: true } }),
  ]
  const all = [unproven, closing, silent, stocks, prices]
  const [cheaper, nearlyGone] = [await wishedBy(all.map(({ id }) => id)), await wishedBy(all.map(({ id }) => id))]
  await become(cheaper, { priceMinor: 8_000 })
  await happens(nearlyGone, { stock: 1 })
  await here.db.user.update({ where: { id: closing.id }, data: { deletionRequestedAt: NOON } })
  expect(await send()).toBe(2)
  const news = async (email: string) =>
    (await mailsTo(email)).map(({ text }) => thingsIn(text).map(([, , each]) => each))
  expect(await Promise.all(all.map(({ email }) => news(email)))).toEqual([
    [],
    [],
    [],
    [['Only 1 left']],
    [['Now $80.00, was $100.00']],
  ])
})

test('holds back an event of a removed item, and sends it after the removal is undone', async () => {
  const viewer = await createViewer(here.db, { notifications: BOTH })
  const ask = { db: here.db, viewer }
  await happens(await wishedBy([viewer.userId]), { priceMinor: 8_000 })
  const { batchId } = await clearWishlist(ask)
  expect(await send()).toBe(0)
  await undoRemoval(ask, batchId)
  expect(await send()).toBe(1)
  expect(thingsIn((await mailsTo(viewer.email))[0]!.text)[0]?.[2]).toBe('Now $80.00, was $100.00')
})

test('queues the other emails if one cannot be queued, and reports the failure', async () => {
  const shoppers = [await createShopper(), await createShopper(), await createShopper()]
  const [first, , last] = shoppers.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const product = await wishedBy(shoppers.map(({ id }) => id))
  await happens(product, { priceMinor: 8_000 })
  await here.db.$executeRawUnsafe(`ALTER TABLE mails ADD CONSTRAINT refused CHECK (to_address <> '${first!.email}')`)
  await expect(send()).rejects.toThrow('1 emails about wishlists could not be queued; 2 were.')
  expect(await mailsTo(last!.email)).toHaveLength(1)
  await here.db.$executeRaw`ALTER TABLE mails DROP CONSTRAINT refused`
  // Failed events are not marked as emailed.
  expect(await send()).toBe(1)
  expect(await mailsTo(first!.email)).toHaveLength(1)
})

test('writes only one email for each shopper, even in simultaneous runs', async () => {
  const shoppers = []
  for (let n = 0; n < 12; n++) shoppers.push(await createShopper())
  const product = await wishedBy(shoppers.map(({ id }) => id))
  await happens(product, { priceMinor: 8_000 })
  const senders = Array.from({ length: 4 }, () => connect(here.url, { poolSize: 2 }))
  const sent = await Promise.all(senders.map((db) => sendDigests(db, SITE, NOON)))
  await Promise.all(senders.map((db) => db.$disconnect()))
  expect(sent.reduce((sum, each) => sum + each, 0)).toBe(12)
  for (const { email } of shoppers) expect(await mailsTo(email)).toHaveLength(1)
})

test('stops on request', async () => {
  const shopper = await createShopper()
  await happens(await wishedBy([shopper.id]), { priceMinor: 8_000 })
  expect(await sendDigests(here.db, SITE, NOON, AbortSignal.abort())).toBe(0)
})
