import { randomUUID } from 'node:crypto'
import type { World } from './generate.ts'
import { event, sendFile, tell } from './key-floods.ts'
import type { Ask, NamedAttack } from './named-attacks.ts'

/**
 * Attacks by partners from November 2026: long histories, stored orders, hidden characters in names, and slow patterns
 * in files.
 */

const KEPT_ORDERS_OF_1000_LINES = 5
const PRICES = 12
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const HIDDEN = [
  '\ufe00',
  '\ufe0f',
  '\u{e0100}',
  '\u{e01ef}',
  '\u3164',
  '\uffa0',
  '\u115f',
  '\u180b',
  '\u034f',
  '\u17b4',
]

const variant = (price: string) => ({
  id: null,
  size: '',
  colourName: '',
  colourHex: '',
  options: [],
  price,
  originalPrice: '',
  stock: '',
  sku: '',
  gtin: '',
})
const product = (name: string, price: string, handle = '') => ({
  name,
  handle,
  description: '',
  brand: '',
  categoryId: null,
  tags: [],
  material: '',
  gender: '',
  status: 'draft',
  productUrl: '',
  optionNames: [],
  variants: [variant(price)],
  pictures: [],
})

/**
 * Saves a product.
 * @returns the answer and, if it was saved, its id, revision and form
 */
async function save(ask: Ask, cookie: string, input: object) {
  const answer = await ask('/trpc/products.save', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ json: input }),
  })
  const { result } = JSON.parse(answer.text) as {
    result?: { data: { json: { kind: string; productId: string; revision: number; form: { name: string } } } }
  }
  return result?.data.json ?? null
}

const keepsFew = async (ask: Ask, world: World, given: object, kind: string) => {
  const lines = many(1_000, (id) => ({ id: String(id), title: 'Coat', quantity: 1, price: '1', kind }))
  const statuses: number[] = []
  for (let at = 0; at < 2 * KEPT_ORDERS_OF_1000_LINES; at++)
    statuses.push((await tell(ask, world, event({ lines, ...given }))).status)
  const kept = statuses.filter((status) => status === 200).length
  return statuses.every((status) => status === 200 || status === 429) && kept <= KEPT_ORDERS_OF_1000_LINES
}

export const PARTNER_ATTACKS: NamedAttack[] = [
  {
    name: '37: a pending partner who changes a price back and forth gets no history',
    send: async (ask, { cookies: { pending = '' } }) => {
      const handle = `coat-${randomUUID()}`
      let saved = await save(ask, pending, { productId: null, revision: 0, form: product('Coat', '1', handle) })
      const productId = saved?.productId
      for (let at = 0; at < PRICES && saved; at++) {
        const form = product('Coat', at % 2 ? '10' : '20', handle)
        saved = await save(ask, pending, { productId, revision: saved.revision, form })
      }
      const input = encodeURIComponent(JSON.stringify({ json: { productId } }))
      const { status, text } = await ask(`/trpc/products.priceHistory?input=${input}`, { headers: { cookie: pending } })
      return saved?.kind === 'saved' && status === 200 && text.split('"priceMinor"').length - 1 <= 2
    },
  },
  {
    name: '37: variation selectors and fillers in a name show nothing and do not stay',
    send: async (ask, { cookies: { pending = '' } }) => {
      const name = `Linen${HIDDEN.join('')}coat`
      const saved = await save(ask, pending, { productId: null, revision: 0, form: product(name, '1') })
      return saved?.kind === 'saved' && /^Linen *coat$/.test(saved.form.name)
    },
  },
  {
    name: '37: ten orders of 1,000 gift cards with invented clicks',
    send: (ask, world) => keepsFew(ask, world, {}, 'gift_card'),
  },
  {
    name: '37: ten test orders of 1,000 lines with invented clicks',
    send: (ask, world) => keepsFew(ask, world, { test: true }, 'product'),
  },
  {
    name: '37: 1,200 cancellations of unknown orders are all taken',
    send: async (ask, world) => {
      const cancelled = () => ({
        type: 'order.cancelled',
        order_id: randomUUID(),
        occurred_at: new Date().toISOString(),
      })
      const answers = []
      for (let at = 0; at < 12; at++) answers.push(await tell(ask, world, { events: many(100, cancelled) }))
      return answers.every(({ status, text }) => status === 429 || (status === 200 && !text.includes('refused')))
    },
  },
  ...[' '.repeat(140_000), '1,'.repeat(70_000), '"'.repeat(140_000), `${'0'.repeat(70_000)}${'.'.repeat(70_000)}`].map(
    (cell) => ({
      name: `37: an order file with 140 kB of ${JSON.stringify(cell.slice(0, 2))} in a cell`,
      send: async (ask: Ask, world: World) => {
        const head = 'order_id,ordered_at,currency,title,quantity,price\n'
        const { status } = await sendFile(ask, world, `${head}1,2026-11-20T12:00:00Z,USD,Coat,1,"${cell}"\n`)
        return status > 0 && status < 500
      },
    }),
  ),
  {
    name: '37: 300 messages of a store that nobody connected',
    send: async (ask) => {
      const answers = await Promise.all(
        many(300, () =>
          ask(`/webhooks/shopify/${randomUUID()}`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'x-shopify-hmac-sha256': 'Zm9yZ2Vk',
              'x-shopify-topic': 'orders/paid',
            },
            body: '{}',
          }),
        ),
      )
      return answers.every(({ status }) => status === 401 || status === 429)
    },
  },
]
