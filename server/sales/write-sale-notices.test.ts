import { expect, test } from 'vitest'
import { createUser } from '#tests/factories.ts'
import { createPushDevice, noticesOf } from '#tests/setup/push-device.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { recordOrder } from './record-order.ts'
import { writeSaleNotices } from './write-sale-notices.ts'

const here = useTestDatabase()
const write = (minutes: number) => writeSaleNotices(here.db, minutesAfter(ORDERED, minutes))

/** Creates a store with an owner who has a device and whose position is set. */
async function openStore() {
  const owner = await createUser(here.db, { role: 'partner' })
  const { partner, click } = await createSeller(here.db, { ownerId: owner.id })
  const sell = async (priceMinor = 10_000) => {
    const { id: clickId } = await click()
    const order = storeOrder({ lines: [storeLine({ priceMinor })], signals: [signal({ clickId })] })
    await recordOrder(here.db, partner.id, order, ORDERED)
  }
  const device = await createPushDevice(here.db, owner.id)
  // Sales from before the notifications begin are not new.
  await sell()
  await write(0)
  expect(await noticesOf(here.db, owner.id)).toEqual([])
  return { owner, partner, sell, device }
}

test('reports each sale in one notification, even while earlier ones are pending', async () => {
  const { owner, partner, sell } = await openStore()
  await sell(4_800)
  expect(await write(5)).toBe(1)
  expect(await write(10)).toBe(0)
  for (let n = 0; n < 3; n++) await sell(100)
  // Two runs of a job that was started twice.
  expect((await Promise.all([write(15), write(15)])).toSorted()).toEqual([0, 1])
  const { id } = await here.db.conversion.findFirstOrThrow({ where: { partnerId: partner.id, netMinor: 4_800n } })
  expect(await noticesOf(here.db, owner.id)).toMatchObject([
    {
      title: `${partner.businessName}: a new sale (£48.00)`,
      body: 'Linen dress',
      path: `/brand/dashboard/sales/${id}`,
    },
    { title: `${partner.businessName}: 3 new sales (£3.00)`, body: '', path: '/brand/dashboard/sales' },
  ])
})

test('notifies colleagues, except those who turned it off, left the team or have no device', async () => {
  const { owner, partner, sell } = await openStore()
  const createColleague = () =>
    createUser(here.db, { role: 'partner', membership: { create: { partnerId: partner.id, role: 'viewer' } } })
  const [colleague, leaver, quiet] = [await createColleague(), await createColleague(), await createColleague()]
  await createColleague()
  for (const { id } of [colleague, leaver, quiet]) await createPushDevice(here.db, id)
  await here.db.dashboardPreferences.create({ data: { userId: quiet.id, pushSales: false } })
  await write(1)
  await here.db.partnerMember.deleteMany({ where: { userId: leaver.id } })
  await sell()
  expect(await write(5)).toBe(2)
  const counts = await Promise.all(
    [owner, colleague, leaver, quiet].map(async ({ id }) => (await noticesOf(here.db, id)).length),
  )
  expect(counts).toEqual([1, 1, 0, 0])
})

test('reports only new sales after all devices were signed out', async () => {
  const { owner, sell, device } = await openStore()
  await here.db.session.delete({ where: { id: device.sessionId } })
  await sell()
  await write(5)
  await createPushDevice(here.db, owner.id)
  expect(await write(10)).toBe(0)
  await sell()
  expect(await write(15)).toBe(1)
})
