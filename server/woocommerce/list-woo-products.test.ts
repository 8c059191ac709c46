import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import type { FakeStore } from '#tests/woocommerce/fake-store.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'
import { listWooProducts, readProductList } from './list-woo-products.ts'

let running: Awaited<ReturnType<typeof startWooCommerce>>
let store: FakeStore
let folder: string

beforeEach(async () => {
  running = await startWooCommerce()
  store = running.store
  allowOwnOrigins([running.url])
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wtf-woo-'))
})
afterEach(async () => {
  allowOwnOrigins([])
  await running.stop()
  fs.rmSync(folder, { recursive: true })
})

test('lists all products over several runs, even if some are deleted in between', async () => {
  const all = Array.from({ length: 230 }, (_, index) => store.addProduct({ name: `Piece ${index}` }))
  const file = path.join(folder, 'list.jsonl')
  let remembered: string | null = null
  let bytes: number | null = null
  let runs = 0
  while (bytes === null) {
    runs++
    const run = new AbortController()
    // Each run is interrupted after its first page, and products are deleted before the next one.
    bytes = await listWooProducts(
      { shop: store.shop, token: store.key },
      {
        remembered,
        remember: (state) => {
          remembered = state
          return Promise.resolve()
        },
        tell: () => {
          run.abort()
          for (const { id } of all.splice(0, 30)) store.products.delete(id)
          return Promise.resolve()
        },
        reserve: () =>
          Promise.resolve({
            draft: path.join(folder, 'draft'),
            save: (given) => fs.promises.writeFile(file, given),
            maxBytes: 2 ** 24,
            timeoutMs: 1_000,
          }),
        until: Infinity,
        signal: run.signal,
      },
    ).catch((error: unknown) => {
      if (run.signal.aborted) return null
      throw error
    })
  }
  const names: string[] = []
  for await (const { title } of readProductList(() => fs.createReadStream(file))) names.push(title)
  expect(new Set(names).size).toBe(names.length)
  for (const product of store.products.values()) expect(names).toContain(product['name'])
  expect(runs).toBeGreaterThan(1)
})
