import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const DASHBOARD = '/brand/dashboard'
const LAYOUT = { encoding: 'utf-8', separator: ',', header: ['Name', 'Price'], rows: [['Coat', '10']] }

async function createStore() {
  const { id: ownerId } = await createAccount(shop.db, { role: 'partner' })
  const partner = await createPartner(shop.db, { ownerId, websiteUrl: null, createdAt: new Date('2020-01-01') })
  const { id: userId } = await createAccount(shop.db, { role: 'partner' })
  await shop.db.partnerMember.create({ data: { userId, partnerId: partner.id, role: 'viewer' } })
  return { partner, owner: await shop.visitorAs(ownerId), viewer: await shop.visitorAs(userId) }
}

test('viewers in a team see no actions that change the store, and are told why', async () => {
  const { partner, owner, viewer } = await createStore()
  const own = { partnerId: partner.id }
  const { id: productId } = await createProduct(shop.db, { ...own, name: 'Coat' })
  await shop.db.productFeed.create({ data: { ...own, url: 'https://velvet.example/feed.csv', everyHours: 24 } })
  const given = { ...own, source: 'file', fileName: 'autumn.csv', layout: LAYOUT } as const
  const imports = await Promise.all(
    [{ status: 'read', created: 1, total: 1 } as const, { status: 'unmapped' } as const].map((data) =>
      shop.db.productImport.create({ data: { ...given, ...data } }),
    ),
  )
  const storefront = 'You can view this page but not change it. The store’s owner can make you an editor.'
  // Each page's own text, without the notice at the top.
  const pages = {
    products: 'The owner can make you an editor.',
    [`products/${productId}`]: 'You can view this product but not change it.',
    'products/new': 'Only the store’s owner and editors can add products.',
    'products/import': 'Only the store’s owner and editors can import files.',
    ...Object.fromEntries(
      imports.map(({ id }) => [
        `products/import/${id}`,
        'The import will continue once the store’s owner or an editor has reviewed it',
      ]),
    ),
    'products/sizes': 'Only the store’s owner and editors can add size tables.',
    promotions: 'Only the store’s owner and editors can upload promotions.',
    storefront,
    'storefront?edit=ethos': storefront,
    'connect-store': 'The store owner can add it here.',
  }
  for (const [name, sentence] of Object.entries(pages)) {
    const page = await viewer.open(`${DASHBOARD}/${name}`)
    expect([name, page.status]).toEqual([name, 200])
    expect(page.text('main'), name).toContain(sentence)
    const open = page
      .all('main form[method=post], main input[type=file], main button[type=submit]')
      .filter((part) => !part.closest('fieldset[disabled], form[role=search], [role=search]'))
    expect(
      open.map((part) => part.outerHTML.slice(0, 120)),
      name,
    ).toEqual([])
  }
  const withForms = ['products/import', ...imports.map(({ id }) => `products/import/${id}`), 'connect-store']
  for (const name of withForms)
    expect((await owner.open(`${DASHBOARD}/${name}`)).all('main form[method=post]').length, name).toBeGreaterThan(0)
})

test('viewers of a store without products are not asked to add any', async () => {
  const { viewer } = await createStore()
  const page = await viewer.open(`${DASHBOARD}/products`)
  expect(page.text()).toContain('No Products Yet')
  expect(page.text()).not.toContain('Add them')
  expect((await viewer.open(`${DASHBOARD}/products/new`)).text()).toContain(
    'Only the store’s owner and editors can add products',
  )
})
