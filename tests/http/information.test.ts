import { expect, test } from 'vitest'
import { useShop } from './shop.ts'

const shop = useShop()

const figuresOf = async (visitor: ReturnType<typeof shop.visitor>): Promise<Record<string, string | number>> => {
  const { result } = await (await visitor.ask('/trpc/catalogue.figures')).json()
  return result.data.json
}

// Other files change the shop at the same time, so the page is compared with the shop's current figures.
// site-figures.service.test.ts tests that they are correct.
for (const path of ['/about-wtf', '/about']) {
  test(`${path} shows the shop's counted figures`, async () => {
    const visitor = shop.visitor()
    const counted = await figuresOf(visitor)
    const page = await visitor.open(path)
    for (const figure of ['products', 'partners', 'brands', 'categories'])
      expect([figure, page.text(`[data-figure=${figure}]`)]).toEqual([figure, counted[figure]!.toLocaleString('en-US')])
    expect(page.find('main time')?.getAttribute('dateTime')).toBe(counted.countedAt)
    expect(page.link('How we rank', 'body')).toBe('/ranking')
    expect(page.link('Become a partner')).toBe('/brand/signup')
    expect(page.link('Discover')).toBe('/discover?all=true')
    expect(page.canonical).toBe(path)
    // The figures may contain any digits.
    for (const figure of page.document.querySelectorAll('[data-figure]')) figure.remove()
    expect(page.text()).not.toMatch(/280|50K|500\+|collections/i)
  })
}

test('the sitemap lists the information pages, and all of its pages load', async () => {
  const visitor = shop.visitor()
  const read = async (path: string) => (await visitor.ask(path)).text()
  const index = await read('/sitemap.xml')
  const pages = index.includes('<sitemapindex') ? await read('/sitemap-pages.xml') : index
  const listed = [...pages.matchAll(/<loc>https?:\/\/[^/]+(\/[a-z/-]*)<\/loc>/g)].map(([, path]) => path!)
  expect(listed).toEqual(expect.arrayContaining(['/about', '/about-wtf', '/features', '/ranking']))
  for (const path of listed) expect([path, (await visitor.ask(path)).status]).toEqual([path, 200])
})

test('/features links to the next steps', async () => {
  const page = await shop.visitor().open('/features')
  for (const name of ['Try Features Now', 'Start Exploring']) expect(page.link(name)).toBe('/discover?all=true')
  expect(page.link('Join Community')).toBe('/signup')
  const target = page.link('Explore Features') ?? ''
  expect(target).toMatch(/^#/)
  expect(page.texts(`${target} :is(h2, h3)`)).toContain('Personalisation')
})

test('the demo on /features uses the real search', async () => {
  const understood = 'ul[aria-label="What we understood"] li'
  const page = await shop.visitor().open('/features')
  const warm = await page.follow('something warm for a rainy commute, not wool', '#demo')
  expect(warm.valueOf('What are you looking for?', '#demo')).toBe('something warm for a rainy commute, not wool')
  expect(warm.texts(understood)).toEqual(['Warm', 'Rain', 'Commute', 'Not wool'])
  const red = await warm.press('Search', { 'What are you looking for?': 'red dress under 500 dollars' }, '#demo')
  expect([red.address, red.url.hash, red.all('#demo').length]).toEqual([
    '/features?demo=red+dress+under+500+dollars',
    '#demo',
    1,
  ])
  expect(red.texts(understood)).toEqual(['Dresses', 'Red', 'Under $500'])
  const shown = red.productLinks('#demo')
  expect(shown.length).toBeGreaterThan(0)
  const list = await red.follow(/in Discover$/, '#demo')
  expect(list.heading).toBe('“red dress under 500 dollars”')
  expect(list.productLinks().slice(0, shown.length)).toEqual(shown)
  const nothing = await shop.visitor().open(`/features?demo=${encodeURIComponent('zzqxj <zzqxk>')}`)
  expect(nothing.headings).toContain('No Products Found')
  expect(nothing.text('#demo')).toContain(
    'We couldn\'t find any products matching "zzqxj <zzqxk>". Try different keywords.',
  )
})
