import { createOwedSale } from '#tests/setup/office.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createSeller, signal, storeOrder } from '#tests/setup/sales.ts'
import { axeFindings } from '../axe.ts'
import { createAccount, enterAs, expect, findMail, test } from '../accounts.ts'
import { FIRST, openQueue } from '../queues.ts'

test("a partner disputes a sale, and gets the administrator's decision by email", async ({ browser, page, db }) => {
  const { partnerId, saleId } = await createOwedSale(db)
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  await db.partner.update({ where: { id: partnerId }, data: { ownerId } })
  // A sale can only be disputed within a certain time after its order.
  await db.conversion.update({ where: { id: saleId }, data: { orderedAt: new Date(Date.now() - 86_400_000) } })
  await enterAs(page, db, ownerId)
  await page.goto(`/brand/dashboard/sales/${saleId}`)
  await page.getByText('Dispute this sale').click()
  await page.getByLabel('Why do you think this sale did not come from WTF?').fill('Our own newsletter brought them.')
  await page.getByRole('button', { name: 'Send dispute' }).click()
  await expect(page.getByRole('heading', { name: 'Your dispute' })).toBeVisible()

  const office = await browser.newContext()
  const desk = await office.newPage()
  await enterAs(desk, db, (await createAccount(db, { role: 'admin' })).id)
  await openQueue(desk, 'Disputed sales')
  const row = desk.getByRole('listitem').filter({ hasText: 'Our own newsletter brought them.' })
  await row.getByText('Decide', { exact: false }).last().click()
  await row.getByLabel('Your findings, shown to the partner').fill('The click came first.')
  expect(await axeFindings(desk, { within: 'main' })).toEqual([])
  await row.getByRole('button', { name: 'The sale stands' }).click()
  await expect(row).toHaveCount(0)
  await office.close()

  const { email } = await db.user.findUniqueOrThrow({ where: { id: ownerId } })
  expect(await db.mail.count({ where: { kind: 'dispute_decided', toAddress: email } })).toBe(1)
  await page.reload()
  await expect(page.getByText('The click came first.', { exact: true })).toBeVisible()
})

test('a point-of-sale order is flagged, two administrators void it, and the partner gets the reason by email', async ({
  page,
  db,
}) => {
  const owner = await createAccount(db, { role: 'partner' })
  const { partner, click } = await createSeller(db, { ownerId: owner.id })
  const signals = [signal({ clickId: (await click()).id })]
  const { conversionId } = await recordOrder(db, partner.id, storeOrder({ channel: 'pos', signals }), new Date())
  await db.conversionFlag.updateMany({ where: { conversionId }, data: { raisedAt: FIRST } })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await openQueue(page, 'Flagged sales')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: partner.businessName }) })
  await row.getByText('Resolve').click()
  await row.getByRole('button', { name: 'Reject the sale' }).click()
  await expect(row.getByText('Enter your findings. The partner will see them')).toBeVisible()
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await row.getByLabel('Your findings, shown to the partner').fill('They came by the shop in Leeds.')
  await row.getByRole('button', { name: 'Reject the sale' }).click()
  await expect(row.getByText('You have rejected it: They came by the shop in Leeds.')).toBeVisible()
  expect((await findMail(db, owner.email, 'flag_resolved')).text).toContain('decided to reject the sale')
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/admin/flags')
  await row.getByText('Resolve').click()
  await row.getByLabel('Your findings, shown to the partner').fill('They came by the shop in Leeds.')
  await row.getByRole('button', { name: 'Reject the sale' }).click()
  await expect(row).toHaveCount(0)
  const listMails = () => db.mail.findMany({ where: { toAddress: owner.email, kind: 'flag_resolved' } })
  await expect
    .poll(async () => (await listMails()).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining('was rejected'))

  await enterAs(page, db, owner.id)
  await page.goto(`/brand/dashboard/sales/${conversionId}`)
  await expect(page.getByText(/rejected after review \(They came by the shop in Leeds/).first()).toBeVisible()
})

test('one administrator proposes a waiver, another approves it, and the partner sees it', async ({
  browser,
  page,
  db,
}) => {
  const { partnerId, saleId, order } = await createOwedSale(db)
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  await db.partner.update({ where: { id: partnerId }, data: { ownerId } })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto(`/admin/sales?partner=${partnerId}`)
  await page.locator(`tbody a[href="/admin/sales/${saleId}"]`).click()
  await page.getByRole('link', { name: 'Propose an adjustment' }).click()
  await page.getByLabel(/^Amount/).fill('-4.00')
  await page.getByLabel('Reason, shown to the partner').fill(`Our mistake with ${order.id}.`)
  await page.getByRole('button', { name: 'Propose this entry' }).click()
  const mine = page.getByRole('listitem').filter({ hasText: `Our mistake with ${order.id}.` })
  await expect(mine.getByText('You proposed this')).toBeVisible()

  const office = await browser.newContext()
  const desk = await office.newPage()
  await enterAs(desk, db, (await createAccount(db, { role: 'admin' })).id)
  await openQueue(desk, 'Adjustments')
  const row = desk.getByRole('listitem').filter({ hasText: `Our mistake with ${order.id}.` })
  await row.locator('summary').first().click()
  expect(await axeFindings(desk, { within: 'main' })).toEqual([])
  await row.getByRole('button', { name: 'Approve this entry' }).click()
  await expect(row).toHaveCount(0)
  await desk.goto('/admin/plans/new')
  await desk.getByRole('button', { name: 'Preview on past sales' }).click()
  await expect(desk.getByRole('heading', { name: /^Preview for/ })).toBeVisible()
  await desk.goto('/admin/rates')
  await desk.getByLabel(/^Contents of the daily eurofxref/).fill('Date, USD, CHF\n20 November 2026, 1.16, 0.93')
  await desk.getByRole('button', { name: 'Preview changes' }).click()
  await expect(desk.getByRole('heading', { name: 'Changes in this file' })).toBeVisible()
  await office.close()

  const { email } = await db.user.findUniqueOrThrow({ where: { id: ownerId } })
  expect(await db.mail.count({ where: { kind: 'adjustment_made', toAddress: email } })).toBe(1)
  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/invoices')
  await expect(page.getByText(`Our mistake with ${order.id}.`)).toBeVisible()
})
