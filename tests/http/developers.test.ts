import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-keep-up-'))
})
afterAll(() => fs.rm(folder, { recursive: true, force: true }))

test('describes the open data and its terms, with working links and the path of every call', async () => {
  const visitor = shop.visitor()
  const page = await visitor.open('/developers')
  expect(page.heading).toBe('Use our data')
  expect(page.texts('main h2')).toEqual([
    'What is available',
    'The full feed and its changes',
    'Search',
    'For assistants',
    'For Google Merchant Center',
    'For stores',
    'Limits',
    'Terms of use',
  ])
  expect(page.canonical).toBe('/developers')
  for (const name of [
    '/feeds/products.ndjson',
    '/feeds/google-merchant.xml',
    '/feeds/openai-products.jsonl',
    '/openapi.json',
    '/api/v1/openapi.json',
    'robots.txt',
    'sitemap',
  ]) {
    const address = page.link(name)!
    const response = await visitor.ask(address)
    // Unread bodies fail the run. See unconsumed-bodies.ts.
    await response.body?.cancel()
    expect([address, response.status]).toEqual([address, 200])
  }
  // The table lists each path of the document.
  const document = (await (await visitor.ask('/openapi.json')).json()) as { paths: Record<string, object> }
  const table = page.text('main table')
  for (const path of Object.keys(document.paths)) expect(table).toContain(path.replace('{id}', 'ID'))
})

test('the example program on the page stays in sync with the feed', { timeout: 60_000 }, async () => {
  const page = await shop.visitor().open('/developers')
  const program = page
    .all('main pre code')
    .map((code) => code.textContent ?? '')
    .find((text) => text.includes('keep-up.mjs'))!
  await fs.writeFile(path.join(folder, 'keep-up.mjs'), program)
  const keepUp = async () => {
    await run(process.execPath, ['keep-up.mjs'], { cwd: folder })
    return (
      JSON.parse(await fs.readFile(path.join(folder, 'products.json'), 'utf8')) as {
        products: Record<string, { name: string }>
      }
    ).products
  }
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const product = await createProduct(shop.db, { partnerId: partner.id, name: 'Kept up with' })
  const first = await keepUp()
  expect(Object.keys(first).length).toBeGreaterThan(100)
  await shop.db.product.update({ where: { id: product.id }, data: { name: 'Renamed since' } })
  expect((await keepUp())[product.id]?.name).toBe('Renamed since')
  await shop.db.product.delete({ where: { id: product.id } })
  expect(await keepUp()).not.toHaveProperty(product.id)
  // Other tests change the shop at the same time, so product-feed.test.ts compares complete feeds.
})

test('the commands on the page work', { timeout: 60_000 }, async () => {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  await createProduct(shop.db, { partnerId: partner.id })
  const page = await shop.visitor().open('/developers')
  const commands = page
    .all('main pre code')
    .map((code) => code.textContent ?? '')
    .filter((text) => text.startsWith('curl ') && !text.includes('WTF_KEY'))
  expect(commands.length).toBe(4)
  for (const command of commands) {
    const { stdout } = await run('sh', ['-ec', command.replace('STORE_ID', partner.id)], { cwd: folder })
    expect([command, stdout]).toEqual([command, expect.not.stringContaining('"status":4') as string])
  }
})

test('is linked from robots.txt, llms.txt, the sitemap and the about page', async () => {
  const visitor = shop.visitor()
  const read = async (address: string) => (await visitor.ask(address)).text()
  expect(await read('/robots.txt')).toMatch(/^# .*\/developers .*\nUser-agent: \*\n/)
  const llms = await read('/llms.txt')
  expect(llms).toMatch(/^# WTF\n\n> /)
  for (const [, address] of llms.matchAll(/\]\((\S+)\)/g)) {
    const { pathname } = new URL(address!)
    expect([pathname, (await visitor.ask(pathname)).status]).toEqual([pathname, 200])
  }
  const index = await read('/sitemap.xml')
  expect(index.includes('<sitemapindex') ? await read('/sitemap-pages.xml') : index).toContain('/developers</loc>')
  expect((await visitor.open('/about')).link('Use our data')).toBe('/developers')
  expect((await visitor.open('/terms')).link('our feeds and API')).toBe('/developers')
})
