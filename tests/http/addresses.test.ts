import { expect, test } from 'vitest'
import { findProduct } from '#tests/setup/demo-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const UNKNOWN = '01900000-0000-7000-8000-000000000000'

test('every page has one canonical URL', async () => {
  const visitor = shop.visitor()
  const { id, partnerId } = await findProduct(shop.db)
  const category = await shop.db.category.findFirstOrThrow({ where: { parentId: null, isActive: true } })
  for (const [path, canonical] of [
    ['/', '/'],
    ['/home', '/'],
    ['/about-wtf', '/about-wtf'],
    ['/ranking', '/ranking'],
    ['/support?q=refund', '/support'],
    ['/support/orders', '/support/orders'],
    ['/contact', '/contact'],
    ['/terms', '/terms'],
    ['/privacy', '/privacy'],
    ['/reviews-policy', '/reviews-policy'],
    ['/discover', '/discover'],
    ['/discover?q=', '/discover'],
    ['/discover?all=true&page=2&sort=price_asc', '/discover?all=true'],
    ['/discover?all=true&page=2&sort=newest', '/discover?all=true&sort=newest'],
    [`/discover?category=${category.slug}&onSale=true`, `/discover?category=${category.slug}`],
    [`/product/${id}?tab=details`, `/product/${id}`],
    [`/partner/${partnerId}?page=2`, `/brand/${partnerId}`],
    [`/brand/${partnerId}`, `/brand/${partnerId}`],
    [`/shop/brand/${partnerId}`, `/brand/${partnerId}`],
  ] as const) {
    expect([path, (await visitor.open(path)).canonical]).toEqual([path, canonical])
  }
})

test('/brand redirects to the partner sign-up', async () => {
  const answer = await shop.visitor().ask('/brand')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/brand/signup'])
})

test('the old shop URLs redirect to all products', async () => {
  for (const path of ['/shop', '/shop/all-products', '/shop/best-sellers', '/shop/new-arrivals']) {
    const answer = await shop.visitor().ask(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 301, '/discover?all=true'])
  }
})

for (const [path, heading, next] of [
  ['/shop/other', 'Page not found', 'Browse All Products'],
  ['/nowhere', 'Page not found', 'Browse All Products'],
  ['/deep/er/nowhere', 'Page not found', 'Browse All Products'],
  [`/product/${UNKNOWN}`, 'Product not found', 'Browse All Products'],
  ['/product/junk', 'Product not found', 'Browse All Products'],
  [`/partner/${UNKNOWN}`, 'Store Not Found', 'Browse All Stores'],
  ['/brand/junk', 'Brand not found', 'Go Back'],
  [`/go/${UNKNOWN}`, 'Page not found', 'Browse All Products'],
  [`/product/${'a'.repeat(3_000)}`, 'Product not found', 'Browse All Products'],
] as const) {
  test(`${path.slice(0, 60).replace(UNKNOWN, '{unknown}')} is a 404 page with links to continue`, async () => {
    const page = await shop.visitor().open(path)
    expect([page.status, page.heading, page.title]).toEqual([
      404,
      heading,
      expect.stringMatching(/ not found \| WTF$/i),
    ])
    const list = await page.follow(next)
    expect([list.address, list.all('main article').length]).toEqual(['/discover?all=true', 24])
  })
}

test('an unknown product ID returns a page that says so', async () => {
  const page = await shop.visitor().open(`/product/${UNKNOWN}`)
  expect(page.text()).toContain("The product you're looking for doesn't exist.")
})

test('the sitemap contains exactly the public pages', async () => {
  const visitor = shop.visitor()
  const locations = [...(await (await visitor.ask('/sitemap.xml')).text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, location]) => new URL(location!.replaceAll('&#38;', '&')),
  )
  const products = await shop.db.product.findMany({
    where: { status: 'active', partner: { verificationStatus: 'approved' } },
    select: { id: true },
  })
  expect(locations.filter(({ pathname }) => pathname.startsWith('/product/')).length).toBeLessThanOrEqual(
    products.length,
  )
  expect(new Set(locations.map(String)).size).toBe(locations.length)
  for (const { pathname, search } of locations.filter((_, index) => index % 97 === 0))
    expect([pathname, (await visitor.ask(pathname + search)).status]).toEqual([pathname, 200])
})
