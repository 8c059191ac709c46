import { createHmac, randomUUID } from 'node:crypto'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './generate.ts'
import type { Ask, NamedAttack } from './named-attacks.ts'

/**
 * Attacks that got past the checks in November 2026 and are blocked now: long user agents, unapproved stores, lost
 * hosts and idle uploads.
 */

const AGENT_LENGTH = 30_000
const MESSAGES = 60
const IDLE_UPLOADS = 40
const UPLOAD = '/brand/dashboard/products/import/file'
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const filled = (part: string) => part.repeat(Math.ceil(AGENT_LENGTH / part.length)).slice(0, AGENT_LENGTH)

const call = (ask: Ask, cookie: string, procedure: string, input: object) =>
  ask(`/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ json: input }),
  })
const read = (ask: Ask, cookie: string, procedure: string) => ask(`/trpc/${procedure}`, { headers: { cookie } })

/** Reads again while the budget is empty. The attack may have used it up, and it refills within a minute. */
async function readOnceAllowed(...asked: Parameters<typeof read>) {
  for (let tries = 1; ; tries++) {
    const answer = await read(...asked)
    if (answer.status !== 429 || tries === 60) return answer
    await pause(1_000)
  }
}

/** Sends a message signed with the store's own secret, as Shopify does. */
function tellSigned(ask: Ask, { pendingStore: { connectionId, shop, secret } }: World, topic: string, body: object) {
  const text = JSON.stringify(body)
  return ask(`/webhooks/shopify/${connectionId}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(text).digest('base64'),
      'x-shopify-shop-domain': shop,
      'x-shopify-topic': topic,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-triggered-at': new Date().toISOString(),
    },
    body: text,
  })
}

/**
 * Opens uploads that announce a megabyte and send nothing.
 * @returns a function that ends them
 */
async function openIdleUploads({ host, cookies }: World): Promise<() => void> {
  const port = Number(new URL(`http://${host}`).port)
  const head = [
    `POST ${UPLOAD}?name=products.csv HTTP/1.1`,
    `host: ${host}`,
    `origin: http://${host}`,
    `cookie: ${cookies.pending ?? ''}`,
    'content-type: text/csv',
    'content-length: 1000000',
    '',
    '',
  ].join('\r\n')
  const sockets = many(IDLE_UPLOADS, () => net.connect({ port, host: '127.0.0.1' }).on('error', () => undefined))
  await Promise.all(
    sockets.map((socket) => new Promise<void>((resolve) => socket.write(`${head}name\n`, () => resolve()))),
  )
  return () => sockets.forEach((socket) => socket.destroy())
}

export const BYPASS_ATTACKS: NamedAttack[] = [
  {
    name: `37: ${IDLE_UPLOADS} idle uploads of a pending partner leave room for others`,
    send: async (ask, world) => {
      const end = await openIdleUploads(world)
      try {
        const file = await ask(`${UPLOAD}?name=products.csv`, {
          method: 'POST',
          headers: { 'content-type': 'text/csv', cookie: world.cookies.partner ?? '' },
          body: 'title,price\nCoat,10\n',
        })
        const page = await ask('/healthz')
        // 429 is also correct: the partner has started the maximum number of imports.
        return [200, 429].includes(file.status) && page.status === 200
      } finally {
        end()
      }
    },
  },
  ...['(', ' ', 'a/', '; ', 'Mozilla/5.0 (', 'bot ', '1.', 'compatible; ', '+http://'].map((part) => ({
    name: `37: a user agent of 30 kB of ${JSON.stringify(part)} on /go`,
    send: async (ask: Ask, { wide }: World) => {
      const headers = { 'user-agent': filled(part) }
      const answers = await Promise.all(many(10, () => ask(`/go/${wide.productIds[0] ?? ''}`, { headers })))
      return answers.every(({ status }) => status > 0 && status < 500)
    },
  })),
  ...['products/update', 'orders/paid', 'refunds/create'].map((topic) => ({
    name: `37: ${MESSAGES} signed messages of 400 kB about ${topic} from the store of a pending partner`,
    send: async (ask: Ask, world: World) => {
      const answers = await Promise.all(
        many(MESSAGES, (id) => {
          const text = `${id} `.repeat(400_000 / 4)
          const line = { id, title: text, quantity: 1, price: '10.00', variant_id: id }
          const attributes = [{ name: '_wtf', value: `wc_${randomUUID().replaceAll('-', '').slice(0, 26)}` }]
          return tellSigned(ask, world, topic, {
            id,
            title: text,
            body_html: text,
            updated_at: new Date().toISOString(),
            variants: [],
            line_items: [line],
            note_attributes: attributes,
            currency: 'USD',
            total_price: '10.00',
          })
        }),
      )
      const sales = await readOnceAllowed(
        ask,
        world.cookies.pending ?? '',
        `sales.list?input=${encodeURIComponent('{"json":{}}')}`,
      )
      return (
        answers.every(({ status }) => status === 200 || status === 429 || status === 503) &&
        // A pending partner's orders never become sales.
        sales.status === 200 &&
        !sales.text.includes('"status":"pending"')
      )
    },
  })),
  {
    name: '37: a pending partner takes names below and above a host whose proof is lost',
    send: async (ask, { lostHost, cookies: { partner = '', pending = '' } }) => {
      const hosts = [`shop.${lostHost}`, `a.b.${lostHost}`, lostHost, lostHost.split('.').slice(1).join('.')]
      const answers = []
      for (const host of hosts) {
        answers.push(await call(ask, pending, 'partner.claimHost', { host }))
        answers.push(await call(ask, pending, 'partner.checkHost', { host }))
        answers.push(await call(ask, pending, 'partner.nameWebsite', { websiteUrl: `https://${host}` }))
      }
      const verifiedBy = async (cookie: string) => {
        const { result } = JSON.parse((await read(ask, cookie, 'partner.hosts')).text) as {
          result: { data: { json: { verified: Array<{ host: string }> } } }
        }
        return result.data.json.verified.map(({ host }) => host)
      }
      return (
        answers.every(({ status }) => status > 0 && status < 500) &&
        !(await verifiedBy(pending)).some((host) => host.endsWith(lostHost)) &&
        (await verifiedBy(partner)).includes(lostHost)
      )
    },
  },
]
