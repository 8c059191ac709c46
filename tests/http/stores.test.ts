import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const findPartner = () =>
  shop.db.partner.findFirstOrThrow({
    where: { verificationStatus: 'approved', websiteUrl: { not: null }, products: { some: { status: 'active' } } },
    include: { content: true, _count: { select: { products: { where: { status: 'active' } } } } },
    orderBy: { id: 'asc' },
  })

test('a partner has a store page', async () => {
  const partner = await findPartner()
  const text = (type: string) => partner.content.find(({ contentType }) => contentType === type)?.content ?? 'missing'
  const page = await shop.visitor().open(`/partner/${partner.id}`)
  expect(page.heading).toBe(text('hero_title'))
  expect(page.text()).toContain(text('hero_subtitle'))
  expect(page.text()).toContain(text('about_section').slice(0, 50))
  expect(page.text()).toContain(`${partner._count.products} products found`)
  const [visit] = page.links('Visit Official Store')
  expect(visit?.getAttribute('href')).toMatch(/^https?:\/\//)
  expect(visit?.getAttribute('rel')).toBe('sponsored noopener')
  expect(page.link(partner.email)).toBe(`mailto:${partner.email}`)
})

test("a store's products can be searched, filtered, sorted and paged, with each page starting at the list", async () => {
  const partner = await findPartner()
  const visitor = shop.visitor()
  const page = await visitor.open(`/partner/${partner.id}`)
  const label = `Search ${partner.businessName}`
  const [name = ''] = page.texts('main article h3')
  const found = await page.press('Search', { [label]: name })
  expect(found.links(name)).not.toEqual([])
  expect([found.url.pathname, found.url.searchParams.get('q')]).toEqual([`/partner/${partner.id}`, name])
  const nothing = await page.press('Search', { [label]: 'zzqxj' })
  expect(nothing.headings).toContain('No products found')
  expect((await nothing.follow('Clear All')).text()).toContain(`${partner._count.products} products found`)
  const sorted = await page.press('Apply', { 'Sort by': 'price_asc', 'In stock only': true })
  expect(sorted.url.searchParams.get('inStock')).toBe('true')
  const cheapest = await shop.db.product.findFirstOrThrow({
    where: { partnerId: partner.id, status: 'active', isInStock: true },
    orderBy: [{ priceBaseMinor: 'asc' }, { id: 'asc' }],
  })
  expect(sorted.productLinks()[0]).toBe(`/product/${cheapest.id}`)
  const next = await page.follow('Next page')
  expect(next.url.searchParams.get('page')).toBe('2')
  for (const list of [found, sorted, next, await page.follow('List view')])
    expect([list.url.hash, list.all('#list-heading').length]).toEqual(['#list-heading', 1])
})

test("a store's list supports sentences, chips and filters like Discover", async () => {
  const partner = await findPartner()
  const page = await shop.visitor().open(`/partner/${partner.id}`)
  const found = await page.press('Search', {
    [`Search ${partner.businessName}`]: 'under 5000 dollars',
    'Intelligent search': true,
  })
  expect([found.url.pathname, found.url.searchParams.get('mode')]).toEqual([`/partner/${partner.id}`, 'intelligent'])
  expect(found.link(/^Remove filter Under/)).not.toBeNull()
  const filtered = await found.press('Apply', { 'In stock only': true })
  expect(filtered.link(/^Remove filter In stock/)).not.toBeNull()
  const cleared = await filtered.follow('Clear all')
  expect([cleared.url.pathname, cleared.links(/^Remove filter/)]).toEqual([`/partner/${partner.id}`, []])
  const ids = cleared.productLinks().map((href) => href.split('/').at(-1)!)
  expect(ids.length).toBeGreaterThan(0)
  expect(await shop.db.product.count({ where: { id: { in: ids }, partnerId: { not: partner.id } } })).toBe(0)
})

test('a store without products shows a message', async () => {
  const empty = await shop.db.partner.findFirstOrThrow({
    where: { verificationStatus: 'approved', products: { none: {} } },
    orderBy: { id: 'asc' },
  })
  for (const path of [`/partner/${empty.id}`, `/brand/${empty.id}`])
    expect((await shop.visitor().open(path)).text()).toContain("This partner hasn't added any products yet.")
})

for (const path of ['/brand', '/shop/brand']) {
  test(`${path} shows the brand and all of its products`, async () => {
    const partner = await findPartner()
    const page = await shop.visitor().open(`${path}/${partner.id}`)
    expect(page.heading).toBe(partner.businessName)
    expect(page.headings).toContain('All Products')
    expect(page.links('Visit Website')[0]?.getAttribute('target')).toBe('_blank')
    expect(page.productLinks()).toHaveLength(Math.min(24, partner._count.products))
    expect((await shop.visitor().open(page.productLinks()[0]!)).status).toBe(200)
  })
}

test("a new product soon appears in its store's list and in searches", async () => {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const { id } = await createProduct(shop.db, {
    partnerId: partner.id,
    name: `Quillon ${crypto.randomUUID().slice(0, 8)} cape`,
  })
  for (const path of [
    `/partner/${partner.id}?q=quillon`,
    `/discover?q=quillon&brand=${encodeURIComponent(partner.businessName)}`,
  ])
    await expect
      .poll(async () => (await shop.visitor().open(path)).productLinks(), { timeout: 30_000 })
      .toEqual([`/product/${id}`])
})

test('the list of stores is public, and visitors need to sign in only for their favourites', async () => {
  const { email } = await createAccount(shop.db)
  const page = await shop.visitor().open('/stores?view=all')
  expect([page.status, page.headings.includes('Sign in to see the stores')]).toEqual([200, false])
  expect(page.links(/^Visit Store/)).not.toEqual([])
  const favourites = await page.follow('My favourites', 'nav[aria-label=Stores]')
  expect([favourites.headings.includes('Sign in to see your favourites'), favourites.links(/^Visit Store/)]).toEqual([
    true,
    [],
  ])
  const login = await favourites.follow('Sign In', 'main')
  const own = await login.press('Sign In', { 'Email Address': email, Password: PASSWORD })
  expect([own.address, own.headings.includes('No favourites yet')]).toEqual(['/stores?favourites=true', true])
  const visitor = await shop.visitor().open('/stores?view=all')
  const asked = await visitor.press(/^Add to favourites: /)
  expect(asked.address).toBe(`/login?redirectTo=${encodeURIComponent('/stores?view=all')}`)
})

test('the list of stores shows data from the database, and links to the stores', async () => {
  const visitor = await shop.visitorAs((await createAccount(shop.db)).id)
  const partner = await shop.db.partner.findFirstOrThrow({
    where: { verificationStatus: 'approved', media: { some: {} }, products: { some: { status: 'active' } } },
    orderBy: { businessName: 'asc' },
    include: { _count: { select: { products: { where: { status: 'active' } } } } },
  })
  const page = await visitor.open(`/stores?q=${encodeURIComponent(partner.businessName)}`)
  expect(page.texts('main article h2, main article h3')[0]).toBe(partner.businessName)
  expect(page.text('main article dd')).toBe(partner._count.products.toLocaleString('en-US'))
  if (!(await shop.db.productReview.count({ where: { partnerId: partner.id, status: 'approved' } })))
    expect(page.text('main article')).toContain('No reviews yet')
  expect(page.text()).not.toMatch(/bronze|silver|platinum|total sales/i)
  expect((await page.follow(/^Visit Store/)).address).toBe(`/brand/${partner.id}`)
})

test('stores can be searched, saved and removed', async () => {
  const { id: userId } = await createAccount(shop.db)
  const page = await (await shop.visitorAs(userId)).open('/stores')
  const [name = ''] = page.texts('main article h2, main article h3')
  const heart = /^Add to favourites: /
  expect(page.all('main article button')[0]?.getAttribute('aria-pressed')).toBe('false')
  const kept = await page.press(heart)
  expect(kept.text('body')).toContain('Added to your favourite stores')
  expect(kept.all('main article button')[0]?.getAttribute('aria-pressed')).toBe('true')
  expect(await shop.db.favouriteStore.count({ where: { userId, partner: { businessName: name } } })).toBe(1)
  const favourites = await kept.follow('My favourites', 'nav[aria-label=Stores]')
  expect(favourites.texts('main article h2, main article h3')).toEqual([name])
  expect(favourites.text()).toContain('1 store')
  const left = await favourites.press(heart)
  expect(left.text('body')).toContain('Removed from your favourite stores')
  expect(left.headings).toContain('No favourites yet')
  expect(await shop.db.favouriteStore.count({ where: { userId } })).toBe(0)
  const found = await page.press('Search', { 'Search stores': name.slice(1, 6).toUpperCase() })
  expect(found.texts('main article h2, main article h3')).toContain(name)
  expect((await found.press('Search', { 'Search stores': 'zzqxj' })).headings).toContain('No stores found')
})
