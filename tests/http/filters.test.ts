import { expect, test } from 'vitest'
import { findLargestCategory } from '#tests/setup/demo-products.ts'
import type { HtmlPage } from './html-page.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const CHIP = /^Remove filter /

/** Returns the options of a facet group with their counts. */
const optionsOf = (page: HtmlPage, group: string) =>
  page.all(`#filters [role=group][aria-label="${group}"] li label`).map((label) => {
    const input = label.querySelector('input')!
    const count = label.querySelector('small')?.textContent ?? ''
    return {
      /** The option's full label. */
      label: page.nameOf(input),
      name: page.nameOf(label).slice(0, -count.length).trim(),
      count: Number(count.replace(/,/g, '')),
      isTicked: input.hasAttribute('checked'),
    }
  })

for (const facet of ['Category', 'Brand', 'Colour', 'Material', 'Gender']) {
  test(`${facet.toLowerCase()}: the count matches the list, and a chip removes the filter`, async () => {
    // Only products on sale: other tests add products at full price.
    const all = await shop.visitor().open('/discover?onSale=true')
    const [option] = optionsOf(all, facet)
    const { label, name, count } = option!
    const isTicked = (page: HtmlPage) => optionsOf(page, facet).find((each) => each.name === name)?.isTicked
    const list = await all.press('Apply', { [label]: true })
    expect([name, list.found, isTicked(list)]).toEqual([name, count, true])
    const back = await list.follow(`Remove filter ${name}`)
    expect([name, back.found, isTicked(back)]).toEqual([name, all.found, false])
  })
}

test('sizes are grouped by kind, and show only products in stock in that size', async () => {
  const { slug } = await findLargestCategory(shop.db)
  const page = await shop.visitor().open(`/discover?category=${slug}`)
  expect(optionsOf(page, 'Women’s clothes (US)')).not.toEqual([])
  const [size] = optionsOf(page, 'Letter sizes')
  const list = await page.press('Apply', { [size!.label]: true })
  expect(list.link(`Remove filter ${size!.name}`)).not.toBeNull()
  const product = await shop.visitor().open(list.productLinks()[0]!)
  expect(product.links(new RegExp(`^Size ${size!.name}$`, 'i'))).not.toEqual([])
})

test('values of one facet widen the list, and other facets narrow it', async () => {
  const all = await shop.visitor().open('/discover?all=true')
  const [first, second] = optionsOf(all, 'Colour')
  const one = await all.press('Apply', { [first!.label]: true })
  expect(one.links(CHIP)).toHaveLength(1)
  const both = await all.press('Apply', { [first!.label]: true, [second!.label]: true })
  expect(both.links(CHIP)).toHaveLength(2)
  expect(both.url.searchParams.getAll('colours').join(',').split(',')).toHaveLength(2)
  expect(both.found).toBeGreaterThan(one.found)
  const narrow = await both.press('Apply', { 'On sale': true })
  expect(narrow.link('Remove filter On sale')).not.toBeNull()
  expect(narrow.found).toBeLessThan(both.found)
  const cleared = await narrow.follow('Clear all')
  expect([cleared.address, cleared.links(CHIP)]).toEqual(['/discover?all=true', []])
})

test('price presets show the number of products in their lists', async () => {
  const all = await shop.visitor().open('/discover?all=true')
  for (const [label, address] of [
    ['Under $50', /priceMax=50/],
    ['$50-$100', /priceMin=50&priceMax=100/],
    ['$100-$200', /priceMin=100&priceMax=200/],
    ['$200+', /priceMin=200(?!.*priceMax)/],
  ] as const) {
    const name = new RegExp(`^${label.replace(/[$+]/g, '\\$&')}`)
    const [preset] = all.links(name)
    const count = Number(all.nameOf(preset!).slice(label.length).replace(/\D/g, ''))
    expect([label, count]).not.toEqual([label, 0])
    const list = await all.follow(name)
    expect(list.address).toMatch(address)
    expect(list.links(name)[0]?.getAttribute('aria-current')).toBe('true')
    // Price ranges share their bounds: a price of exactly $100 is in two lists.
    expect(list.found).toBeGreaterThanOrEqual(count)
    expect((await list.follow(name)).address).not.toMatch(/price/)
  }
})

test('a list explains how it compares prices in different currencies', async () => {
  const RULE = 'We compare prices in different currencies at our daily exchange rates.'
  for (const [address, says] of [
    ['/discover?q=linen+dress+under+%C2%A3150', true],
    ['/discover?all=true&sort=price_desc', true],
    ['/discover?all=true', false],
  ] as const) {
    const list = await shop.visitor().open(address)
    expect(list.productLinks()).not.toEqual([])
    expect([address, list.text('main').includes(RULE)]).toEqual([address, says])
  }
})

test('a sentence becomes chips that can be removed', async () => {
  const page = await shop.visitor().open('/discover?q=black+dress+under+300+dollars+not+silk+hem&mode=intelligent')
  for (const label of [/Black/, /Dresses/, /Under \$300/, /Not silk/i])
    expect(page.links(CHIP).filter((chip) => label.test(page.nameOf(chip)))).toHaveLength(1)
  expect(page.text('[title="Not understood, searched as text"]')).toContain('hem')
  expect(page.field('Black').hasAttribute('checked')).toBe(true)
  const wider = await page.follow('Remove filter Black')
  expect([wider.links('Remove filter Black'), wider.links('Remove filter Dresses').length]).toEqual([[], 1])
  expect(wider.heading).toBe('“black dress under 300 dollars not silk hem”')
  expect(wider.text('#filters')).toContain('Category')
  const cleared = await wider.follow('Clear all')
  expect([cleared.address, cleared.heading, cleared.links(CHIP)]).toEqual(['/discover?all=true', 'All Products', []])
})

test('a search without results shows the terms it left out', async () => {
  const page = await shop.visitor().open('/discover?q=dress+zqxj&inStock=true')
  expect(page.text()).toContain('No exact match.')
  expect(page.texts('.notice s')).toEqual(['the word "zqxj"'])
  expect(page.links(CHIP)).toHaveLength(2)
  expect(page.productLinks()).not.toEqual([])
})

test('a search without results keeps the size, and offers results without it', async () => {
  const page = await shop.visitor().open('/discover?q=black+dress&sizes=UK+98')
  expect([page.productLinks(), page.links(CHIP).length]).toEqual([[], 3])
  const offered = await page.follow(/^Without “UK 98” \(\d+\)$/)
  expect(offered.productLinks()).not.toEqual([])
  expect(offered.links(CHIP).map((link) => link.textContent?.trim())).toEqual(['Dresses'])
})

test('a query in Normal mode is read as a sentence unless the exact words are requested', async () => {
  const read = await shop.visitor().open('/discover?q=dress+under+150')
  expect(read.links(CHIP)).not.toEqual([])
  expect(read.text()).toContain('We turned this into filters.')
  const words = await read.follow('Search the exact words')
  expect([words.url.searchParams.get('plain'), words.links(CHIP)]).toEqual(['true', []])
  const offered = await words.follow('Turn this into filters')
  expect([offered.url.searchParams.get('mode'), offered.url.searchParams.has('plain')]).toEqual(['intelligent', false])
  expect(offered.links(CHIP)).not.toEqual([])
})
