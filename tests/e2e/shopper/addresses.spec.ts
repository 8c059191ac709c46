import { findProduct } from '../demo-products.ts'
import { expect, test } from '../shop.ts'

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

test('every page names its one address', async ({ page, db }) => {
  const { id, partnerId } = await findProduct(db)
  const category = await db.category.findFirstOrThrow({ where: { parentId: null, isActive: true } })
  for (const [path, canonical] of [
    ['/', '/'], ['/home', '/'], ['/about-wtf', '/about-wtf'], ['/ranking', '/ranking'], ['/support?q=refund', '/support'], ['/support/orders', '/support/orders'], ['/contact', '/contact'], ['/terms', '/terms'], ['/privacy', '/privacy'], ['/reviews-policy', '/reviews-policy'], ['/discover', '/discover'], ['/discover?q=', '/discover'], ['/discover?all=true&page=2&sort=newest', '/discover?all=true'], [`/discover?category=${category.slug}&onSale=true`, `/discover?category=${category.slug}`],
    [`/product/${id}?tab=details`, `/product/${id}`], [`/partner/${partnerId}?page=2`, `/brand/${partnerId}`], [`/brand/${partnerId}`, `/brand/${partnerId}`], [`/shop/brand/${partnerId}`, `/brand/${partnerId}`],
  ] as const) {
    await page.goto(path)
    const href = await page.locator('link[rel=canonical]').getAttribute('href')
    expect([path, new URL(href!).pathname + new URL(href!).search]).toEqual([path, canonical])
  }
})

test('the old shop addresses lead to all products', async ({ request }) => {
  for (const path of ['/shop', '/shop/all-products', '/shop/best-sellers', '/shop/new-arrivals']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect([path, response.status(), response.headers().location]).toEqual([path, 301, '/discover?all=true'])
  }
})

for (const [path, heading, next] of [
  ['/shop/other', 'Nothing hangs here', 'Browse All Products'], ['/nowhere', 'Nothing hangs here', 'Browse All Products'], ['/deep/er/nowhere', 'Nothing hangs here', 'Browse All Products'], [`/product/${UNKNOWN}`, 'Product not found', 'Browse All Products'], ['/product/junk', 'Product not found', 'Browse All Products'],
  [`/partner/${UNKNOWN}`, 'Store Not Found', 'Browse All Stores'], ['/brand/junk', 'Brand not found', 'Go Back'], [`/go/${UNKNOWN}`, 'Nothing hangs here', 'Browse All Products'], [`/product/${'a'.repeat(3_000)}`, 'Product not found', 'Browse All Products'],
] as const) {
  test(`${path.slice(0, 60).replace(UNKNOWN, '{unknown}')} is a 404 page with a way on`, async ({ page, errors }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveTitle(/ not found \| WTF$/i)
    await page.getByRole('main').getByRole('link', { name: next }).click()
    await expect(page).toHaveURL(/\/discover\?all=true$/)
    await expect(page.locator('main article')).toHaveCount(24)
    // The browser reports the 404 itself.
    expect(errors.splice(0).filter((error) => !error.includes('404'))).toEqual([])
  })
}

test('tells of a product that does not exist', async ({ page, errors }) => {
  await page.goto(`/product/${UNKNOWN}`)
  await expect(page.getByText("The product you're looking for doesn't exist.")).toBeVisible()
  errors.length = 0
})

test('the sitemap has exactly what can be opened', async ({ request, db }) => {
  const locations = [...(await (await request.get('/sitemap.xml')).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => new URL(location!.replaceAll('&#38;', '&')))
  const products = await db.product.findMany({ where: { status: 'active', partner: { verificationStatus: 'approved' } }, select: { id: true } })
  expect(locations.filter(({ pathname }) => pathname.startsWith('/product/')).length).toBeLessThanOrEqual(products.length)
  expect(new Set(locations.map(String)).size).toBe(locations.length)
  for (const { pathname, search } of locations.filter((_, index) => index % 97 === 0)) expect([pathname, (await request.get(pathname + search)).status()]).toEqual([pathname, 200])
})
