import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const PRODUCTS = '/brand/dashboard/products'
const ACTIVITY = '/brand/dashboard/activity'

async function owner(verificationStatus: 'approved' | 'pending' | 'suspended', products: string[] = []) {
  const { id, email } = await createAccount(shop.db, { role: 'partner' })
  const partner = await createPartner(shop.db, {
    ownerId: id,
    verificationStatus,
    createdAt: new Date('2020-01-01'),
  })
  const created = []
  for (const name of products)
    created.push(await createProduct(shop.db, { partnerId: partner.id, name, status: 'draft' }))
  return { email, partner, created, visitor: await shop.visitorAs(id) }
}

test.each([
  ['approved', [], PRODUCTS],
  ['pending', ['Coat'], PRODUCTS],
  ['pending', [], '/brand/dashboard'],
  ['suspended', ['Coat'], '/brand/dashboard'],
] as const)(
  'a partner that is %s, with products %j, is sent to %s after signing in',
  async (status, products, address) => {
    const { email } = await owner(status, [...products])
    const login = await shop.visitor().open('/brand/login')
    expect((await login.press('Sign In', { 'Email Address': email, Password: PASSWORD })).address).toBe(address)
  },
)

test('the URL filters the table, which can be exported', async () => {
  const { visitor } = await owner('approved', ['Linen coat', 'Wool scarf'])
  const page = await visitor.open(`${PRODUCTS}?q=coat&state=nonsense&page=x`)
  expect(page.heading).toBe('Product Management')
  expect([page.link('Linen coat') !== null, page.link('Wool scarf')]).toEqual([true, null])
  expect((await visitor.open(`${PRODUCTS}?q=nothing+like+it`)).text()).toContain('No products found')
  const file = await visitor.ask(`${PRODUCTS}/list.csv?q=scarf`)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="products_\d{4}-\d{2}-\d{2}\.csv"$/)
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['Wool scarf'])
})

test('a partner without products is told how to add them', async () => {
  const { visitor } = await owner('approved')
  const page = await visitor.open(PRODUCTS)
  expect(page.text()).toContain('No Products Yet')
  expect([page.link('Import a file'), page.link('Connect your store')]).toEqual([
    `${PRODUCTS}/import`,
    '/brand/dashboard/connect-store',
  ])
})

test('a bulk action is shown and undone without JavaScript, and hidden from other partners', async () => {
  const { visitor, partner, created } = await owner('approved', ['Linen coat'])
  const product = created[0]!
  const answer = await visitor.ask('/trpc/products.change', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { ids: [product.id], change: { kind: 'stock', stock: 0 } } }),
  })
  expect(answer.status).toBe(200)
  const { id } = await shop.db.productAct.findFirstOrThrow({ where: { partnerId: partner.id } })
  const page = await visitor.open(`${ACTIVITY}?act=${id}`)
  expect(page.text()).toMatch(/Stock: 3 → ?now 0/)
  const undone = await page.press('Undo: Linen coat')
  expect(undone.address).toBe(ACTIVITY)
  expect(undone.text('body')).toContain('Undone: 1 product restored.')
  expect(await shop.db.product.findUnique({ where: { id: product.id } })).toMatchObject({ stock: 3 })
  const stranger = await owner('approved')
  expect((await stranger.visitor.ask(`${ACTIVITY}?act=${id}`)).status).toBe(404)
  expect((await shop.visitor().open(ACTIVITY)).address).toContain('/brand/login')
})
