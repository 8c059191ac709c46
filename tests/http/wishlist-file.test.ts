import { expect, test } from 'vitest'
import { createWishes } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import type { HtmlPage } from './html-page.ts'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()
const DATE = /\d{4}-\d{2}-\d{2}/

async function customer() {
  const { id } = await createAccount(shop.db)
  return { id, visitor: await shop.visitorAs(id) }
}

/** Uploads a file like a browser. */
async function upload(visitor: Visitor, text: string | Uint8Array<ArrayBuffer>): Promise<HtmlPage> {
  const body = new FormData()
  body.set('form', 'import')
  body.set('file', new File([text], 'wishlist.csv', { type: 'text/csv' }))
  return visitor.open('/wishlist/import', { method: 'POST', body })
}

test('a wishlist can be downloaded, and imported into another account', async () => {
  const { id: productId } = await findTypicalProduct(shop.db)
  const { id, visitor } = await customer()
  await createWishes(shop.db, id, [productId], { note: 'Für Ada' })
  for (const [format, type, columns] of [
    ['csv', 'text/csv', 'Name,Brand,Price,Category,Added Date,Product URL\r\n'],
    ['json', 'application/json', '{\n  "exportedAt"'],
  ] as const) {
    const answer = await visitor.ask(`/wishlist/export?format=${format}`)
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      `${type}; charset=utf-8`,
      'no-store',
    ])
    expect(answer.headers.get('content-disposition')?.replace(DATE, 'DATE')).toBe(
      `attachment; filename="wishlist_DATE.${format}"`,
    )
    expect(text.startsWith(columns)).toBe(true)
    const other = await customer()
    const page = await upload(other.visitor, text)
    expect([page.status, page.heading]).toEqual([200, 'Import a wishlist'])
    expect(page.text('main [role=status]')).toContain('Added 1 item to wishlist')
    expect(await shop.db.wishlistItem.findMany({ where: { userId: other.id } })).toMatchObject([
      { productId, note: format === 'json' ? 'Für Ada' : '' },
    ])
  }
})

test('files require a sign-in, and come in two formats', async () => {
  for (const path of ['/wishlist/export?format=csv', '/wishlist/import']) {
    const answer = await shop.visitor().ask(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/login?redirectTo=${encodeURIComponent(path)}`,
    ])
  }
  expect((await upload(shop.visitor(), 'Product URL\n')).address).toBe('/login?redirectTo=%2Fwishlist%2Fimport')
  // Signed-out visitors cannot make us parse a file: this body is invalid.
  const headers = { 'content-type': 'multipart/form-data; boundary=--a-boundary-of-the-usual-length' }
  const broken = await shop.visitor().ask('/wishlist/import', { method: 'POST', body: 'nonsense', headers })
  expect([broken.status, broken.headers.get('location')]).toEqual([302, '/login?redirectTo=%2Fwishlist%2Fimport'])
  const { visitor } = await customer()
  for (const path of ['/wishlist/export', '/wishlist/export?format=xml']) {
    const answer = await visitor.ask(path)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Unsupported format')])
  }
})

test('an unsupported file is rejected at the field', async () => {
  const { visitor } = await customer()
  for (const [text, message] of [
    ['', 'Please choose a file that is not empty.'],
    ['a,b\n1,2', 'This file has no column "Product URL".'],
    [new Uint8Array([0x50, 0x4b, 3, 4]), 'an Excel workbook'],
    ['x'.repeat(4 * 1024 * 1024 + 1), 'This file is larger than 4 MB'],
  ] as const) {
    const page = await upload(visitor, text)
    expect([page.status, page.descriptionOf('Exported wishlist file')]).toEqual([400, expect.stringContaining(message)])
  }
  const page = await upload(visitor, 'x'.repeat(5 * 1024 * 1024))
  expect([page.status, page.heading]).toEqual([413, 'This file is too large'])
  const elsewhere = await visitor.ask('/wishlist/sharing', { method: 'POST', body: 'x'.repeat(300_000) })
  expect(elsewhere.status).toBe(413)
})

test('an import lists the lines that could not be read', async () => {
  const { visitor } = await customer()
  const rows = Array.from({ length: 25 }, (_, index) => `junk ${index}`)
  const page = await upload(visitor, ['Product URL', ...rows].join('\n'))
  expect(page.texts('main [role=status] li')).toHaveLength(20)
  expect(page.text('main [role=status]')).toContain('Line 2: its Product URL is not a valid address')
  expect(page.text('main [role=status]')).toContain('too many items could not be read')
})
