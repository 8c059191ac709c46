import { randomUUID } from 'node:crypto'
import type { World } from './generate.ts'
import type { Ask, NamedAttack } from './named-attacks.ts'

/**
 * Floods with a partner's key, its webhooks and its files
 * (docs/decisions/2026-11-26-partner-limits-and-held-orders.md).
 */

const MAX_ORDER_FILE = 5 * 2 ** 20
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const line = (id: number, price = '1') => ({ id: String(id), title: 'Coat', quantity: 1, price })
export const event = (given: object) => ({
  type: 'order.paid',
  order_id: randomUUID(),
  occurred_at: new Date().toISOString(),
  currency: 'GBP',
  click_id: `wc_${randomUUID().replaceAll('-', '').slice(0, 26)}`,
  lines: [line(1)],
  ...given,
})
export const tell = (ask: Ask, { bearer }: World, body: object) =>
  ask('/api/v1/conversions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })

/** Sends a form with a file, as the partner's browser does. */
export function sendFile(ask: Ask, { cookies }: World, text: string) {
  const part = (head: string, body: string) => `--flood\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const body = `${part('name="form"', 'order-file')}${part('name="file"; filename="orders.csv"', text)}--flood--\r\n`
  return ask('/brand/dashboard/connect-store/files', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=flood', cookie: cookies.partner ?? '' },
    body,
  })
}

const HEAD = 'order_id,ordered_at,currency,title,quantity,price\n'
const ROW = '1,2026-11-20T12:00:00Z,USD,Coat,1,5\n'
const filled = (row: string) => HEAD + row.repeat(Math.floor((MAX_ORDER_FILE - HEAD.length - 100) / row.length))

export const KEY_FLOODS: NamedAttack[] = [
  {
    name: '37: 40 orders of 1,000 lines with invented clicks',
    send: async (ask, world) => {
      const statuses: number[] = []
      for (let at = 0; at < 40; at++)
        statuses.push((await tell(ask, world, event({ lines: many(1_000, line) }))).status)
      // Five of them fill the limit for orders without a click.
      return (
        statuses.every((status) => status === 200 || status === 429) && statuses.filter((s) => s === 200).length <= 5
      )
    },
  },
  {
    name: '37: 100 events at once with a key, twelve times',
    send: async (ask, world) =>
      (await Promise.all(many(12, () => tell(ask, world, { events: many(100, () => event({})) })))).every(
        ({ status }) => status === 207 || status === 200 || status === 429,
      ),
  },
  {
    name: '37: an order of 10 to the power of 13 pounds',
    send: async (ask, world) => (await tell(ask, world, event({ lines: [line(1, '9999999999999')] }))).status === 422,
  },
  {
    name: '37: an order of a million lines of nothing',
    send: async (ask, world) => (await tell(ask, world, event({ lines: many(20_000, () => ({})) }))).status >= 400,
  },
  {
    name: '37: 50 webhooks of 2 MB for stores that do not exist',
    send: async (ask) =>
      (
        await Promise.all(
          many(50, () =>
            ask(`/webhooks/shopify/${randomUUID()}`, {
              method: 'POST',
              headers: { 'x-shopify-hmac-sha256': 'AAAA', 'x-shopify-topic': 'orders/create' },
              body: `{"a":"${'x'.repeat(2 * 2 ** 20 - 20)}"}`,
            }),
          ),
        )
      ).every(({ status }) => [0, 401, 503].includes(status)),
  },
  ...[
    ['one unclosed quote', `${HEAD}1,"${filled(ROW).slice(HEAD.length + 3)}`],
    ['a quote in each row', filled('1,2026-11-20T12:00:00Z,USD,"Coat,1,5\n')],
    ['millions of separators', `${HEAD}${`${','.repeat(1_000_000)}\n`.repeat(4)}`],
    ['millions of lines', filled('\n')],
  ].map(([name, text = '']) => ({
    name: `37: a file with orders of 5 MB with ${name}`,
    send: async (ask: Ask, world: World) => (await sendFile(ask, world, text)).status < 500,
  })),
]
