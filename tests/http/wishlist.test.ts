import { expect, test } from 'vitest'
import { createPartner, createProduct, createWishes } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { LISTED } from '#tests/setup/demo-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()

/** Creates a person with these products of a separate store on the wishlist, saved in this order, and their browser. */
async function shopper(names: string[] = ['Coat', 'Dress', 'Boots']) {
  const { id: userId } = await createAccount(shop.db)
  // The home page starts with the newest stores, and other tests use it.
  const { id: partnerId } = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const products = []
  for (const [index, name] of names.entries()) {
    const product = await createProduct(shop.db, {
      partnerId,
      name,
      variants: ['S', 'M'].map((size) => ({ size, priceMinor: 10_000 * (index + 1) })),
    })
    products.push(product)
    await createWishes(shop.db, userId, [product.id], { addedAt: new Date(Date.UTC(2026, 0, index + 1)) })
  }
  return { userId, products, visitor: await shop.visitorAs(userId) }
}

test('visitors are asked to sign in, and return to the wishlist', async () => {
  const page = await shop.visitor().open('/wishlist')
  expect([page.heading, page.link('Sign In', 'main')]).toEqual([
    'Sign in to view your wishlist',
    '/login?redirectTo=%2Fwishlist',
  ])
  const refused = await shop.visitor().open('/wishlist?index', {
    method: 'POST',
    body: new URLSearchParams({ form: 'clear' }),
  })
  expect(refused.url.pathname).toBe('/login')
  expect(refused.text('body')).toContain('Please log in to manage your wishlist')
})

test('shows the number of items and their value, newest first', async () => {
  const { visitor } = await shopper()
  const page = await visitor.open('/wishlist')
  expect(page.heading).toBe('My Wishlist')
  expect(page.text()).toContain('3 items')
  expect(page.texts('main dl > div').slice(0, 4)).toEqual([
    'Total Value$600.00',
    'Avg Price$200.00',
    'Items3',
    'Brands1',
  ])
  expect(page.texts('main article h2')).toEqual(['Boots', 'Dress', 'Coat'])
  expect((await page.follow('Coat')).heading).toBe('Coat')
})

test('can be searched, filtered and sorted by its URL, in two layouts', async () => {
  const { visitor } = await shopper()
  const page = await visitor.open('/wishlist')
  const found = await page.press('Show', { 'Search your wishlist': 'coat' })
  expect([found.texts('main article h2'), found.text()]).toEqual([['Coat'], expect.stringContaining('1 of 3.')])
  const sorted = await page.press('Show', { 'Sort by': 'price_low' })
  expect(sorted.texts('main article h2')).toEqual(['Coat', 'Dress', 'Boots'])
  const list = await sorted.follow('List view')
  expect([list.url.search, list.texts('main article h2')]).toEqual([
    '?sort=price_low&view=list',
    ['Coat', 'Dress', 'Boots'],
  ])
  const nothing = await list.press('Show', { Show: 'on_sale' })
  expect(nothing.headings).toContain('No matches')
  expect((await nothing.follow('Show all')).url.search).toBe('?sort=price_low&view=list')
  const odd = await visitor.open('/wishlist?sort=junk&filter[]=x&view=%00&page=-1&q=%F0%9F')
  expect([odd.status, odd.heading]).toEqual([200, 'My Wishlist'])
})

test('several items can be removed at once, and restored with their details', async () => {
  const { visitor, userId } = await shopper()
  await shop.db.wishlistItem.updateMany({ where: { userId }, data: { note: 'Mine' } })
  const page = await visitor.open('/wishlist?sort=name')
  const removed = await page.press('Remove selected', { 'Select Coat': true, 'Select Boots': true })
  expect([removed.url.search, removed.texts('main article h2')]).toEqual(['?sort=name', ['Dress']])
  expect(removed.text('body')).toContain('Removed 2 items from wishlist')
  const back = await removed.press('Undo')
  expect(back.text('body')).toContain('Added 2 items to wishlist')
  expect(back.texts('main article h2')).toEqual(['Boots', 'Coat', 'Dress'])
  expect(await shop.db.wishlistItem.count({ where: { userId, note: 'Mine' } })).toBe(3)
})

