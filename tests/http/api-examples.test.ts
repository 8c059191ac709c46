import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { KEY_SCOPES } from '#server/sales/conversions-api/key-scopes.schema.ts'
import { createUser } from '#tests/factories.ts'
import { createSeller } from '#tests/setup/sales.ts'
import type { HtmlPage } from './html-page.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const run = promisify(execFile)
const PAGE = '/brand/dashboard/connect-store/api'
const MAY_TAKE_MS = 120_000

/** Lists the texts that the page offers to copy, with their line breaks. */
const copied = (page: HtmlPage) => page.all('main pre code').map((code) => code.textContent ?? '')

test(
  'an owner creates a key, every example works with it, and the log shows the calls',
  { timeout: MAY_TAKE_MS },
  async () => {
    const owner = await createUser(shop.db, { role: 'partner' })
    const { click } = await createSeller(shop.db, { ownerId: owner.id })
    const visitor = await shop.visitorAs(owner.id)
    const clickId = (await click(new Date('2026-11-23T11:00:00Z'))).id
    expect((await visitor.open(PAGE)).text()).toContain('No calls yet.')

    const create = (scopes: string[]) =>
      visitor.open(PAGE, {
        method: 'POST',
        body: new URLSearchParams([
          ['form', 'create-key'],
          ['name', 'Server'],
          ['kind', 'bearer'],
          ...scopes.map((scope) => ['scopes', scope]),
        ]),
      })
    expect((await create([])).text()).toContain('Please choose at least one permission')
    const secret = copied(await create(Object.keys(KEY_SCOPES))).find((text) => text.startsWith('wtf_')) ?? ''
    expect(secret).not.toBe('')

    const examples = copied(await visitor.open(PAGE)).filter((text) => text.startsWith('curl '))
    expect(examples.length).toBe(7)
    for (const example of examples) {
      const { stdout } = await run('sh', ['-ec', example.replace('the value of wtf_cid', clickId)], {
        env: { ...process.env, WTF_KEY: secret },
      })
      const { detail } = JSON.parse(stdout) as { detail?: string }
      expect([example, detail]).toEqual([example, undefined])
    }
    const log = (await visitor.open(PAGE)).text()
    for (const words of ['POST /api/v1/store/products', 'GET /api/v1/store/sales', 'Status 201'])
      expect(log).toContain(words)
  },
)
