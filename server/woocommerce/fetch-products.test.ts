import { afterEach, beforeEach, expect, test } from 'vitest'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import type { FakeStore } from '#tests/woocommerce/fake-store.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'
import { fetchWooProducts, fetchWooProductsChangedSince } from './fetch-products.ts'

const DAY_SECONDS = 86_400

let running: Awaited<ReturnType<typeof startWooCommerce>>
let store: FakeStore

beforeEach(async () => {
  running = await startWooCommerce()
  store = running.store
  allowOwnOrigins([running.url])
})
afterEach(async () => {
  allowOwnOrigins([])
  await running.stop()
})

const access = () => ({ shop: store.shop, token: store.key })
const fetched = async (ids: readonly number[]) =>
  (await fetchWooProducts(access(), ids.map(String))).map(({ title, variants }) => [title, variants.length])
async function changedSince(seconds: number): Promise<string[]> {
  const since = new Date(`${store.gmt(-seconds)}Z`)
  const found: string[] = []
  for await (const page of fetchWooProductsChangedSince(access(), since)) found.push(...page.map(({ id }) => id))
  return found
}

test('finds the product of a variation by the ID of the variation', async () => {
  const color = (option: string) => ({ attributes: [{ id: 1, name: 'Color', slug: 'pa_color', option }], price: '15' })
  const { id } = store.addProduct({ name: 'Tee' }, [color('Blue'), color('Red')])
  const [blue, red] = (store.variations.get(id) ?? []).map((each) => each.id)
  expect(await fetched([blue!, red!, id])).toEqual([['Tee', 6]])
  store.deleteVariation(blue!)
  expect(await fetched([blue!])).toEqual([])
})

test('notices when a scheduled product is published, although its modification date does not change', async () => {
  const { id } = store.addProduct({ name: 'Coat', status: 'draft' })
  store.scheduleProduct(id, 3 * DAY_SECONDS)
  const [before] = await fetchWooProducts(access(), [String(id)])
  expect(before?.leftOut).toBe('it is not published in the store')
  store.passSeconds(3 * DAY_SECONDS + 60)
  expect(await changedSince(3_600)).toEqual([String(id)])
  const [after] = await fetchWooProducts(access(), [String(id)])
  expect(after).toMatchObject({ leftOut: '', updatedAt: new Date(`${store.gmt(-60)}Z`) })
  store.passSeconds(7_200)
  expect(await changedSince(3_600)).toEqual([])
})