test('is cleared after a confirmation, and can be restored', async () => {
  const { visitor } = await shopper()
  const page = await visitor.open('/wishlist')
  expect(page.text()).toContain('Are you sure you want to clear your entire wishlist?')
  const cleared = await page.press('Clear wishlist')
  expect(cleared.heading).toBe('Your wishlist is empty')
  expect(cleared.text('body')).toContain('Wishlist cleared')
  expect(cleared.link('Start Shopping')).toBe('/discover?all=true')
  expect((await cleared.press('Undo')).text()).toContain('3 items')
})

test("saves an item's size, priority, note and target price, and reports an invalid value at its field", async () => {
  const { visitor, userId } = await shopper(['Coat'])
  const page = await (await visitor.open('/wishlist')).follow('Size, note and alerts: Coat')
  expect(page.heading).toBe('Coat')
  const said = {
    'Your size': 'M',
    'Must have': true,
    Note: 'For Ada',
    'When the price drops to': '79,50',
    'When the price drops': '20',
  }
  const refused = await page.press('Save', { ...said, 'When the price drops to': 'cheap' })
  expect(refused.status).toBe(400)
  expect(refused.descriptionOf('When the price drops to')).toContain('Please type an amount above 0, like 79.50')
  expect(refused.valueOf('Note')).toBe('For Ada')
  const saved = await page.press('Save', said)
  expect([saved.url.pathname, saved.text('body')]).toEqual(['/wishlist', expect.stringContaining('Saved')])
  expect(saved.text()).toContain('Target price $79.50')
  expect(await shop.db.wishlistItem.findFirst({ where: { userId } })).toMatchObject({
    size: 'M',
    priority: 5,
    note: 'For Ada',
    targetMinor: 7_950,
    dropPercent: 20,
    watchesStock: true,
  })
})

test("other people's items cannot be read or changed", async () => {
  const { userId } = await shopper(['Coat'])
  const item = await shop.db.wishlistItem.findFirstOrThrow({ where: { userId } })
  const { visitor } = await shopper(['Dress'])
  for (const path of [`/wishlist/items/${item.id}`, '/wishlist/items/junk']) {
    expect((await visitor.open(path)).status).toBe(404)
    const posted = await visitor.ask(path, { method: 'POST', body: new URLSearchParams({ note: 'x', priority: '1' }) })
    expect(posted.status).toBe(404)
  }
  expect((await shop.visitor().ask(`/wishlist/items/${item.id}`)).headers.get('location')).toMatch(/^\/login\?/)
  const body = new URLSearchParams({ form: 'remove', only: item.id })
  await visitor.ask('/wishlist?index', { method: 'POST', body })
  expect(await shop.db.wishlistItem.count({ where: { id: item.id } })).toBe(1)
})

test('unlisted items stay on the list with a label, and can be removed', async () => {
  const { visitor, userId, products } = await shopper()
  await shop.db.product.delete({ where: { id: products[0]!.id } })
  await shop.db.product.update({ where: { id: products[1]!.id }, data: { status: 'archived' } })
  const page = await visitor.open('/wishlist')
  expect(page.text()).toContain('3 items')
  const gone = page.texts('main article').filter((text) => text.includes('No longer available'))
  expect(gone).toEqual([expect.stringContaining('Dress'), expect.stringContaining('CoatLast price $100.00')])
  expect(page.productLinks()).toEqual([`/product/${products[2]!.id}`])
  expect((await page.follow('Size, note and alerts: Coat')).heading).toBe('Coat')
  await page.press('Remove Coat from wishlist')
  await page.press('Remove Dress from wishlist')
  expect(await shop.db.wishlistItem.count({ where: { userId } })).toBe(1)
})

