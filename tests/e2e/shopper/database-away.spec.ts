import fs from 'node:fs/promises'
import path from 'node:path'
import { findPostmaster } from '#server/platform/postgres/postmaster.ts'
import { LISTED } from '#tests/setup/demo-products.ts'
import { closedTest as test, expect } from '../own-shop.ts'

test.describe.configure({ mode: 'serial' })

/**
 * Kills PostgreSQL and prevents it from restarting.
 * @returns a function that allows it again
 */
async function takeAway(dataDir: string): Promise<() => Promise<void>> {
  const cluster = path.join(dataDir, 'postgres/cluster')
  const { pid } = (await findPostmaster(cluster))!
  await fs.rename(cluster, `${cluster}.aside`)
  process.kill(pid, 'SIGKILL')
  return () => fs.rename(`${cluster}.aside`, cluster)
}

test('while PostgreSQL is down, pages that need it return 503, others still load, and all recover automatically', async ({
  page,
  db,
  ownShop: { dataDir },
}) => {
  test.setTimeout(180_000)
  // No other test opens these partners and products, so none of their pages are cached.
  const [product, other] = await db.product.findMany({
    where: LISTED,
    orderBy: { id: 'desc' },
    take: 2,
    select: { id: true, name: true, partnerId: true },
  })
  await page.goto('/discover?all=true&sort=newest')
  const link = page.locator('main a[href^="/product/"]').first()
  await expect(link).toBeVisible()

  const restore = await takeAway(dataDir)
  try {
    const readData = [
      `/product/${product!.id}`,
      `/brand/${product!.partnerId}`,
      `/partner/${product!.partnerId}`,
      '/discover?q=zzaway',
      `/discover?category=dresses&q=${other!.id}`,
      '/sitemap.xml',
    ]
    for (const address of readData) {
      const answer = await page.request.get(address)
      expect([address, answer.status(), answer.headers()['retry-after']]).toEqual([address, 503, '5'])
      expect(await answer.text()).not.toMatch(/not found/i)
    }
    for (const address of ['/terms', '/privacy', '/support', '/contact', '/login', '/offline'])
      expect([address, (await page.request.get(address)).status()]).toEqual([address, 200])
    expect((await page.request.get('/readyz')).status()).toBe(503)
    expect((await page.request.get('/product/junk')).status()).toBe(404)

    // Following a link on an open page requests only data. The test uses the keyboard, because another test's new
    // product may move its card over this one.
    await link.press('Enter')
    await expect(page.getByRole('heading', { name: 'Error loading product' })).toBeVisible()
    await expect(page).toHaveTitle('Back in a moment | WTF')
    await expect(page.getByRole('banner')).toBeVisible()
    await page.goto(`/product/${product!.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Back in a moment')
    await expect(page).toHaveTitle('Back in a moment | WTF')
    await page.screenshot({ path: 'test-results/away-1280.png' })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.screenshot({ path: 'test-results/away-360.png' })
  } finally {
    await restore()
  }
  await expect.poll(async () => (await page.request.get('/readyz')).status(), { timeout: 60_000 }).toBe(200)
  await page.getByRole('link', { name: 'try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product!.name)
})
