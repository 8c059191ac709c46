import { expect, test, vi } from 'vitest'
import { LISTED } from '#tests/setup/demo-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('starts the carousel with the About card, followed by stores', async () => {
  const page = await shop.visitor().open('/')
  const [about, store = ''] = page
    .all('section[aria-roledescription=carousel] li a')
    .map((card) => card.getAttribute('href') ?? '')
  expect(about).toBe('/about-wtf')
  expect(store).toMatch(/^\/partner\/[0-9a-f-]{36}$/)
  expect((await shop.visitor().open(store)).status).toBe(200)
})

test('shows trending products, categories, and a row for each of the ten newest partners', async () => {
  const page = await shop.visitor().open('/')
  const sections = page.all('main section')
  const trending = sections.find((section) => section.querySelector('h2')?.textContent === 'Trending Now')
  expect(trending?.querySelectorAll('article')).toHaveLength(8)
  expect(page.link('Explore All Products')).toBe('/discover?all=true')
  const newest = await shop.db.partner.findMany({
    where: { verificationStatus: 'approved', products: { some: { status: 'active' } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 10,
  })
  const rows = sections.filter((section) =>
    [...section.querySelectorAll('a')].some((link) => page.nameOf(link) === 'Visit the store page'),
  )
  expect(rows.map((row) => row.querySelector('h2')?.textContent)).toEqual(
    newest.map(({ businessName }) => businessName),
  )
  for (const row of rows) expect(row.querySelectorAll('article').length).toBeLessThanOrEqual(10)
})

test('shows the number of products in a category on its tile', async () => {
  // Other tests may add products after the home page is loaded.
  await vi.waitFor(async () => {
    const page = await shop.visitor().open('/')
    const tiles = page.links(/ products$/, 'ul[aria-label=Categories]')
    expect(tiles.length).toBeGreaterThan(4)
    const list = await shop.visitor().open(tiles[0]!.getAttribute('href')!)
    expect(list.address).toMatch(/^\/discover\?category=/)
    expect(list.found).toBe(Number(/([\d,]+) products$/.exec(page.nameOf(tiles[0]!))?.[1]?.replace(/,/g, '')))
    expect(await shop.db.product.count({ where: LISTED })).toBeGreaterThan(list.found)
  }, 10_000)
})

test("shows discounted products and this week's new ones", async () => {
  const page = await shop.visitor().open('/')
  const cardsOf = (title: string) =>
    page
      .all('main section')
      .filter((section) => section.querySelector('h2')?.textContent === title)
      .flatMap((section) => [...section.querySelectorAll('article')])
  const onSale = cardsOf('On sale')
  expect(onSale.length).toBeGreaterThan(0)
  for (const card of onSale) expect(card.querySelector('.price s')).not.toBeNull()
  expect(cardsOf('New this week').length).toBeGreaterThan(0)
})

test('loads the first image with high priority, and sets the size of every image', async () => {
  const page = await shop.visitor().open('/')
  expect(page.all('main img[fetchpriority=high]:not([loading=lazy])')).not.toEqual([])
  // Pictures of cards and tiles are sized by CSS, whatever the size of the original.
  expect(page.all('main img:not([width], .card > img, .category-tile img)')).toEqual([])
})

test('has a working search box in the header', async () => {
  const { name } = await shop.db.product.findFirstOrThrow({ where: LISTED, orderBy: { id: 'asc' } })
  const found = await (await shop.visitor().open('/')).press('Search', { 'Search products and brands': name }, 'header')
  expect(found.heading).toBe(`“${name}”`)
  expect(found.links(name)).not.toEqual([])
})

test('describes the shop and its search to search engines', async () => {
  const visitor = shop.visitor()
  const data = (await visitor.open('/')).structuredData as { '@graph': Array<Record<string, unknown>> }
  const [organization, site] = data['@graph']
  expect(organization).toMatchObject({ '@type': 'Organization', name: 'WTF' })
  const logo = new URL(organization!.logo as string)
  expect((await visitor.ask(logo.pathname)).headers.get('content-type')).toBe('image/png')
  const { target } = site!.potentialAction as { target: { urlTemplate: string } }
  const search = new URL(target.urlTemplate.replace('{words}', encodeURIComponent('black dress')))
  expect((await visitor.open(search.pathname + search.search)).heading).toBe('“black dress”')
})