test('details of an unlisted item can be changed, and its size is kept', async () => {
  const { visitor, userId, products } = await shopper(['Coat'])
  await shop.db.wishlistItem.updateMany({
    where: { userId },
    data: { size: 'M', dropPercent: 20, targetMinor: 5_000, targetCurrency: 'USD' },
  })
  await shop.db.product.update({ where: { id: products[0]!.id }, data: { status: 'archived' } })
  const page = await (await visitor.open('/wishlist')).follow('Size, note and alerts: Coat')
  const saved = await page.press('Save', { Note: 'Ask the store' })
  expect(saved.text('body')).toContain('Saved')
  expect(await shop.db.wishlistItem.findFirst({ where: { userId } })).toMatchObject({
    note: 'Ask the store',
    size: 'M',
    dropPercent: 20,
    targetMinor: 5_000,
  })
})

test('removes nothing if nothing is selected, and shows a message', async () => {
  const { visitor } = await shopper(['Coat'])
  const page = await (await visitor.open('/wishlist')).press('Remove selected')
  expect(page.text('body')).toContain('Choose what to remove.')
})

test('shows events until they are marked as seen', async () => {
  const { visitor, userId } = await shopper(['Coat'])
  const item = await shop.db.wishlistItem.findFirstOrThrow({ where: { userId } })
  const facts = { fromMinor: 10_000, toMinor: 8_000, currency: 'USD' }
  await shop.db.wishlistEvent.create({ data: { userId, itemId: item.id, kind: 'price_drop', facts } })
  const page = await visitor.open('/wishlist')
  expect(page.text('section[aria-labelledby=wishlist-news]')).toContain('$80.00, was $100.00')
  expect(page.links(/\b1 new\b/)).not.toEqual([])
  const seen = await page.press('Mark as seen')
  expect([seen.links(/\b1 new\b/), seen.headings]).toEqual([[], expect.arrayContaining(['What has changed'])])
})

test('shows two thousand items in pages of 48', async () => {
  const { id: userId } = await createAccount(shop.db)
  const ids = await shop.db.product.findMany({ where: LISTED, take: 100, orderBy: { id: 'asc' }, select: { id: true } })
  await createWishes(
    shop.db,
    userId,
    ids.map(({ id }) => id),
  )
  const page = await (await shop.visitorAs(userId)).open('/wishlist?sort=brand&page=2')
  expect(page.all('main .product-grid article').length).toBe(48)
  expect((await page.follow('Next page')).url.search).toBe('?sort=brand&page=3')
})

test('the lookbook shows the list in pages with dated prices, without JavaScript, and only to its owner', async () => {
  const { visitor, products, userId } = await shopper(['Coat', 'Dress', 'Boots', 'Scarf'])
  await shop.db.wishlistItem.updateMany({
    where: { userId, productId: products[1]!.id },
    data: { priority: 5, note: 'For the party', size: 'M' },
  })
  const page = await (await visitor.open('/wishlist')).follow('Lookbook')
  expect([page.address, page.texts('main h2')]).toEqual(['/wishlist/lookbook', ['Dress', 'Scarf', 'Boots', 'Coat']])
  const first = page.text('main article')
  expect(first).toMatch(/\$200\.00 on \d+ \w+ \d{4}/)
  expect(first).toContain('size M')
  expect(first).toContain('For the party')
  expect(page.all('.lookbook-spread')).toHaveLength(2)
  expect((await visitor.ask('/wishlist/lookbook')).headers.get('cache-control')).toBe('no-store')
  expect((await shop.visitor().open('/wishlist/lookbook')).url.pathname).toBe('/login')
  // No other page loads its styles.
  const styles = (of: typeof page) => of.all('link[rel=stylesheet]').length
  expect(styles(page) - styles(await visitor.open('/wishlist'))).toBe(1)
})
