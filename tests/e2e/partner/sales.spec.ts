import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'
import { parsePdfText } from '#tests/setup/pdf-text.ts'
import { signal, STANDARD, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

async function createSeller(db: Db) {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await db.partnerAgreement.create({
    data: { partnerId: partner.id, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: daysAgo(200) },
  })
  const product = await createProduct(db, { partnerId: partner.id, name: 'Wool coat' })
  return { ownerId, partner, product }
}

test('an owner creates a key, the store reports an order with it, and the sale shows its history', async ({
  page,
  db,
  request,
}) => {
  const { ownerId, product } = await createSeller(db)
  const click = await createClick(db, product, { clickedAt: daysAgo(2) })
  await enterAs(page, db, ownerId)

  await page.goto('/brand/dashboard/sales')
  await expect(page.getByRole('heading', { name: 'No Sales Yet' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  await page.goto('/brand/dashboard/connect-store/api')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Please enter a name for this key')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('The server')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Key "The server" created. Copy it now, because we show it only once.')).toBeVisible()
  const key = (await page.getByRole('figure').filter({ hasText: /^Key/ }).locator('code').textContent()) ?? ''
  expect(key).toMatch(/^wtf_[\w-]{43}$/)
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await expect(page.getByText(key)).toHaveCount(0)

  const tell = (event: object) =>
    request.post('/api/v1/conversions', { headers: { authorization: `Bearer ${key}` }, data: event })
  const order = { order_id: '5001', currency: 'USD', occurred_at: daysAgo(1).toISOString() }
  const paid = await tell({
    ...order,
    type: 'order.paid',
    order_name: '#1001',
    click_id: click.id,
    lines: [
      { id: '1', title: 'Wool coat', quantity: 1, price: '240.00', discount: '40.00' },
      { id: '2', title: 'Gift card', quantity: 1, price: '50.00', kind: 'gift_card' },
    ],
  })
  expect(await paid.json()).toMatchObject({ outcome: 'recorded', status: 'pending', match: { level: 'A' } })
  await tell({
    ...order,
    type: 'order.refunded',
    refund_id: 'r1',
    occurred_at: new Date().toISOString(),
    lines: [{ id: '1', amount: '50.00' }],
  })

  await page.goto('/brand/dashboard/sales')
  await expect(page.getByRole('row').filter({ hasText: '#1001' })).toContainText('$150.00')
  await page.getByRole('link', { name: '#1001' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('#1001')
  for (const text of [
    'Wool coat',
    'How we matched it',
    'Click, conversions API',
    'Excluded: gift card',
    '$50.00 refunded',
  ])
    await expect(main.getByText(text).first()).toBeVisible()
  // The plan's lowest tier charges 10%, on $200 at first and on $150 after the refund.
  await expect(main.getByText(/x 10% =/).first()).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  await page.goto('/brand/dashboard/connect-store/api')
  await page.getByText('Revoke The server', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, revoke The server' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  expect((await tell({ ...order, type: 'order.cancelled' })).status()).toBe(401)
})

test('an owner confirms or rejects unusually large orders', async ({ page, db }) => {
  const { ownerId, partner, product } = await createSeller(db)
  const click = await createClick(db, product, { clickedAt: daysAgo(2) })
  const at = daysAgo(1).toISOString()
  const about = { orderedAt: at, paidAt: at, updatedAt: at, currency: 'USD', signals: [signal({ clickId: click.id })] }
  const lines = [storeLine({ title: 'Diamond necklace', priceMinor: 9_000_000 })]
  for (const name of ['#9001', '#9002'])
    await recordOrder(db, partner.id, storeOrder({ ...about, name, lines }), new Date())
  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/sales')
  const held = page.getByRole('region', { name: '2 large orders need your confirmation' })
  await expect(held.getByText('Diamond necklace')).toHaveCount(2)
  expect(await axeFindings(page)).toEqual([])
  await held.getByText('Confirm order #9001', { exact: true }).click()
  await page.getByRole('button', { name: 'Confirm $90,000.00' }).click()
  await expect(page.getByRole('row').filter({ hasText: '#9001' })).toContainText('$90,000.00')
  const left = page.getByRole('region', { name: 'A large order needs your confirmation' })
  await left.getByText('Reject order #9002', { exact: true }).click()
  await left.getByRole('button', { name: 'Reject order' }).click()
  await expect(left).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: '#9002' })).toHaveCount(0)
})

test("a month's sales become an invoice with a PDF file, and its ledger can be verified", async ({
  page,
  db,
  baseURL,
}, info) => {
  const { ownerId, partner, product } = await createSeller(db)
  const click = await createClick(db, product, { clickedAt: daysAgo(71) })
  const at = daysAgo(70).toISOString()
  const times = { orderedAt: at, paidAt: at, updatedAt: at, currency: 'USD', name: '#2002' }
  await recordOrder(
    db,
    partner.id,
    storeOrder({ ...times, lines: [storeLine({ priceMinor: 20_000 })], signals: [signal({ clickId: click.id })] }),
    daysAgo(70),
  )
  await confirmDue(db, daysAgo(35))
  await closeMonths(db, baseURL ?? '', new Date())

  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/invoices')
  const link = page.getByRole('link', { name: /^WTF-/ })
  const number = (await link.textContent()) ?? ''
  expect(await axeFindings(page)).toEqual([])
  const download = async (name: string | RegExp) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
    const path = info.outputPath(file.suggestedFilename())
    await file.saveAs(path)
    return path
  }
  const [ledger, check] = [await download(/^Download the ledger/), await download('Download the verifier')]
  const { stdout } = await promisify(execFile)(process.execPath, [check, ledger])
  expect(stdout).not.toBe('')
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(number)
  await expect(page.getByText(/^Please pay/)).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  const [pdf = ''] = parsePdfText(await readFile(await download('PDF')))
  expect(pdf).toContain(number)
  expect(pdf).toContain('#2002')
})
