import { HOUR_MS } from '#server/platform/durations.values.ts'
import type { FakeShop } from './fake-shop.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { actions, button, onOff, SHOWN, table, valueField, type Deed } from '#tests/stores/admin-page.ts'
import { escapeHtml } from '#tests/stores/store-page.ts'
import type { FakeOrder } from './shop-things.ts'

const ENDLESS = 1_000_000
/** Currencies with two decimals, like all prices on this page. */
const CURRENCIES = ['GBP', 'EUR', 'USD'] as const

const idOf = (form: URLSearchParams) => Number(form.get('id'))
const handleOf = (form: URLSearchParams) => form.get('handle') ?? ''

/** The buttons' actions. `id` is Shopify's number of an order, `handle` that of a product. */
const deeds: Readonly<Record<string, Deed<FakeShop>>> = {
  'refund-line': (shop, form) => shop.partialRefund(idOf(form), Number(form.get('line') ?? 0)),
  refund: (shop, form) => shop.fullRefund(idOf(form)),
  cancel: (shop, form) => shop.cancel(idOf(form)),
  edit: (shop, form) => shop.edit(idOf(form)),
  pay: (shop, form) => shop.pay(idOf(form)),
  journey: (shop, form) => shop.lateJourney(idOf(form)),
  again: (shop) => shop.duplicate(),
  waiting: (shop) => shop.sendWaiting(),
  'out-of-order': (shop) => shop.outOfOrder(),
  hold: (shop) => (shop.holdsMessages = !shop.holdsMessages),
  snippet: (shop) => (shop.hasSnippet = !shop.hasSnippet),
  'expire-token': (shop) => shop.expireToken(),
  'lose-scope': (shop) => shop.loseScope('read_orders'),
  uninstall: (shop) => shop.uninstall(),
  ahead: (shop) => shop.clockAhead(shop.aheadMs ? 0 : HOUR_MS),
  throttle: (shop) => shop.throttle(shop.refusing ? 0 : ENDLESS),
  currency: (shop, form) => {
    shop.currency = CURRENCIES.find((code) => code === form.get('value')) ?? shop.currency
  },
  price: (shop, form) =>
    shop.changeProduct(handleOf(form), ({ variants }) => {
      const minor = Math.round(Number(form.get('value')) * 100)
      if (minor > 0) for (const variant of variants) variant.priceMinor = minor
    }),
  stock: (shop, form) => shop.changeStock(handleOf(form), Math.max(0, Math.trunc(Number(form.get('value'))) || 0)),
  delete: (shop, form) => shop.deleteProduct(handleOf(form)),
}

function adminPart(shop: FakeShop): string {
  const undelivered = shop.deliveries.filter(({ isDone }) => !isDone).length
  return `
    <p class="quiet">${escapeHtml(shop.shop)}: ${shop.isInstalled ? 'the app is installed' : 'the app was removed'},
      scopes: ${escapeHtml(shop.scopes.join(', ') || 'none')}. ${shop.subscriptions.length} webhooks,
      ${shop.deliveries.length} messages, ${undelivered} of them not delivered.</p>
    <h2>Orders</h2>${shop.orders.length ? orderTable(shop) : '<p class="quiet">No orders yet.</p>'}
    <h2>Messages</h2><div class="actions">
      ${button(shop, 'again', 'Send the last message again')}${button(shop, 'waiting', 'Send waiting messages')}
      ${button(shop, 'out-of-order', 'Send waiting messages, last first')}${button(shop, 'hold', `Hold messages: ${onOff(shop.holdsMessages)}`)}</div>
    <h2>The app and the shop</h2><div class="actions">
      ${button(shop, 'snippet', `Theme snippet: ${onOff(shop.hasSnippet)}`)}${button(shop, 'throttle', `Too many requests (429): ${onOff(shop.refusing !== null)}`)}
      ${button(shop, 'ahead', `Clock an hour ahead: ${onOff(shop.aheadMs !== 0)}`)}${button(shop, 'expire-token', 'Expire the token')}
      ${button(shop, 'lose-scope', 'Remove the read_orders scope')}${button(shop, 'uninstall', 'Remove the app')}${button(shop, 'currency', 'Change currency', {}, currencySelect(shop))}</div>
    <h2>Products</h2>${productTable(shop)}`
}

const currencySelect = ({ currency }: FakeShop) =>
  `<select name="value" aria-label="Currency">${CURRENCIES.map(
    (code) => `<option${code === currency ? ' selected' : ''}>${code}</option>`,
  ).join('')}</select> `

const orderTable = (shop: FakeShop) =>
  table(
    ['Order', 'Lines', 'State', 'What happens next'],
    shop.orders
      .slice(-SHOWN)
      .reverse()
      .map((order) => orderRow(shop, order)),
  )

const orderRow = (shop: FakeShop, order: FakeOrder) => [
  `#${order.number}`,
  order.lines
    .map(
      (line) =>
        `${line.currentQuantity} of ${line.quantity} x ${escapeHtml(line.title)}, ${formatMoney(line.priceMinor, shop.currency)}`,
    )
    .join('<br>'),
  `${order.cancelledAt ? 'cancelled, ' : ''}${order.financialStatus.replace('_', ' ')}`,
  actions([
    order.financialStatus === 'pending' ? button(shop, 'pay', 'Pay', { id: order.id }) : '',
    ...order.lines.map((line, index) =>
      line.currentQuantity
        ? button(shop, 'refund-line', `Refund one of line ${index + 1}`, { id: order.id, line: index })
        : '',
    ),
    order.lines.some(({ currentQuantity }) => currentQuantity)
      ? button(shop, 'refund', 'Refund all', { id: order.id })
      : '',
    order.lines[0]?.currentQuantity ? button(shop, 'edit', 'Take one out', { id: order.id }) : '',
    order.cancelledAt ? '' : button(shop, 'cancel', 'Cancel', { id: order.id }),
    order.isJourneyReady ? '' : button(shop, 'journey', 'Journey is ready', { id: order.id }),
  ]),
]

const productTable = (shop: FakeShop) =>
  table(
    ['Product', 'Price', 'Stock', ''],
    shop.products
      .slice(0, SHOWN)
      .map(({ handle, title, variants: [first] }) => [
        `<a href="${shop.origin}/products/${encodeURIComponent(handle)}">${escapeHtml(title)}</a>`,
        button(
          shop,
          'price',
          'Set',
          { handle },
          valueField(`Price of ${title}`, ((first?.priceMinor ?? 0) / 100).toFixed(2)),
        ),
        button(shop, 'stock', 'Set', { handle }, valueField(`Stock of ${title}`, String(first?.quantity ?? 0))),
        button(shop, 'delete', 'Delete', { handle }),
      ]),
  )

/** The page with all actions on a shop. */
export const shopAdmin = {
  deeds,
  content: adminPart,
  settled: (shop: FakeShop) => shop.settled(),
  productPath: /^\/admin\/products\/\d+$/,
}
