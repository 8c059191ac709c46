import { createPartner } from '#tests/factories.ts'
import { createOrderFile } from '#tests/setup/sales.ts'
import { createAccount, enterAs, expect, findMail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { FIRST, openQueue } from '../queues.ts'

test('a partner uploads an order file, and an administrator approves it', async ({ browser, page, db }) => {
  const { id: ownerId, email } = await createAccount(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/connect-store/files')
  const at = new Date(Date.now() - 86_400_000).toISOString()
  await page.getByLabel(/A CSV file/).setInputFiles({
    name: 'autumn.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `order_id,ordered_at,currency,title,quantity,price\n7001,${at},USD,Wool coat,1,240.00\n7002,${at},USD,Scarf,1,-1\n`,
    ),
  })
  await page.getByRole('button', { name: 'Preview orders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('autumn.csv')
  await expect(page.getByText('A new sale')).toBeVisible()
  await expect(page.getByText(/^price: Enter an amount/)).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByText('Waiting for approval')).toBeVisible()

  const office = await browser.newContext()
  const desk = await office.newPage()
  await enterAs(desk, db, (await createAccount(db, { role: 'admin' })).id)
  const { id } = await db.conversionFile.findFirstOrThrow({ where: { partnerId: partner.id } })
  await db.conversionFile.update({ where: { id }, data: { createdAt: FIRST } })
  await openQueue(desk, 'Order files')
  const waiting = desk.getByRole('row').filter({ hasText: partner.businessName })
  await waiting.getByRole('link', { name: 'autumn.csv' }).click()
  await desk.getByRole('button', { name: 'Approve these orders' }).click()
  await expect(desk.getByText('Approved', { exact: true })).toBeVisible()
  await office.close()

  expect((await findMail(db, email, 'order_file_approved')).text).toContain('autumn.csv')
  expect(await db.conversionFile.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: 'approved' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible()
})

test('a file that has not been recorded yet shows the reason and the time of the next retry', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  const { id } = await createOrderFile(db, partner.id)
  const waiting = {
    status: 'approved',
    failure: 'The store was asleep.',
    nextAt: new Date('2099-01-02T03:04:05Z'),
  } as const
  await db.conversionFile.update({ where: { id }, data: waiting })
  await enterAs(page, db, ownerId)
  await page.goto(`/brand/dashboard/connect-store/files/${id}`)
  await expect(page.getByRole('region', { name: 'Result' })).toContainText(
    'The store was asleep. We will try again at 02 Jan 2099 03:04:05 UTC.',
  )
})

test('an administrator retries a failed file', async ({ page, db }) => {
  const partner = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const { id } = await createOrderFile(db, partner.id, { status: 'failed' })
  await db.conversionFile.update({ where: { id }, data: { createdAt: FIRST } })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await openQueue(page, 'Failed order files')
  const waiting = page.getByRole('row').filter({ hasText: partner.businessName })
  await waiting.getByRole('link', { name: 'orders.csv' }).click()
  await expect(page.getByText('We could not record some of the orders in this file.')).toBeVisible()
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('We will try again within a minute.')).toBeVisible()
  await expect(page.getByText('Approved', { exact: true })).toBeVisible()
})
