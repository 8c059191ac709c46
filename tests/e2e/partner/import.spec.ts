import path from 'node:path'
import { workFor } from '#server/importing/work-for.ts'
import { createPartner } from '#tests/factories.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'

const FILE = path.resolve(import.meta.dirname, '../../../server/importing/fixtures/shopify-apparel.csv')

test('a partner imports a file, previews the changes, and undoes it', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const { id } = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  // Does the work of `npm run worker`, because the test's shop runs no jobs.
  const work = () => workFor({ db, dataDir: process.env.SHOP_DATA_DIR ?? '' }, id, new AbortController().signal)
  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/products/import')
  await page.getByLabel('Drop a file here').setInputFiles(FILE)
  await expect(page.getByRole('heading', { name: 'shopify-apparel.csv' })).toBeVisible()
  await work()
  await expect(page.getByRole('cell', { name: 'Ocean Blue Shirt' })).toBeVisible()
  await page.getByRole('button', { name: 'Import 20 products' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await work()
  await expect(page.getByText('20 products: 20 new.')).toBeVisible()
  await page.goto(`/partner/${id}`)
  await expect(page.getByText('Ocean Blue Shirt').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('Undoing', { exact: true })).toBeVisible()
  await work()
  await expect(page.getByText('Undone')).toBeVisible()
})

test('the import button shows how many missing products are archived, after a dry run and each choice', async ({
  page,
  db,
}) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const { id: partnerId } = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  const { id } = await db.productImport.create({
    data: { partnerId, source: 'store', fileName: 'a.example', status: 'reading', gone: 'archive' },
  })
  await enterAs(page, db, ownerId)
  await page.goto(`/brand/dashboard/products/import/${id}`)
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  const found = { created: 8, goneCount: 7, total: 8 }
  await db.productImport.update({ where: { id }, data: { status: 'read', gone: 'keep', ...found } })
  await expect(page.getByRole('button', { name: 'Import 8 products', exact: true })).toBeVisible()
  await page.getByLabel('not in your store').selectOption('Archive')
  await expect(page.getByRole('button', { name: 'Import 8 products, archive 7' })).toBeVisible()
})
