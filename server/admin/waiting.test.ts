import { expect, test } from 'vitest'
import { createMail, createPartner, createProduct, createReview, createStoreFeedback } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createSeller, signal, storeOrder } from '#tests/setup/sales.ts'
import { createOrderFile } from '#tests/setup/sales.ts'
import { listBrokenStores } from '#server/connections/broken-stores.service.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { listWaiting, MAX_COUNTED, type QueueName } from './waiting.service.ts'

const database = useTestDatabase()
const OLD = new Date('2026-01-02T03:04:05Z')

const counts = async () =>
  Object.fromEntries((await listWaiting(database.db)).map(({ name, count }) => [name, count])) as Record<
    QueueName,
    number
  >
const oldest = async (name: QueueName) => (await listWaiting(database.db)).find((queue) => queue.name === name)?.oldest

test('lists every queue, without an age if it is empty', async () => {
  expect((await listWaiting(database.db)).filter(({ count, oldest }) => count !== 0 || oldest !== null)).toEqual([])
})

test('counts each item once, in its own queue, and shows the age of the oldest', async () => {
  const { db } = database
  const before = await counts()
  const partner = await createPartner(db, { verificationStatus: 'pending', createdAt: OLD })
  await createPartner(db, { verificationStatus: 'rejected' })
  const product = await createProduct(db, { partnerId: (await createPartner(db)).id })
  const about = { partnerId: product.partnerId, productId: product.id }
  await createReview(db, { ...about, createdAt: OLD, flaggedAt: OLD, flagReason: 'Rude' })
  await createReview(db, { ...about, status: 'approved', flaggedAt: OLD, flagReason: 'Rude' })
  await createStoreFeedback(db, { partnerId: product.partnerId, flaggedAt: new Date(), flagReason: 'Rude' })
  await db.supportTicket.create({
    data: { channel: 'support', email: 'a@x.example', subject: 'Where?', description: 'Where is it?', createdAt: OLD },
  })
  for (const status of ['read', 'submitted', 'failed'] as const) await createOrderFile(db, partner.id, { status })
  await db.mail.create({
    data: {
      kind: 'notice',
      toAddress: 'a@x.example',
      subject: 's',
      text: '',
      html: '',
      state: 'failed',
      createdAt: OLD,
    },
  })
  await db.conversionFlag.create({ data: { partnerId: partner.id, kind: 'no_sales', raisedAt: OLD } })
  await db.conversionFlag.create({ data: { partnerId: product.partnerId, kind: 'no_sales', resolvedAt: OLD } })
  const after = await counts()
  const added = Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) =>
      count === before[name as QueueName] ? [] : [[name, count - before[name as QueueName]]],
    ),
  )
  expect(added).toEqual({
    partners: 1,
    reviews: 1,
    flaggedReviews: 2,
    tickets: 1,
    orderFiles: 1,
    failedFiles: 1,
    mails: 1,
    saleFlags: 1,
  })
  for (const name of ['partners', 'reviews', 'flaggedReviews', 'tickets', 'mails', 'saleFlags'] as const)
    expect([name, await oldest(name)]).toEqual([name, OLD])
})

test('counts a broken store and its failed webhooks, but no disconnected or replaced store', async () => {
  const { db } = database
  const connect = async (
    status: 'active' | 'degraded' | 'revoked',
    statusReason = '',
    disconnectedAt: Date | null = null,
    partnerId?: string,
  ) =>
    db.shopifyConnection.create({
      data: {
        partnerId: partnerId ?? (await createPartner(db)).id,
        shop: `s${Math.random()}.myshopify.com`,
        shopId: `${Math.random()}`,
        shopName: 'S',
        currency: 'USD',
        mode: 'token',
        keyId: 'k',
        apiVersion: 'v',
        status,
        statusReason,
        disconnectedAt,
      },
    })
  await connect('active')
  const broken = await connect('degraded', 'It does not answer.')
  await connect('revoked', 'You disconnected it.', new Date())
  await connect('revoked', 'The app was uninstalled in Shopify.', new Date())
  await connect('revoked', 'The app was uninstalled in Shopify.', OLD)
  const { partnerId } = await connect('revoked', 'The app was uninstalled in Shopify.', new Date())
  await connect('active', '', null, partnerId)
  for (const status of ['dead', 'waiting', 'done'] as const)
    await db.webhookEvent.create({
      data: {
        connectionId: broken.id,
        topic: 'orders/create',
        webhookId: status,
        triggeredAt: OLD,
        receivedAt: OLD,
        payload: {},
        status,
      },
    })
  expect(await counts()).toMatchObject({ connections: 2, deadLetters: 1 })
  expect((await listBrokenStores(db, { show: 'degraded', page: 1 })).stores).toHaveLength(2)
  expect(await oldest('deadLetters')).toEqual(OLD)
})

test('dates a sale without an exchange rate from its order, and a disputed sale from the dispute', async () => {
  const { db } = database
  const { partner, click } = await createSeller(db)
  const order = async (given: object) =>
    recordOrder(
      db,
      partner.id,
      storeOrder({ ...given, signals: [signal({ clickId: (await click()).id })] }),
      new Date(),
    )
  await order({ currency: 'SEK' })
  await order({})
  const sale = await db.conversion.findFirstOrThrow({ where: { partnerId: partner.id, status: 'pending' } })
  await db.conversion.update({ where: { id: sale.id }, data: { status: 'disputed' } })
  await db.saleDispute.create({
    data: {
      conversionId: sale.id,
      partnerId: partner.id,
      fromStatus: 'pending',
      reason: 'Not ours',
      openedAt: OLD,
      openedById: partner.id,
    },
  })
  expect(await counts()).toMatchObject({ rates: 1, disputes: 1 })
  expect(await oldest('disputes')).toEqual(OLD)
})

test('stops counting at a limit', async () => {
  await database.db.$executeRaw`
    INSERT INTO mails (id, kind, to_address, subject, text, html, state)
    SELECT gen_random_uuid(), 'notice', 'a@x.example', 's', '', '', 'failed' FROM generate_series(1, ${MAX_COUNTED + 5}::int)`
  expect((await counts()).mails).toBe(MAX_COUNTED)
})

test('counts only failed emails as waiting', async () => {
  const before = (await counts()).mails
  await createMail(database.db, { toAddress: 'a@x.example' })
  expect((await counts()).mails).toBe(before)
})
