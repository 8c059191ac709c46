import { expect, test } from 'vitest'
import { findLargestCategory, findTypicalProduct, LISTED } from '#tests/setup/demo-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('has a title that names its filter', async () => {
  const [first, second] = await shop.db.category.findMany({
    where: { parentId: null, isActive: true, slug: { contains: '-' } },
    take: 2,
    orderBy: { slug: 'asc' },
  })
  const [brand, other] = await shop.db.brand.findMany({
    where: { products: { some: LISTED } },
    take: 2,
    orderBy: { name: 'asc' },
  })
  for (const [search, expected] of [
    ['?inStock=true', 'Discover'],
    ['?all=true', 'All Products'],
    [`?category=${first!.slug}`, first!.name],
    [`?categories=${first!.slug},${second!.slug}`, '2 Categories'],
    [`?category=${first!.slug}&brand=${brand!.slug}`, first!.name],
    [`?brand=${brand!.slug}`, brand!.name],
    [`?brand=${encodeURIComponent(brand!.name)}`, brand!.name],
    [`?brands=${brand!.slug},${other!.slug}`, '2 Brands'],
    ['?q=coat', '“coat”'],
    ['?search=coat', '“coat”'],
    ['?all=true&q=coat', '“coat”'],
    ['?q=black+coat&mode=intelligent', '“black coat”'],
  ] as const) {
    const page = await shop.visitor().open(`/discover${search}`)
    expect([search, page.heading, page.title, page.text('#list-heading')]).toEqual([
      search,
      expected,
      `${expected} | WTF`,
      /(q|search)=/.test(search) ? 'Search Results' : 'Products',
    ])
  }
})

test('shows the query beside the heading if the title names a filter', async () => {
  const page = await shop.visitor().open('/discover?q=dress&category=dresses')
  expect([page.heading, page.texts('.list-quoted')]).toEqual(['Dresses', ['“dress”']])
  expect((await shop.visitor().open('/discover?q=dress')).all('.list-quoted')).toEqual([])
})

test('sorts in six ways', async () => {
  const { slug, where, total } = await findLargestCategory(shop.db)
  const list = await shop.visitor().open(`/discover?category=${slug}`)
  expect([list.found, list.productLinks().length]).toEqual([total, 24])
  const sort = (value: string) => list.press('Apply', { 'Sort by': value })
  for (const [value, orderBy] of [
    ['price_asc', [{ priceBaseMinor: 'asc' }, { id: 'asc' }]],
    ['price_desc', [{ priceBaseMinor: 'desc' }, { id: 'desc' }]],
    ['newest', [{ createdAt: 'desc' }, { id: 'desc' }]],
  ] as const) {
    const sorted = await sort(value)
    const all = await shop.db.product.findMany({
      where,
      orderBy: [...orderBy],
      select: { id: true, isInStock: true, stock: true },
    })
    const isSoldOut = ({ isInStock, stock }: (typeof all)[number]) => Number(!isInStock && stock === 0)
    const expected = all.toSorted((a, b) => isSoldOut(a) - isSoldOut(b)).slice(0, 24)
    expect([value, sorted.productLinks()]).toEqual([value, expected.map(({ id }) => `/product/${id}`)])
    expect(sorted.valueOf('Sort by')).toBe(value)
  }
  const featured = await shop.db.product.findMany({ where: { ...where, isFeatured: true }, select: { id: true } })
  expect(featured.length).toBeGreaterThan(0)
  const shown = (await sort('featured')).productLinks().slice(0, featured.length)
  expect(featured.map(({ id }) => `/product/${id}`)).toEqual(expect.arrayContaining(shown))
  for (const value of ['name_asc', 'name_desc']) {
    const names = (await sort(value)).texts('main article :is(h2, h3)').map((name) => name.toLowerCase())
    expect(names).toHaveLength(24)
    const ascending = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect([value, names]).toEqual([value, value === 'name_asc' ? ascending : ascending.toReversed()])
  }
})

test('filters by checkbox and by price', async () => {
  const { slug, where } = await findLargestCategory(shop.db)
  const list = await shop.visitor().open(`/discover?category=${slug}`)
  const reduced = await shop.db.product.findMany({
    where: { ...where, originalPriceMinor: { not: null } },
    select: { priceMinor: true, originalPriceMinor: true },
  })
  const onSale = await list.press('Apply', { 'On sale': true })
  expect(onSale.found).toBe(reduced.filter((each) => each.originalPriceMinor! > each.priceMinor).length)
  expect(onSale.all('main article').filter((card) => card.querySelector('s'))).toHaveLength(24)
  const priced = await list.press('Apply', {
    'In stock only': true,
    'Lowest price in dollars': '40',
    'Highest price in dollars': '60.50',
  })
  expect(priced.found).toBe(
    await shop.db.product.count({ where: { ...where, isInStock: true, priceBaseMinor: { gte: 4_000, lte: 6_050 } } }),
  )
})

