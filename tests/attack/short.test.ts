import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { createHttpServer } from '#server/http/node-server.ts'
import { log } from '#server/platform/log.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { widenPartner } from '#tests/setup/wide-partner.ts'
import { askOf } from './ask.ts'
import { BYPASS_ATTACKS } from './bypass-attacks.ts'
import { attack } from './campaign.ts'
import type { World } from './generate.ts'
import { PARTNER_ATTACKS } from './partner-attacks.ts'
import { Sender } from './send.ts'
import { createPeople, findWorld } from './world.ts'

const CALLS = 1_500
const SEED = Number(process.env.ATTACK_SEED ?? 9)
const database = useTestDatabase()
// Loads the data of pages, but does not render them. The long run (npm run test:attack) renders them.
const shop = useTestShop(
  database,
  async (request, { api }) => {
    await api.auth.session()
    return new Response(`${request.method} ${(await request.text().catch(() => '')).length}`, {
      headers: { 'content-type': 'text/html' },
    })
  },
  { SITE_URL: 'http://127.0.0.1:3000' },
)
let server: Server

beforeAll(async () => {
  configureAuth({ limits: 'off' })
  log.level = 'silent'
  server = createHttpServer().on('request', getRequestListener(shop.fetch, { overrideGlobalObjects: false }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  log.level = 'info'
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

let world: World
let sender: Sender
let heal: () => Promise<void>

beforeAll(async () => {
  const partner = await createPartner(database.db)
  for (let made = 0; made < 3; made++)
    await createPicture(database.db, (await createProduct(database.db, { partnerId: partner.id })).id)
  configureSecrets([TEST_KEY])
  const people = await createPeople(database.db)
  heal = people.heal
  const width = { products: 2, variants: 50, pictures: 3, tags: 5, description: 2_000, label: 30 }
  const wide = {
    partnerId: people.partnerId,
    productIds: await widenPartner(database.db, people.partnerId, width),
  }
  const { port } = server.address() as AddressInfo
  world = await findWorld(database.db, {
    pages: ['/', '/discover', '/product/:id', '/login', '/settings', '/support/:topic?', '/*'],
    routeIds: ['root', 'routes/discover'],
    ...people,
    wide,
    host: `127.0.0.1:${port}`,
  })
  sender = new Sender(port)
}, 120_000)
afterAll(() => sender.close())

test.each([...PARTNER_ATTACKS, ...BYPASS_ATTACKS])('$name', { timeout: 120_000 }, async ({ send }) => {
  expect(await send(askOf(sender, world.host), world)).toBe(true)
})

test(`${CALLS} generated calls cause no internal error or excessive cost, and the shop stays up`, async () => {
  const { calls, serverErrors, tooLarge, unanswered } = await attack(world, sender, {
    seed: SEED,
    calls: CALLS,
    atOnce: 16,
    heal,
  })
  const said = [...serverErrors, ...tooLarge, ...unanswered]
    .slice(0, 20)
    .map(({ call, why }) => `${call.number}: ${call.label}: ${why}`)
  expect([calls, said]).toEqual([CALLS, []])
  expect(
    (
      await sender.send({
        bytes: Buffer.from(`GET /healthz HTTP/1.1\r\nHost: ${world.host}\r\n\r\n`),
        isHead: false,
        isBroken: false,
      })
    ).status,
  ).toBe(200)
}, 240_000)
