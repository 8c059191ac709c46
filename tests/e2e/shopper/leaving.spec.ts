import type { Db } from '#server/platform/db.ts'
import { findProduct, LISTED } from '../demo-products.ts'
import { expect, test } from '../shop.ts'

test.use({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36' })

/** One that the other tests leave alone: all of them come from one address, and what an address adds to a product in a day is limited. */
const findQuietProduct = (db: Db) => db.product.findFirstOrThrow({ where: { ...LISTED, isInStock: true }, orderBy: { id: 'desc' } })

test('the way to the store is a link that keeps its referrer and opens a new tab', async ({ page, db }) => {
  const product = await findProduct(db, { isInStock: true })
  await page.goto(`/product/${product.id}`)
  const link = page.getByRole('link', { name: /Shop at Partner Store/ })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'sponsored noopener')
  await expect(link).toHaveAttribute('href', new RegExp(`^/go/${product.id}\\?(v=[0-9a-f-]{36}&)?src=product$`))
  await expect(page.getByText('We may earn commission when you buy from the store.').first()).toBeVisible()
})

test('following it leads to the store with our parameters, once counted', async ({ page, db }) => {
  const product = await findQuietProduct(db)
  await page.goto(`/product/${product.id}`)
  const href = await page.getByRole('link', { name: /Shop at Partner Store/ }).getAttribute('href')
  const follow = () => page.request.get(href!, { maxRedirects: 0 })
  const response = await follow()
  expect([response.status(), response.headers()['cache-control'], response.headers()['x-robots-tag']]).toEqual([302, 'no-store', 'noindex'])
  const url = new URL(response.headers().location!)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ utm_source: 'WTF', utm_medium: 'affiliate', utm_campaign: 'launch-product', partner_id: product.partnerId, wtf_cid: expect.stringMatching(/^wc_/) })
  const hosts = (await db.partnerDomain.findMany({ where: { partnerId: product.partnerId } })).map(({ host }) => host)
  expect(hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))).toBe(true)
  const again = new URL((await follow()).headers().location!)
  expect(again.searchParams.get('wtf_cid')).toBe(url.searchParams.get('wtf_cid'))
  expect(await db.outboundClick.findUnique({ where: { id: url.searchParams.get('wtf_cid')! } })).toMatchObject({ productId: product.id, surface: 'product', isValid: true, browserFamily: 'Chrome' })
})

test('opening a product counts a look, once', async ({ page, context, db }) => {
  const product = await findQuietProduct(db)
  const seen = page.waitForResponse((response) => response.url().includes(`/seen/${product.id}`))
  await page.goto(`/product/${product.id}`)
  expect((await seen).status()).toBe(204)
  const visitorId = (await context.cookies()).find(({ name }) => name === 'wtf_vid')!.value.split('.')[0]!
  await Promise.all([page.waitForResponse((response) => response.url().includes('/seen/')), page.reload()])
  expect(await db.productView.count({ where: { visitorId, productId: product.id } })).toBe(1)
})

test('the visitor keeps one cookie that scripts cannot read', async ({ page, context, db }) => {
  const { id } = await findProduct(db)
  await Promise.all([page.waitForResponse((response) => response.url().includes('/seen/')), page.goto(`/product/${id}`)])
  const cookies = await context.cookies()
  expect(cookies).toMatchObject([{ name: 'wtf_vid', httpOnly: true, sameSite: 'Lax' }])
  expect(cookies[0]!.expires - Date.now() / 1_000).toBeGreaterThan(29 * 86_400)
  expect(await page.evaluate(() => document.cookie)).toBe('')
})
