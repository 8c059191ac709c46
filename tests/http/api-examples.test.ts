import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createUser } from '#tests/factories.ts'
import { createSeller } from '#tests/setup/sales.ts'
import { KEY_SCOPES } from '#server/sales/conversions-api/key-scopes.schema.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const run = promisify(execFile)
const PAGE = '/brand/dashboard/connect-store/api'

test('an owner creates a key with permissions, every example runs with it, and the log shows the calls', { timeout: 120_000 }, async () => {
  const owner = await createUser(shop.db, { role: 'partner' })
  const { click } = await createSeller(shop.db, { ownerId: owner.id })
  const visitor = await shop.visitorAs(owner.id)
  const clickId = (await click(new Date('2026-11-23T11:00:00Z'))).id
  expect((await visitor.open(PAGE)).text()).toContain('No calls yet.')

  const create = (fields: Array<[string, string]>) =>
    visitor.open(PAGE, { method: 'POST', body: new URLSearchParams([['form', 'create-key'], ...fields]) })
  const without = await create([['name', 'Server'], ['kind', 'bearer']])
  expect(without.text()).toContain('Please choose at least one permission')
  const scopes = Object.keys(KEY_SCOPES).map((scope): [string, string] => ['scopes', scope])
  const made = await create([['name', 'Server'], ['kind', 'bearer'], ...scopes])
  const [secret = ''] = made.texts('main pre code').filter((text) => text.startsWith('wtf_'))
  expect(secret).toMatch(/^wtf_/)

  const examples = (await visitor.open(PAGE)).texts('main pre code').filter((text) => text.startsWith('curl '))
  expect(examples.length).toBe(7)
  for (const example of examples) {
    const { stdout } = await run('sh', ['-c', example.replace('the value of wtf_cid', clickId)], {
      env: { ...process.env, WTF_KEY: secret },
    })
    const answer = JSON.parse(stdout) as { status?: unknown; detail?: string }
    expect([example, answer.detail]).toEqual([example, undefined])
  }
  const log = await visitor.open(PAGE)
  for (const words of ['POST /api/v1/store/products', 'GET /api/v1/store/sales', 'Status 201']) expect(log.text()).toContain(words)
})
