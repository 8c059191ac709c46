import { formatMoney } from '#server/platform/money.schema.ts'
import { actions, button, onOff, SHOWN, table, valueField, type Deed } from '#tests/stores/admin-page.ts'
import { escapeHtml } from '#tests/stores/store-page.ts'
import { minorOf, textOf } from './amounts.ts'
import type { FakeStore, Order } from './fake-store.ts'
import type { Resource } from './store-webhooks.ts'

const idOf = (form: URLSearchParams, name = 'id') => Number(form.get(name))
const minorIn = (form: URLSearchParams) => Math.max(0, minorOf(form.get('value')) || 0)

const deeds: Readonly<Record<string, Deed<FakeStore>>> = {
  'refund-line': (store, form) => store.refund(idOf(form), { lineId: idOf(form, 'line'), quantity: 1 }),
  'refund-amount': (store, form) => store.refund(idOf(form), { amountMinor: minorIn(form) }),
  'delete-refund': (store, form) => store.deleteRefund(idOf(form), idOf(form, 'refund')),
  status: (store, form) => store.setStatus(idOf(form), form.get('status') ?? ''),
  send: (store) => store.deliver(),
  reverse: (store) => store.waiting.reverse(),
  lose: (store) => store.waiting.splice(0),
  hold: (store) => (store.holdsMessages = !store.holdsMessages),
  plugin: (store) => (store.hasPlugin = !store.hasPlugin),
  fail: (store) => (store.failsWith = store.failsWith === null ? 503 : null),
  'delete-keys': (store) => store.keys.clear(),
  price: (store, form) => changeSold(store, form, { price: form.get('value'), regular_price: form.get('value') }),
  stock: (store, form) => {
    const left = Math.max(0, Math.trunc(Number(form.get('value'))) || 0)
    const stock_status = left > 0 ? 'instock' : 'outofstock'
    changeSold(store, form, { manage_stock: true, stock_quantity: left, stock_status })
  },
  publish: (store, form) => store.changeProduct(idOf(form), { status: form.get('status') ?? '' }),
  trash: (store, form) => store.trashProduct(idOf(form)),
  restore: (store, form) => store.restoreProduct(idOf(form)),
  delete: (store, form) => store.deleteProduct(idOf(form)),
}

/** Changes a simple product, or all variations of a variable one. */
function changeSold(store: FakeStore, form: URLSearchParams, fields: object): void {
  const variations = store.variations.get(idOf(form)) ?? []
  for (const { id } of variations) store.changeVariation(id, { ...fields })
  if (!variations.length) store.changeProduct(idOf(form), { ...fields })
}

function content(store: FakeStore): string {
  const off = store.webhooks.filter(({ status }) => status !== 'active').length
  return `
    <p class="quiet">${store.webhooks.length} webhooks, ${off} of them switched off. ${store.waiting.length} messages wait.
      Nothing is sent twice, and a message contains the state at its delivery.</p>
    <h2>Orders</h2>${store.orders.size ? orderTable(store) : '<p class="quiet">No orders yet.</p>'}
    <h2>Messages</h2>${actions([
      button(store, 'hold', `Hold messages: ${onOff(store.holdsMessages)}`),
      button(store, 'send', 'Send waiting messages'),
      button(store, 'reverse', 'Reverse waiting messages'),
      button(store, 'lose', 'Lose waiting messages'),
    ])}
    <h2>The store</h2>${actions([
      button(store, 'plugin', `WTF plugin: ${onOff(store.hasPlugin)}`),
      button(store, 'fail', `Out of service (503): ${onOff(store.failsWith !== null)}`),
      button(store, 'delete-keys', 'Delete all API keys'),
    ])}
    <h2>Products</h2>${productTable(store)}`
}

const orderTable = (store: FakeStore) =>
  table(
    ['Order', 'Lines', 'State', 'Refunds', 'What happens next'],
    [...store.orders.values()]
      .slice(-SHOWN)
      .reverse()
      .map((order) => orderRow(store, order)),
  )

const orderRow = (store: FakeStore, order: Order) => {
  const { id, line_items: lines } = order
  const status = String(order['status'])
  return [
    `#${id}`,
    lines
      .map((line) => {
        const gross = formatMoney(minorOf(line.total) + minorOf(line.total_tax), store.currency)
        return `${line.quantity} x ${escapeHtml(String(line['name']))}, ${gross}`
      })
      .join('<br>'),
    status,
    (store.refunds.get(id) ?? [])
      .map((refund) =>
        button(store, 'delete-refund', `Delete refund of ${formatMoney(minorOf(refund['amount']), store.currency)}`, {
          id,
          refund: refund.id,
        }),
      )
      .join('<br>'),
    actions([
      ...lines.map((line, index) =>
        store.unitsLeft(id, line.id) > 0
          ? button(store, 'refund-line', `Refund one of line ${index + 1}`, { id, line: line.id })
          : '',
      ),
      button(store, 'refund-amount', 'Refund amount', { id }, valueField(`Amount to refund of order ${id}`, '1.00')),
      order['date_paid_gmt'] === null ? button(store, 'status', 'Mark as paid', { id, status: 'processing' }) : '',
      status === 'completed' ? '' : button(store, 'status', 'Complete', { id, status: 'completed' }),
      status === 'cancelled' ? '' : button(store, 'status', 'Cancel', { id, status: 'cancelled' }),
    ]),
  ]
}

const productTable = (store: FakeStore) =>
  table(
    ['Product', 'Price', 'Stock', ''],
    [...store.products.values()].slice(0, SHOWN).map((product) => productRow(store, product)),
  )

function productRow(store: FakeStore, product: Resource): string[] {
  const { id } = product
  const name = String(product['name'])
  const sold = store.variations.get(id)?.[0] ?? product
  const isPublished = product['status'] === 'publish'
  return [
    `<a href="${store.origin}/product/${String(product['slug'])}/">${escapeHtml(name)}</a>`,
    button(store, 'price', 'Set', { id }, valueField(`Price of ${name}`, textOf(minorOf(sold['price'])))),
    button(store, 'stock', 'Set', { id }, valueField(`Stock of ${name}`, String(sold['stock_quantity'] ?? ''))),
    actions(
      product['status'] === 'trash'
        ? [button(store, 'restore', 'Restore', { id }), button(store, 'delete', 'Delete for good', { id })]
        : [
            button(store, 'publish', isPublished ? 'Unpublish' : 'Publish', {
              id,
              status: isPublished ? 'draft' : 'publish',
            }),
            button(store, 'trash', 'Move to trash', { id }),
          ],
    ),
  ]
}

/** Sends all messages, unless they are held. */
export const settled = (store: FakeStore): Promise<void> => (store.holdsMessages ? Promise.resolve() : store.deliver())

/** The page with all actions on a store. */
export const storeAdmin = { deeds, content, settled, productPath: /^\/wp-admin\/post\.php$/ }
