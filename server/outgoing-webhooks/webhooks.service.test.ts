import { beforeAll, describe, expect, test } from 'vitest'
import { askToConfirmKeys } from '#server/auth/keys-of-leavers.ts'
import { currentKeyId, configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createClick, createPartnerAsk, createProduct, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { listDeliveries, replayDelivery, sendTestEvent } from './deliveries.service.ts'
import {
  createWebhookInput,
  MAX_PAYLOAD_BYTES,
  MAX_WAITING,
  MAX_WEBHOOKS,
  BY_HAND_A_MINUTE,
} from './outgoing-webhooks.schema.ts'
import { addDelivery, recordEvent } from './record-event.ts'
import { reportDailyClicks } from './report-daily-clicks.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  setWebhookState,
} from './webhooks.service.ts'
import { switchWebhookOff } from './switch-webhook-off.ts'
import { openWebhookSecrets, resealWebhooks } from './webhook-secret.ts'

const here = useTestDatabase()
const [OLD_KEY, NEW_KEY] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
beforeAll(() => configureSecrets([OLD_KEY]))
const URL = 'https://hooks.example.com/wtf'
const owner = async (given: Parameters<typeof createPartnerAsk>[1] = {}) => ({
  ...(await createPartnerAsk(here.db, given)),
  visit: createVisit({ siteUrl: 'https://wtf.example' }),
})
const create = (ask: Awaited<ReturnType<typeof owner>>, given: object = {}) =>
  createWebhook(ask, createWebhookInput.parse({ url: URL, eventTypes: ['product.rejected'], ...given }))
const rejected = (partnerId: string) =>
  here.db.$transaction((tx) =>
    recordEvent(
      tx,
      partnerId,
      'product.rejected',
      () => ({ productId: partnerId, name: 'Coat', reason: 'A copy', rejectedAt: new Date().toISOString() }),
      new Date(),
    ),
  )
const deliveriesOf = (webhookId: string) => here.db.outgoingDelivery.findMany({ where: { webhookId } })