test('shows at most five page numbers, and returns to page one when a filter changes', async () => {
  const { slug, total } = await findLargestCategory(shop.db)
  const last = Math.ceil(total / 24)
  const pages = 'nav[aria-label=Pages]'
  const numbers = (from: typeof first) => from.links(/^Page \d+$/, pages).map((link) => link.textContent)
  const first = await shop.visitor().open(`/discover?category=${slug}`)
  expect(numbers(first)).toEqual(['1', '2', '3', '4', '5'])
  expect(first.links('Previous page', pages)).toEqual([])
  const second = await first.follow('Next page', pages)
  expect(second.texts(`${pages} [aria-current=page]`)).toEqual(['2'])
  expect(second.productLinks().filter((link) => first.productLinks().includes(link))).toEqual([])
  const filtered = await second.press('Apply', { 'On sale': true })
  expect([filtered.url.searchParams.get('onSale'), filtered.url.searchParams.get('page')]).toEqual(['true', null])
  const end = await shop.visitor().open(`/discover?category=${slug}&page=${last + 400}`)
  expect(end.texts(`${pages} [aria-current=page]`)).toEqual([String(last)])
  expect(numbers(end)).toEqual([4, 3, 2, 1, 0].map((back) => String(last - back)))
  expect(end.links('Next page', pages)).toEqual([])
  expect(end.productLinks()).toHaveLength(total - (last - 1) * 24)
})

test('has a grid view and a list view', async () => {
  const grid = await shop.visitor().open('/discover?all=true')
  const list = await grid.follow('List view')
  expect(list.url.searchParams.get('view')).toBe('list')
  expect(list.links('List view')[0]?.getAttribute('aria-current')).toBe('true')
  expect(list.productLinks()).toEqual(grid.productLinks())
  expect((await list.follow('Grid view')).url.searchParams.get('view')).toBeNull()
})

test('explains an empty result, and links to all products', async () => {
  const page = await shop.visitor().open('/discover?q=zzqxj')
  expect(page.headings).toContain('No Products Found')
  expect(page.text()).toContain('We couldn\'t find any products matching "zzqxj". Try different keywords.')
  expect(page.found).toBe(0)
  const other = await shop.visitor().open('/discover?q=zara')
  expect(other.headings).toEqual(
    expect.arrayContaining(['We don’t list this brand. Similar brands:', 'Popular searches']),
  )
  expect((await shop.visitor().open('/discover?q=robe+noire')).found).toBeGreaterThan(0)
  const filtered = await shop.visitor().open('/discover?all=true&priceMin=900000&onSale=true')
  expect(filtered.text()).toContain('No products match your current filters. Try adjusting your search criteria.')
  const all = await filtered.follow('Browse All Products')
  expect([all.address, all.productLinks().length]).toEqual(['/discover?all=true', 24])
  expect(all.field('On sale').hasAttribute('checked')).toBe(false)
})

test('starts with a search box, trending searches and working tips', async () => {
  const page = await shop.visitor().open('/discover')
  expect([page.heading, (await shop.visitor().open('/discover?q=')).heading]).toEqual(['Discover', 'Discover'])
  const linksBelow = (heading: string) =>
    page
      .all('main section')
      .filter((section) => section.querySelector('h2, h3')?.textContent === heading)
      .flatMap((section) => [...section.querySelectorAll('a[href^="/discover"]')])
      .map((link) => link.getAttribute('href') ?? '')
  const trending = linksBelow('Trending Now')
  expect(trending.length).toBeGreaterThan(0)
  expect(trending.length).toBeLessThanOrEqual(8)
  const tips = linksBelow('Search tips')
  expect(tips.length).toBeGreaterThan(2)
  for (const tip of tips) {
    const list = await shop.visitor().open(tip)
    expect([tip, list.links(/^Remove filter/).length, list.found]).not.toEqual([tip, 0, expect.anything()])
    expect([tip, list.found]).not.toEqual([tip, 0])
  }
  expect((await shop.visitor().open(trending[0]!)).productLinks()).not.toEqual([])
})

test('can be searched from the page and from the header', async () => {
  const { name } = await findTypicalProduct(shop.db)
  const page = await shop.visitor().open('/discover')
  const found = await page.press('Search', { 'What are you looking for?': name })
  expect(found.heading).toBe(`“${name}”`)
  expect((await found.follow(name)).heading).toBe(name)
  expect(page.find('header form[role=search]')?.getAttribute('action')).toBe('/discover')
})

test('accepts a sentence, and supports chips, filters and pages', async () => {
  const page = await shop.visitor().open('/discover')
  const title = '“black dress under 900 dollars”'
  const found = await page.press('Search', {
    'Intelligent search': true,
    'What are you looking for?': 'black dress under 900 dollars',
  })
  expect(found.heading).toBe(title)
  const wider = await found.follow('Remove filter Black')
  expect(wider.links('Remove filter Black')).toEqual([])
  const filtered = await wider.press('Apply', { 'In stock only': true })
  expect(filtered.url.searchParams.get('inStock')).toBe('true')
  expect(filtered.link(/^Remove filter In stock/)).not.toBeNull()
  expect(filtered.heading).toBe(title)
  const next = await filtered.follow('Next page')
  expect(next.text()).toMatch(/Page 2 of \d+/)
  const [name = ''] = next.texts('main article h3')
  expect((await shop.visitor().open(next.productLinks()[0]!)).heading).toBe(name)
})

test('counts a search with a tracking pixel', async () => {
  const visitor = shop.visitor()
  const page = await visitor.open('/discover?q=dress')
  const [, picture = ''] = /src="(\/searched\/[^"]+)"/.exec(page.html) ?? []
  expect(picture).not.toBe('')
  expect((await visitor.ask(picture.replaceAll('&amp;', '&'))).status).toBeLessThan(400)
})
