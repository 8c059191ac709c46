import { expect, test } from 'vitest'
import { createUser } from '#tests/factories.ts'
import { kindsTo, lastMail } from '#tests/setup/auth.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { stopStoreMail } from '#server/partners/settings/preferences.service.ts'
import type { SaleEmails } from '#server/partners/settings/preferences-values.schema.ts'
import { recordOrder } from './record-order.ts'
import { MAX_SALE_MAILS, sendSaleMails } from './send-sale-mails.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.test'
const HOUR = 60

/** Creates a store whose owner has chosen these emails, with one earlier sale. */
async function openStore(emailSales: SaleEmails | null) {
  const owner = await createUser(here.db, { role: 'partner' })
  const { partner, click } = await createSeller(here.db, { ownerId: owner.id, timeZone: 'America/New_York' })
  if (emailSales) await here.db.dashboardPreferences.create({ data: { userId: owner.id, emailSales } })
  const sell = async (priceMinor = 10_000) => {
    const { id: clickId } = await click()
    const order = storeOrder({ lines: [storeLine({ priceMinor })], signals: [signal({ clickId })] })
    await recordOrder(here.db, partner.id, order, ORDERED)
    return order
  }
  const mails = async () => (await kindsTo(here.db, owner.email)).filter((kind) => kind === 'new_sales').length
  // Sales from before the emails begin are not new.
  await sell()
  await send(ORDERED)
  expect(await mails()).toBe(0)
  return { owner, partner, sell, mails }
}
const send = (now: Date) => sendSaleMails(here.db, SITE, now)

test('instant emails report each sale once, and can combine several', async () => {
  const { owner, partner, sell, mails } = await openStore('instant')
  await sell(4_800)
  expect(await send(minutesAfter(ORDERED, 5))).toBe(1)
  expect(await send(minutesAfter(ORDERED, 10))).toBe(0)
  const one = await lastMail(here.db, owner.email, 'new_sales')
  expect(one.subject).toBe(`${partner.businessName}: a new sale (£48.00)`)
  for (let n = 0; n < 12; n++) await sell(100)
  // Two runs of a job that was started twice.
  expect((await Promise.all([send(minutesAfter(ORDERED, 15)), send(minutesAfter(ORDERED, 15))])).toSorted()).toEqual([
    0, 1,
  ])
  const many = await lastMail(here.db, owner.email, 'new_sales')
  expect(many.subject).toBe(`${partner.businessName}: 12 new sales (£12.00)`)
  expect(many.text).toContain('And 2 more.')
  expect(await mails()).toBe(2)
})

test('instant emails have a daily limit, and report the remaining sales later', async () => {
  const { owner, partner, sell, mails } = await openStore('instant')
  await here.db.saleMailMark.updateMany({ data: { mails: MAX_SALE_MAILS, mailedAt: ORDERED } })
  await sell()
  await sell()
  expect(await send(minutesAfter(ORDERED, HOUR))).toBe(0)
  expect(await send(minutesAfter(ORDERED, 24 * HOUR))).toBe(1)
  expect((await lastMail(here.db, owner.email, 'new_sales')).subject).toBe(
    `${partner.businessName}: 2 new sales (£200.00)`,
  )
  expect(await mails()).toBe(1)
})

test("daily emails, the default, are sent at eight in the morning in the partner's time zone", async () => {
  const { owner, sell, mails } = await openStore(null)
  await sell()
  // ORDERED is 8:00 in New York. The emails began at eight o'clock that day.
  expect(await send(minutesAfter(ORDERED, 24 * HOUR - 1))).toBe(0)
  expect(await send(minutesAfter(ORDERED, 24 * HOUR))).toBe(1)
  await sell()
  expect(await send(minutesAfter(ORDERED, 30 * HOUR))).toBe(0)
  expect(await send(minutesAfter(ORDERED, 50 * HOUR))).toBe(1)
  expect(await send(minutesAfter(ORDERED, 74 * HOUR))).toBe(0)
  expect(await mails()).toBe(2)
  expect((await lastMail(here.db, owner.email, 'new_sales')).text).toContain('once a day')
})

test('nobody gets emails about cancelled sales, or after unsubscribing', async () => {
  const { owner, partner, sell, mails } = await openStore('instant')
  const order = await sell()
  const cancelledAt = minutesAfter(ORDERED, 1).toISOString()
  await recordOrder(here.db, partner.id, { ...order, cancelledAt, updatedAt: cancelledAt }, ORDERED)
  expect(await send(minutesAfter(ORDERED, 5))).toBe(0)
  await sell()
  await send(minutesAfter(ORDERED, 10))
  const { unsubscribeUrl } = await lastMail(here.db, owner.email, 'new_sales')
  await stopStoreMail(here.db, new URL(unsubscribeUrl!).searchParams.get('token')!)
  await sell()
  await send(minutesAfter(ORDERED, 15))
  // After emails are turned on again, they report sales from then on.
  await here.db.dashboardPreferences.update({ where: { userId: owner.id }, data: { emailSales: 'instant' } })
  await send(minutesAfter(ORDERED, 20))
  await send(minutesAfter(ORDERED, 25))
  expect(await mails()).toBe(1)
  await sell()
  await send(minutesAfter(ORDERED, 30))
  expect(await mails()).toBe(2)
})

test('an email that fails does not delay other recipients', async () => {
  const stores = [await openStore('instant'), await openStore('instant'), await openStore('instant')]
  for (const { sell } of stores) await sell()
  // The first person in the job's order.
  const [first, ...others] = stores.toSorted((a, b) => (a.owner.id < b.owner.id ? -1 : 1))
  await here.db.$executeRawUnsafe(
    `ALTER TABLE mails ADD CONSTRAINT refused CHECK (to_address <> '${first!.owner.email}') NOT VALID`,
  )
  try {
    expect(await send(minutesAfter(ORDERED, 5))).toBe(2)
    for (const { mails } of others) expect(await mails()).toBe(1)
  } finally {
    await here.db.$executeRaw`ALTER TABLE mails DROP CONSTRAINT refused`
  }
  expect(await send(minutesAfter(ORDERED, 10))).toBe(1)
  expect(await first!.mails()).toBe(1)
})
