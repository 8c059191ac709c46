import { expect, test } from 'vitest'
import { createAccount } from '#tests/setup/auth.ts'
import { createOwedSale } from '#tests/setup/office.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const admin = async () => shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)

test('an administrator without JavaScript sees why an adjustment was not approved', async () => {
  const { partnerId, saleId } = await createOwedSale(shop.db)
  const { id: proposedById } = await createAccount(shop.db, { role: 'admin' })
  const propose = (amountMinor: bigint) =>
    shop.db.adjustment.create({
      data: {
        partnerId,
        conversionId: saleId,
        kind: 'waiver',
        amountMinor,
        currency: 'GBP',
        proposedById,
        reason: 'Our mistake.',
        proposedAt: new Date('2020-01-01'),
      },
    })
  const { id } = await propose(-600n)
  const tooMuch = await propose(-700n)
  const rowOf = (of: string) => `main li:has(input[value="${of}"])`
  const [page, late] = [
    await (await admin()).open('/admin/adjustments'),
    await (await admin()).open('/admin/adjustments'),
  ]
  await page.press('Approve this entry', {}, rowOf(id))
  const refused = await late.press('Approve this entry', {}, rowOf(id))
  expect([refused.status, refused.text('[role=alert]')]).toEqual([
    409,
    'This proposal is now approved. Nothing was changed.',
  ])
  const over = await late.press('Approve this entry', {}, rowOf(tooMuch.id))
  expect([over.status, over.text('[role=alert]')]).toEqual([
    400,
    expect.stringContaining('cannot deduct more than that'),
  ])
  expect(await shop.db.commissionEntry.count({ where: { partnerId, kind: 'waiver' } })).toBe(1)
  await shop.db.adjustment.update({
    where: { id: tooMuch.id },
    data: { status: 'withdrawn', decidedById: proposedById, decidedAt: new Date() },
  })
})

test('an administrator who decides a dispute second is told that it is already decided', async () => {
  const { partnerId, saleId: conversionId } = await createOwedSale(shop.db)
  const { id: openedById } = await createAccount(shop.db, { role: 'partner' })
  await shop.db.conversion.update({ where: { id: conversionId }, data: { status: 'disputed' } })
  const opened = { fromStatus: 'confirmed', openedAt: new Date('2020-01-01'), openedById } as const
  const { id } = await shop.db.saleDispute.create({
    data: { partnerId, conversionId, reason: 'Our own newsletter.', ...opened },
  })
  const row = `main li:has(input[value="${id}"])`
  const [page, late] = [await (await admin()).open('/admin/disputes'), await (await admin()).open('/admin/disputes')]
  const found = { 'Your findings': 'The click came first.' }
  expect((await page.press('The sale stands', found, row)).address).toBe('/admin/disputes')
  const refused = await late.press('Void the sale', found, row)
  expect([refused.status, refused.text('[role=alert]')]).toEqual([
    409,
    'Someone has already decided on this dispute. Nothing was changed.',
  ])
  expect(await shop.db.conversion.findUnique({ where: { id: conversionId } })).toMatchObject({ status: 'confirmed' })
})

test("an administrator's decision on a flag is shown to another administrator, who agrees", async () => {
  const { partnerId, saleId: conversionId } = await createOwedSale(shop.db)
  const { id } = await shop.db.conversionFlag.create({
    data: { partnerId, conversionId, kind: 'own_staff', raisedAt: new Date('2020-01-01') },
  })
  const row = `main li:has(input[value="${id}"])`
  const [one, two] = [await admin(), await admin()]
  const found = { 'Your findings, shown to the partner': 'A colleague.' }
  const waiting = await (await one.open('/admin/flags')).press('Reject the sale', found, row)
  expect(waiting.text(row)).toContain('You have rejected it')
  expect(waiting.text(row)).toContain('You proposed this, so another administrator has to approve it.')
  expect(waiting.text(row)).not.toContain('Reject the sale')
  const page = await two.open('/admin/flags')
  expect(page.text(row)).toContain('has rejected it')
  const story = await two.open(`/admin/sales/${conversionId}`)
  expect(story.text('main')).toContain('provisionally rejected')
  await page.press('Reject the sale', found, row)
  expect((await one.open('/admin/flags')).all(row)).toEqual([])
  const { _sum } = await shop.db.commissionEntry.aggregate({ where: { conversionId }, _sum: { amountMinor: true } })
  expect(_sum.amountMinor).toBe(0n)
})
