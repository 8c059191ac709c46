import { matchProducts } from '#server/offers/match-products.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { createAccount, enterAs, expect, newEmail, openAlive, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { FIRST, openQueue } from '../queues.ts'

// tests/http/offers.test.ts tests the same without a browser.

test('a shopper compares stores on a phone and a desktop, visits one, and reports a wrong match, which is separated', async ({
  page,
  db,
}) => {
  test.setTimeout(90_000)
  const name = `Twin coat ${newEmail('twin').split('@')[0]}`
  // The SKU is unique to this run.
  const sku = `TW-${Date.now()}-BLK`
  const sell = async (priceMinor: number) => {
    const partner = await createPartner(db, { createdAt: new Date('2020-01-01') })
    const variants = [{ sku, priceMinor }]
    return createProduct(db, { partnerId: partner.id, name, brandName: 'Twin label', variants })
  }
  const [one, other] = [await sell(9_000), await sell(7_900)]
  await matchProducts(db, [one.id, other.id], new Date())
  await enterAs(page, db, (await createAccount(db, { email: newEmail('ada') })).id)
  await openAlive(page, `/product/${one.id}`)
  await page.getByRole('link', { name: 'Also at 1 other store from $79.00' }).click()
  await expect(page.getByRole('heading', { name: `${name} at 2 stores` })).toBeVisible()
  for (const width of [360, 768, 1_280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await axeFindings(page, { within: 'main' })).toEqual([])
    for (const link of await page.getByRole('main').getByRole('link').all())
      expect((await link.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
  }
  const left = page.waitForEvent('popup')
  await page
    .getByRole('link', { name: /^Go to store/ })
    .first()
    .click()
  await (await left).close()
  await expect
    .poll(() =>
      db.outboundClick.findFirst({ where: { productId: other.id }, select: { surface: true, position: true } }),
    )
    .toEqual({ surface: 'stores', position: 1 })

  await page.getByRole('link', { name: /^Report a wrong match/ }).click()
  await expect(page.getByRole('heading', { name: 'Not the same product?' })).toBeVisible()
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await page.getByLabel('What is different').fill('The collar.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('We have received your report.')).toBeVisible()

  await db.matchReport.updateMany({ where: { words: 'The collar.' }, data: { raisedAt: FIRST } })
  await enterAs(page, db, (await createUser(db, { role: 'admin' })).id)
  await openQueue(page, 'Wrong matches')
  const row = page.getByRole('listitem').filter({ hasText: 'The collar.' }).first()
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  const queued = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Separate' }) })
  await queued.filter({ hasText: name }).getByRole('button', { name: 'Separate' }).click()
  await expect(page.getByText('They are no longer shown as one item')).toBeVisible()
  await expect(row).toHaveCount(0)
})