describe('a webhook', () => {
  test('shows its secret once, stores it encrypted, and keeps it out of lists, logs and the audit log', async () => {
    const ask = await owner()
    const { webhookId, secret } = await create(ask)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const rotated = await rotateWebhookSecret(ask, { webhookId })
    const audit = await here.db.auditEntry.findMany({ where: { subjectId: ask.partner.id }, orderBy: { at: 'asc' } })
    expect(audit.map(({ action }) => action)).toEqual(['webhook_created', 'webhook_secret_rotated'])
    const row = await here.db.outgoingWebhook.findUniqueOrThrow({ where: { id: webhookId } })
    const shown = JSON.stringify([await listWebhooks(ask), await listDeliveries(ask, { webhookId, page: 1 }), audit])
    for (const each of [secret, rotated.secret]) {
      expect(shown).not.toContain(each.slice(6))
      expect(Buffer.from(row.sealed).includes(each)).toBe(false)
    }
    expect(openWebhookSecrets(row)).toEqual([rotated.secret, secret])
  })

  test('shows the query of its URL to the owner, but not to colleagues, in emails or in the audit log', async () => {
    const ask = await owner()
    const url = `${URL}?token=s3cret`
    const { webhookId } = await create(ask, { url })
    await switchWebhookOff(here.db, 'https://wtf.example', webhookId, 'It failed.')
    const colleague = { ...ask, viewer: await createViewer(here.db, { role: 'partner' }) }
    const shownTo = async (who: typeof ask) => [
      ...(await listWebhooks(who)).map((webhook) => webhook.url),
      (await listDeliveries(who, { webhookId, page: 1 })).webhook.url,
    ]
    expect(await shownTo(ask)).toEqual([url, url])
    expect(await shownTo(colleague)).toEqual([URL, URL])
    const audit = await here.db.auditEntry.findMany({ where: { subjectId: ask.partner.id } })
    expect(audit.map(({ data }) => data)).toMatchObject([{ host: 'hooks.example.com' }, { host: 'hooks.example.com' }])
    const mails = await here.db.mail.findMany({ where: { toAddress: ask.viewer.email } })
    expect(mails).toHaveLength(1)
    expect(JSON.stringify([audit, mails])).not.toMatch(/s3cret|\/wtf\?/)
  })

  test.each([
    ['http://hooks.example.com/', /https/],
    ['ftp://hooks.example.com/', /https/],
    ['hooks.example.com', /https/],
    ['https://ada:secret@hooks.example.com/', /user name/],
    ['https://wtf.example/hooks', /own system/],
    ['https://hooks.example.com:22/', /port 443/],
    ['https://localhost/', /internet/],
    ['https://127.0.0.1/', /internet/],
    ['https://10.0.0.8:8443/', /internet/],
    ['https://[::1]/', /internet/],
    ['https://169.254.169.254/latest', /internet/],
    [`https://hooks.example.com/${'x'.repeat(500)}`, /500/],
  ])('to %s is refused', async (url, message) => {
    const ask = await owner()
    await expect(async () => create(ask, { url })).rejects.toThrow(message)
  })

  test('requires at least one event, and only known ones', () => {
    for (const eventTypes of [[], undefined, ['sale.created', 'sale.stolen'], 'everything'])
      expect(createWebhookInput.safeParse({ url: URL, eventTypes }).success).toBe(false)
    expect(createWebhookInput.parse({ url: URL, eventTypes: 'sale.created' }).eventTypes).toEqual(['sale.created'])
  })

  test(`is refused beyond ${MAX_WEBHOOKS} for one store`, async () => {
    const ask = await owner()
    const made = []
    for (let count = 0; count < MAX_WEBHOOKS; count++) made.push(await create(ask))
    await expect(create(ask)).rejects.toMatchObject({ code: 'too_many' })
    await deleteWebhook(ask, made[0]!)
    await create(ask)
    await create(await owner())
  })

  test.each(['pending', 'rejected', 'suspended'] as const)(
    'cannot be created for a %s store, and records no events',
    async (status) => {
      const ask = await owner()
      const { webhookId } = await create(ask)
      await here.db.partner.update({ where: { id: ask.partner.id }, data: { verificationStatus: status } })
      await expect(create(ask)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(rotateWebhookSecret(ask, { webhookId })).rejects.toMatchObject({ code: 'forbidden' })
      await expect(setWebhookState(ask, { webhookId, state: 'active' })).rejects.toMatchObject({ code: 'forbidden' })
      await rejected(ask.partner.id)
      expect(await deliveriesOf(webhookId)).toEqual([])
    },
  )

  test('and its deliveries are not accessible to another store', async () => {
    const [ask, other] = [await owner(), await owner()]
    const { webhookId } = await create(ask)
    const { deliveryId } = await sendTestEvent(ask, { webhookId })
    await here.db.outgoingDelivery.update({ where: { id: deliveryId }, data: { state: 'failed' } })
    const notFound = { code: 'not_found' }
    await expect(getWebhook(other, { webhookId })).rejects.toMatchObject(notFound)
    await expect(listDeliveries(other, { webhookId, page: 1 })).rejects.toMatchObject(notFound)
    await expect(sendTestEvent(other, { webhookId })).rejects.toMatchObject(notFound)
    await expect(replayDelivery(other, { deliveryId })).rejects.toMatchObject(notFound)
    await expect(rotateWebhookSecret(other, { webhookId })).rejects.toMatchObject(notFound)
    await expect(setWebhookState(other, { webhookId, state: 'paused' })).rejects.toMatchObject(notFound)
    await expect(deleteWebhook(other, { webhookId })).rejects.toMatchObject(notFound)
    expect(await listWebhooks(other)).toEqual([])
    await rejected(other.partner.id)
    expect(await deliveriesOf(webhookId)).toMatchObject([{ id: deliveryId, state: 'failed' }])
  })

  test('is switched off when the store gets another owner', async () => {
    const ask = await owner()
    const { webhookId } = await create(ask)
    await here.db.$transaction((tx) => askToConfirmKeys(tx, ask.partner.id))
    await rejected(ask.partner.id)
    expect(await getWebhook(ask, { webhookId })).toMatchObject({ state: 'off', offReason: /new owner/ })
    expect(await deliveriesOf(webhookId)).toEqual([])
  })
})

test('an event is recorded once for each subscribed webhook, in the transaction of its change', async () => {
  const ask = await owner()
  const [one, two, paused, deaf] = [await create(ask), await create(ask), await create(ask), await create(ask)]
  await setWebhookState(ask, { webhookId: paused.webhookId, state: 'paused' })
  await here.db.outgoingWebhook.update({ where: { id: deaf.webhookId }, data: { eventTypes: ['sale.created'] } })
  await rejected(ask.partner.id)
  await expect(
    here.db.$transaction(async (tx) => {
      await addDelivery(tx, one.webhookId, 'test', {}, new Date())
      throw new Error('never mind')
    }),
  ).rejects.toThrow('never mind')
  const count = async ({ webhookId }: { webhookId: string }) => (await deliveriesOf(webhookId)).length
  expect([await count(one), await count(two), await count(paused), await count(deaf)]).toEqual([1, 1, 0, 0])
  const [delivery] = await deliveriesOf(one.webhookId)
  expect(JSON.parse(delivery!.body)).toMatchObject({ type: 'product.rejected', data: { name: 'Coat' } })
})

test('an event larger than a delivery may be is refused', async () => {
  const { webhookId } = await create(await owner())
  const huge = { text: 'x'.repeat(MAX_PAYLOAD_BYTES) }
  await expect(here.db.$transaction((tx) => addDelivery(tx, webhookId, 'test', huge, new Date()))).rejects.toThrow(
    /too large/,
  )
})

test('test events and replays share a limit', async () => {
  const ask = await owner()
  const [{ webhookId }, other] = [await create(ask), await create(ask)]
  const finish = (id: string) => here.db.outgoingDelivery.update({ where: { id }, data: { state: 'failed' } })
  const { deliveryId } = await sendTestEvent(ask, { webhookId })
  await finish(deliveryId)
  for (let sent = 1; sent < BY_HAND_A_MINUTE / 2; sent++) await sendTestEvent(ask, { webhookId })
  for (let sent = 0; sent < BY_HAND_A_MINUTE / 2; sent++) {
    await replayDelivery(ask, { deliveryId })
    await finish(deliveryId)
  }
  await expect(replayDelivery(ask, { deliveryId })).rejects.toMatchObject({ code: 'too_many' })
  await expect(sendTestEvent(ask, { webhookId })).rejects.toMatchObject({ code: 'too_many' })
  await sendTestEvent(ask, other)
})

test('simultaneous test events count towards the limit', async () => {
  const ask = await owner()
  const { webhookId } = await create(ask)
  const sent = await Promise.allSettled(
    Array.from({ length: BY_HAND_A_MINUTE + 5 }, () => sendTestEvent(ask, { webhookId })),
  )
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(BY_HAND_A_MINUTE)
  expect(await deliveriesOf(webhookId)).toHaveLength(BY_HAND_A_MINUTE)
})

test('a webhook with too many pending deliveries gets no test events, replays or click reports', async () => {
  const ask = await owner()
  const { webhookId } = await create(ask, { eventTypes: ['click.daily'] })
  const finished = await here.db.outgoingDelivery.create({
    data: { webhookId, eventType: 'test', body: '{}', state: 'failed' },
  })
  await here.db.$executeRaw`
    INSERT INTO outgoing_deliveries (id, webhook_id, event_type, body)
    SELECT uuidv7(), ${webhookId}::uuid, 'click.daily', '{}' FROM generate_series(1, ${MAX_WAITING}::int)`
  await expect(sendTestEvent(ask, { webhookId })).rejects.toMatchObject({ code: 'too_many' })
  await expect(replayDelivery(ask, { deliveryId: finished.id })).rejects.toMatchObject({ code: 'too_many' })
  expect(await reportDailyClicks(here.db, new Date())).toBe(0)
})

test('re-encrypts secrets with the current key, once', async () => {
  const { webhookId, secret } = await create(await owner())
  configureSecrets([NEW_KEY, OLD_KEY])
  expect((await resealWebhooks(here.db)).resealed).toBeGreaterThan(0)
  expect(await resealWebhooks(here.db)).toEqual({ resealed: 0, unopened: [] })
  configureSecrets([NEW_KEY])
  const row = await here.db.outgoingWebhook.findUniqueOrThrow({ where: { id: webhookId } })
  expect(row.keyId).toBe(currentKeyId())
  expect(openWebhookSecrets(row)).toEqual([secret])
  configureSecrets([OLD_KEY])
})

test('turning on an active webhook does not reset the attempts of its deliveries', async () => {
  const ask = await owner()
  const { webhookId } = await create(ask)
  const nextAt = new Date('2026-12-01T00:00:00Z')
  const failing = { webhookId, eventType: 'test', body: '{}', attempts: 4, nextAt }
  await here.db.outgoingDelivery.create({ data: failing })
  await setWebhookState(ask, { webhookId, state: 'active' })
  expect(await deliveriesOf(webhookId)).toMatchObject([{ attempts: 4, nextAt }])
  await setWebhookState(ask, { webhookId, state: 'paused' })
  await setWebhookState(ask, { webhookId, state: 'active' })
  expect(await deliveriesOf(webhookId)).toMatchObject([{ attempts: 0 }])
})

test('a webhook can be created and turned on while an order of the store is being recorded', async () => {
  const ask = await owner()
  await here.db.$transaction(async (tx) => {
    // Takes the lock that PostgreSQL takes for a row that refers to the partner.
    await tx.$queryRaw`SELECT id FROM partners WHERE id = ${ask.partner.id}::uuid FOR KEY SHARE`
    const { webhookId } = await create(ask)
    await setWebhookState(ask, { webhookId, state: 'active' })
  })
  expect(await listWebhooks(ask)).toHaveLength(1)
})

test('pausing and resuming a webhook does not report a day of clicks twice', async () => {
  const ask = await owner()
  const { webhookId } = await create(ask, { eventTypes: ['click.daily'] })
  const again = async (now: Date) => {
    await setWebhookState(ask, { webhookId, state: 'paused' })
    await setWebhookState(ask, { webhookId, state: 'active' }, now)
  }
  const noon = new Date('2026-11-11T12:00:00Z')
  expect(await reportDailyClicks(here.db, noon)).toBe(1)
  await again(noon)
  expect(await reportDailyClicks(here.db, noon)).toBe(0)
  // Four days later, the days in between are not reported.
  const later = new Date('2026-11-15T12:00:00Z')
  await again(later)
  expect(await reportDailyClicks(here.db, later)).toBe(1)
})

test("reports the clicks of each past day once, in the store's time zone", async () => {
  const ask = await owner({ timeZone: 'America/New_York' })
  const { webhookId } = await create(ask, { eventTypes: ['click.daily'] })
  const [coat, hat] = [
    await createProduct(here.db, { partnerId: ask.partner.id }),
    await createProduct(here.db, { partnerId: ask.partner.id }),
  ]
  const at = (time: string) => ({ clickedAt: new Date(time) })
  // 00:30 and 23:30 in New York on 10 November, and a minute before and after that day.
  await createClick(here.db, coat, at('2026-11-10T05:30:00Z'))
  await createClick(here.db, coat, at('2026-11-11T04:30:00Z'))
  await createClick(here.db, hat, at('2026-11-10T12:00:00Z'))
  await createClick(here.db, hat, { ...at('2026-11-10T12:00:00Z'), isValid: false, invalidReason: 'bot' })
  await createClick(here.db, hat, at('2026-11-10T04:59:00Z'))
  await createClick(here.db, hat, at('2026-11-11T05:00:00Z'))
  const noon = new Date('2026-11-11T12:00:00Z')
  expect(await reportDailyClicks(here.db, noon)).toBe(1)
  expect(await reportDailyClicks(here.db, noon)).toBe(0)
  const said = async () =>
    (await deliveriesOf(webhookId)).map(({ body }) => (JSON.parse(body) as { data: unknown }).data)
  expect(await said()).toEqual([
    {
      day: '2026-11-10',
      timeZone: 'America/New_York',
      clicks: 3,
      products: [
        { productId: coat.id, clicks: 2 },
        { productId: hat.id, clicks: 1 },
      ],
    },
  ])
  // The job did not run for two days.
  expect(await reportDailyClicks(here.db, new Date('2026-11-13T12:00:00Z'))).toBe(2)
  expect((await said()).map((data) => (data as { day: string }).day)).toEqual([
    '2026-11-10',
    '2026-11-11',
    '2026-11-12',
  ])
})

test('a webhook whose click report fails does not delay others', async () => {
  const ids: string[] = []
  for (let count = 0; count < 2; count++)
    ids.push((await create(await owner(), { eventTypes: ['click.daily'] })).webhookId)
  const [first, other] = ids.toSorted()
  const noon = new Date('2026-11-11T12:00:00Z')
  await here.db.$executeRawUnsafe(
    `ALTER TABLE outgoing_deliveries ADD CONSTRAINT refused CHECK (webhook_id <> '${first}') NOT VALID`,
  )
  try {
    await reportDailyClicks(here.db, noon)
    expect([(await deliveriesOf(first!)).length, (await deliveriesOf(other!)).length]).toEqual([0, 1])
  } finally {
    await here.db.$executeRaw`ALTER TABLE outgoing_deliveries DROP CONSTRAINT refused`
  }
  expect(await reportDailyClicks(here.db, noon)).toBe(1)
  expect(await deliveriesOf(first!)).toHaveLength(1)
})
