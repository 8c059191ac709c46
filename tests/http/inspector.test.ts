import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { assistantTools } from '#server/mcp/assistant-server.ts'
import { createToken } from '#server/auth/personal-tokens/personal-tokens.service.ts'
import { createViewer } from '#tests/factories.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { useShop } from './shop.ts'

// npm run test:inspector downloads the inspector, because its 120 packages are not worth a dependency.
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
const MAY_TAKE_MS = 300_000
const shop = useShop()
const run = promisify(execFile)

interface Printed {
  tools: Array<{ name: string }>
  structuredContent: { total: number; products: Array<{ link: string }> }
}

/** Runs the inspector's command line, as docs/assistants.md does. */
async function inspect(...options: string[]): Promise<Printed> {
  const { stdout } = await run('npx', [
    '--yes',
    INSPECTOR,
    '--cli',
    `${shop.url}/mcp`,
    '--transport',
    'http',
    ...options,
  ])
  return JSON.parse(stdout) as Printed
}

test('the inspector lists and calls the tools', { timeout: MAY_TAKE_MS }, async () => {
  const publicTools = assistantTools.filter(({ scope }) => scope === null).map(({ name }) => name)
  expect((await inspect('--method', 'tools/list')).tools.map(({ name }) => name)).toEqual(publicTools)
  const { structuredContent } = await inspect(
    ...['--method', 'tools/call', '--tool-name', 'search_products', '--tool-arg', 'query=dress', 'limit=2'],
  )
  expect(structuredContent.total).toBeGreaterThan(2)
  expect(structuredContent.products.map(({ link }) => link)).toEqual([
    expect.stringContaining('src=agent'),
    expect.stringContaining('src=agent'),
  ])
})

test('the inspector uses a personal token', { timeout: MAY_TAKE_MS }, async () => {
  const viewer = await createViewer(shop.db, { emailVerifiedAt: new Date() })
  const ask = { db: shop.db, viewer, visit: createVisit() }
  const { token } = await createToken(ask, { name: 'Inspector', scopes: ['wishlist:read'], days: 30 })
  const header = ['--header', `Authorization: Bearer ${token}`]
  const { tools } = await inspect(...header, '--method', 'tools/list')
  expect(tools.at(-1)?.name).toBe('list_wishlist')
  const { structuredContent } = await inspect(...header, '--method', 'tools/call', '--tool-name', 'list_wishlist')
  expect(structuredContent).toMatchObject({ total: 0, products: [] })
  await expect(inspect('--header', 'Authorization: Bearer wtfp_x', '--method', 'tools/list')).rejects.toThrow()
})
