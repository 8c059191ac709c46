import { expect, test } from 'vitest'
import { ARTICLES, searchArticles } from './help-articles.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'

const idsOf = (query: string) => searchArticles(query).map(({ id }) => id)

test('every article has a unique id, and its related articles exist', () => {
  const ids = ARTICLES.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id, related } of ARTICLES) {
    expect(id).toMatch(/^[a-z-]+$/)
    expect(related).not.toContain(id)
    for (const other of related) expect(ids).toContain(other)
  }
})

test('articles link only to known pages', () => {
  const known = [
    paths.dashboard(),
    dashboardPaths.ownProducts(),
    dashboardPaths.newProduct(),
    dashboardPaths.productImports(),
    dashboardPaths.productExport(),
    dashboardPaths.promotions(),
    dashboardPaths.activity(),
    dashboardPaths.storefront(),
    dashboardPaths.team(),
    paths.settings(),
    dashboardPaths.storeSettings(),
    dashboardPaths.storeSettings('store'),
    dashboardPaths.sales(),
    dashboardPaths.invoices(),
    dashboardPaths.conversionsApi(),
    dashboardPaths.webhooks(),
    dashboardPaths.orderFiles(),
    dashboardPaths.storeSettings('notifications'),
    dashboardPaths.storeSettings('billing'),
    dashboardPaths.connectStore(),
  ]
  const links = ARTICLES.flatMap(({ answer }) => answer.flatMap((text) => [...text.matchAll(/\]\(([^)]*)\)/g)]))
  for (const [, to] of links) expect(known).toContain(to)
})

test.each([
  ['add product', 'add-product'],
  ['track sales', 'clicks'],
  ['account settings', 'account-settings'],
  ['export products CSV', 'export-csv'],
  ['import products CSV', 'import-csv'],
  ['holi', 'pause'],
  ['UTM', 'tracking-parameters'],
  ['gif', 'pictures'],
  ['feed', 'import-csv'],
  ['theme snippet', 'connect-shopify'],
])('finds %s', (query, id) => expect(idsOf(query)[0]).toBe(id))

test('shows all articles for an empty search, and none for an unknown word', () => {
  expect(idsOf(' ?')).toHaveLength(ARTICLES.length)
  expect(idsOf('zzqxj')).toEqual([])
})
