import { expect, test } from 'vitest'
import { createPartner, createViewer } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { DEPARTMENTS } from '#server/search/departments.values.ts'
import { useShop } from './shop.ts'

const shop = useShop()

const LABELS = ['Women', 'Men', 'Kids', 'New in', 'Sale', 'Brands A to Z', 'Stores', 'By picture']
const FILTERS: Record<string, object> = {
  Women: { gender: { in: ['women', 'unisex'] } },
  Men: { gender: { in: ['men', 'unisex'] } },
  Kids: { gender: { in: ['girls', 'boys', 'kids'] } },
  'New in': {},
}

test('every page links to the departments, on desktops and in the phone menu', async () => {
  for (const path of ['/', '/discover', '/product/junk', '/support', '/login']) {
    const page = await shop.visitor().open(path)
    for (const place of ['nav[aria-label=Departments]', '#site-menu ul[aria-label=Departments]'])
      expect([path, page.texts(`${place} a`)]).toEqual([path, LABELS])
  }
})

test('each department is a list with its name and count', async () => {
  const visitor = shop.visitor()
  const home = await visitor.open('/')
  for (const { label } of DEPARTMENTS) {
    const list = await home.follow(label, 'nav[aria-label=Departments]')
    const title = `${label} | WTF`
    expect([list.status, list.heading, list.title, list.canonical]).toEqual([200, label, title, list.address])
    expect(list.texts('nav[aria-label=Departments] [aria-current=page]')).toEqual([label])
    expect(list.text()).toMatch(/[1-9][\d,]* products? found/)
    const ids = list.productLinks().map((href) => href.split('/').at(-1)!)
    const where = { id: { in: ids }, ...FILTERS[label] }
    if (label in FILTERS) expect([label, await shop.db.product.count({ where })]).toEqual([label, ids.length])
    else
      for (const product of await shop.db.product.findMany({ where }))
        expect(product.originalPriceMinor).toBeGreaterThan(product.priceMinor)
  }
})

test('brands from A to Z show their counts, and link to their lists', async () => {
  const page = await (await shop.visitor().open('/')).follow('Brands A to Z', 'nav[aria-label=Departments]')
  expect([page.status, page.heading, page.address]).toEqual([200, 'Brands A to Z', '/brands'])
  const letters = page.texts('main section h2')
  // '#' groups names that do not start with a letter, and comes last.
  const isLetter = (letter: string) => letter !== '#'
  expect(letters).toEqual([...letters.filter(isLetter).toSorted(), ...letters.filter((letter) => !isLetter(letter))])
  for (const letter of letters)
    expect(page.link(letter, 'nav[aria-label=Letters]')).toBe(
      `#letter-${isLetter(letter) ? letter.toLowerCase() : 'other'}`,
    )
  const [name = ''] = page.texts('main section li a span:first-child')
  const [count = ''] = page.texts('main section li a span:last-child')
  const list = await page.follow(new RegExp(`^${name}`), 'main')
  expect(list.heading).toBe(name)
  expect(list.text()).toContain(`${count} found`)
  const one = await shop.visitor().open(`/brands?letter=${letters[0]?.toLowerCase()}`)
  expect(one.texts('main section h2')).toEqual([letters[0]])
  expect((await shop.visitor().open('/brands?letter=%00&page=x')).status).toBe(200)
})

test('a skip link leads past the filters to the list', async () => {
  const visitor = shop.visitor()
  for (const path of ['/discover?all=true', '/discover?q=dress']) {
    const page = await visitor.open(path)
    expect([path, page.all('a')[0]?.getAttribute('href')]).toEqual([path, '#list-heading'])
    expect(page.all('#list-heading')).toHaveLength(1)
  }
  for (const path of ['/discover', '/', '/brands'])
    expect((await visitor.open(path)).all('a[href="#list-heading"]')).toEqual([])
})

test('only partners see Dashboard in the top bar and the menu, where it opens in a new tab', async () => {
  const { id } = await createAccount(shop.db, { role: 'partner' })
  await createPartner(shop.db, { ownerId: id, createdAt: new Date('2020-01-01') })
  const page = await (await shop.visitorAs(id)).open('/')
  for (const place of ['nav[aria-label=Main]', '#site-menu']) {
    const [link] = page.links('Dashboard', place)
    expect([link?.getAttribute('href'), link?.getAttribute('target')]).toEqual(['/brand/dashboard', '_blank'])
  }
  const { userId } = await createViewer(shop.db)
  for (const visitor of [shop.visitor(), await shop.visitorAs(userId)])
    expect((await visitor.open('/')).links('Dashboard', 'body')).toEqual([])
})

test('the footer links to working pages, and not to social networks', async () => {
  const visitor = shop.visitor()
  const links = (await visitor.open('/')).all('footer a').map((link) => link.getAttribute('href') ?? '')
  expect(links.length).toBeGreaterThan(8)
  for (const href of links) {
    expect(href).toMatch(/^\/[a-z]/)
    expect([href, (await visitor.ask(href)).status]).toEqual([href, 200])
  }
})

test('/ranking and /features describe only existing list features', async () => {
  const list = await shop.visitor().open('/discover?all=true')
  expect(list.all('button').filter((button) => button.textContent === 'Why these?')).toHaveLength(1)
  for (const path of ['/ranking', '/features']) {
    const page = await shop.visitor().open(path)
    expect(page.text()).toContain('‘Why these?’ above a list')
    expect(page.text()).not.toMatch(/question mark|tells its points|on every card/i)
  }
})

test('the data of every page names the build of its document, also in its ETag', async () => {
  const visitor = shop.visitor()
  for (const [path, dataPath] of [
    ['/discover', '/discover.data?_routes=routes%2Fdiscover'],
    ['/about-wtf', '/about-wtf.data?_routes=routes%2Fabout-wtf'],
  ] as const) {
    const build = /manifest-([0-9a-f]+)\.js/.exec(await (await visitor.ask(path)).text())?.[1]
    const { headers, status } = await visitor.ask(dataPath)
    expect([status, headers.get('x-build'), headers.get('etag')]).toEqual([
      200,
      build,
      expect.stringContaining(`"${build}`) as string,
    ])
  }
})
