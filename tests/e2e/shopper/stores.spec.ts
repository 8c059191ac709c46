import type { Db } from '#server/platform/db.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

const findPartner = (db: Db) =>
  db.partner.findFirstOrThrow({ where: { verificationStatus: 'approved', websiteUrl: { not: null }, products: { some: { status: 'active' } } }, include: { content: true, _count: { select: { products: { where: { status: 'active' } } } } }, orderBy: { id: 'asc' } })

test('a partner has a store of its own in the shop', async ({ page, db }) => {
  const partner = await findPartner(db)
  const text = (type: string) => partner.content.find(({ contentType }) => contentType === type)?.content ?? ''
  await page.goto(`/partner/${partner.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('hero_title'))
  await expect(page.getByText(text('hero_subtitle')).first()).toBeVisible()
  await expect(page.getByText(text('about_section').slice(0, 50))).toBeVisible()
  await expect(page.getByText(`${partner._count.products} product(s) found`)).toBeVisible()
  const visit = page.getByRole('link', { name: 'Visit Official Store' })
  await expect(visit).toHaveAttribute('href', new RegExp(`^https?://.*`))
  await expect(visit).toHaveAttribute('rel', 'sponsored noopener')
  await expect(page.getByRole('link', { name: partner.email })).toHaveAttribute('href', `mailto:${partner.email}`)
})

test('its products can be searched, filtered, sorted and paged', async ({ page, db }) => {
  const partner = await findPartner(db)
  await page.goto(`/partner/${partner.id}`)
  const first = page.locator('main article').first()
  const name = await first.locator('h2, h3').innerText()
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill(name)
  await search.press('Enter')
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/partner/${partner.id}\\?.*q=`))
  await search.fill('zzqxj')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear All' }).click()
  await expect(page.getByText(`${partner._count.products} product(s) found`)).toBeVisible()
  await page.getByLabel('Sort by').selectOption('price_asc')
  const [cheapest] = await db.product.findMany({ where: { partnerId: partner.id, status: 'active' }, orderBy: [{ priceBaseMinor: 'asc' }, { id: 'asc' }], take: 1 })
  await expect(first.locator('a').first()).toHaveAttribute('href', `/product/${cheapest!.id}`)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
})

test('a search, another page and a filter of a store keep its list in sight', async ({ page, db }) => {
  const partner = await findPartner(db)
  const heading = page.locator('#list-heading')
  await page.goto(`/partner/${partner.id}`)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2#list-heading$/)
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  const box = page.getByRole('checkbox', { name: /^In stock only/ })
  await box.check()
  await expect(page).toHaveURL(/inStock=true$/)
  await expect(box).toBeFocused()
  await page.evaluate(() => scrollTo(0, 0))
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill('a')
  await search.press('Enter')
  await expect(page).toHaveURL(/q=a.*#list-heading$/)
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await page.goto(`/partner/${partner.id}?q=dress`)
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('a store without products says so', async ({ page, db }) => {
  const empty = await db.partner.findFirstOrThrow({ where: { verificationStatus: 'approved', products: { none: {} } }, orderBy: { id: 'asc' } })
  await page.goto(`/partner/${empty.id}`)
  await expect(page.getByText("This partner hasn't added any products yet.")).toBeVisible()
  await page.goto(`/brand/${empty.id}`)
  await expect(page.getByText("This partner hasn't added any products yet.")).toBeVisible()
})

for (const path of ['/brand', '/shop/brand']) {
  test(`${path} shows the brand and everything it has`, async ({ page, db }) => {
    const partner = await findPartner(db)
    await page.goto(`${path}/${partner.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.businessName)
    await expect(page.getByRole('heading', { name: 'All Products' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Visit Website' })).toHaveAttribute('target', '_blank')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/brand/${partner.id}$`))
    await expect(page.locator('main article')).toHaveCount(Math.min(24, partner._count.products))
    await page.locator('main article a').first().click()
    await expect(page).toHaveURL(/\/product\//)
  })
}

test('its list is the same as the one of Discover, narrowed to it: sentences, chips and filters work', async ({ page, db }) => {
  const partner = await findPartner(db)
  await page.goto(`/partner/${partner.id}`)
  const search = page.getByRole('main').getByRole('searchbox', { name: `Search ${partner.businessName}` })
  await page.getByRole('main').getByRole('checkbox', { name: 'Intelligent search' }).check()
  await search.fill('under 5000 dollars')
  await search.press('Enter')
  await expect(page).toHaveURL((url) => url.pathname === `/partner/${partner.id}` && url.searchParams.get('mode') === 'intelligent')
  await expect(page.getByRole('link', { name: /^Remove filter Under/ })).toBeVisible()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.getByRole('checkbox', { name: /^In stock only/ }).check()
  await expect(page.getByRole('link', { name: /^Remove filter In stock/ })).toBeVisible()
  await page.getByRole('link', { name: 'Clear all' }).first().click()
  await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(0)
  await expect(page).toHaveURL((url) => url.pathname === `/partner/${partner.id}`)
  const ids = (await page.locator('main article a[href^="/product/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!.split('/').at(-1)!)))
  expect(ids.length).toBeGreaterThan(0)
  expect(await db.product.count({ where: { id: { in: ids }, partnerId: { not: partner.id } } })).toBe(0)
})

test('what a store adds shows in its list and in a search within moments', async ({ page, db }) => {
  const partner = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const { id } = await createProduct(db, { partnerId: partner.id, name: `Quillon ${crypto.randomUUID().slice(0, 8)} cape` })
  for (const path of [`/partner/${partner.id}?q=quillon`, `/discover?q=quillon&brand=${encodeURIComponent(partner.businessName)}`]) {
    await expect(async () => {
      await page.goto(path)
      await expect(page.locator(`main article a[href="/product/${id}"]`)).toHaveCount(1, { timeout: 500 })
    }).toPass()
  }
})
