import http, { type IncomingMessage } from 'node:http'
import { answerAdmin } from '#tests/stores/admin-page.ts'
import type { PageAnswer } from '#tests/stores/store-page.ts'
import { answerStorefront } from '#tests/stores/storefront.ts'
import { settled, storeAdmin } from './admin-pages.ts'
import { answerApproval } from './approval-page.ts'
import { FakeStore } from './fake-store.ts'
import type { Fields, Resource } from './store-webhooks.ts'
import { storefrontOf } from './storefront-pages.ts'

interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

const refused = (status: number, code: string, message = code): Answer => ({
  status,
  body: { code, message, data: { status } },
})
const unknownId = (what: string) => refused(404, `woocommerce_rest_${what}_invalid_id`, 'Invalid ID.')
const NO_ROUTE = refused(404, 'rest_no_route', 'No route was found matching the URL and request method.')

/**
 * Starts a simulated WooCommerce store on a port of this machine. It supports the part of REST v3 that we use, the page
 * where an owner approves an app, a storefront, and a page with all actions at /shop-admin.
 */
export async function startWooCommerce({
  port: wantedPort = 0,
  folder = '',
  ...options
}: ConstructorParameters<typeof FakeStore>[0] & { port?: number; folder?: string } = {}) {
  const store = new FakeStore(options)
  const server = http.createServer((request, response) => {
    void answer(store, request)
      .catch((error: unknown) => json(refused(400, String(error))))
      .then(({ status, type = 'text/html; charset=utf-8', headers, body }) =>
        response
          .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', date: store.httpDate(), ...headers })
          .end(body),
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wantedPort, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  store.shop = `127.0.0.1:${port}${folder}`
  return {
    url: store.origin,
    store,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const json = ({ status, body, headers }: Answer): PageAnswer => ({
  status,
  ...(headers && { headers }),
  type: 'application/json',
  body: JSON.stringify(body),
})

async function answer(store: FakeStore, request: IncomingMessage): Promise<PageAnswer> {
  store.questions++
  const { pathname: given, search } = new URL(request.url ?? '/', 'http://store.invalid')
  const folder = new URL(store.origin).pathname.replace(/\/$/, '')
  if (!given.startsWith(folder)) return json(NO_ROUTE)
  const pathname = given.slice(folder.length)
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const method = request.method ?? 'GET'
  const [, path] = /^\/wp-json\/(.*)$/.exec(pathname) ?? []
  if (path !== undefined) {
    const status = (await store.onQuestion?.(`${method} ${path}`)) ?? null
    return json(
      status === null ? answerRest(store, request, { method, path, search, text }) : refused(status, 'failing'),
    )
  }
  const asked = {
    method,
    path: pathname,
    search,
    form: new URLSearchParams(text),
    cookies: request.headers.cookie ?? '',
  }
  const done = (await answerApproval(store, asked)) ?? (await answerAdmin(store, storeAdmin, asked))
  if (done) return done
  const page = answerStorefront(storefrontOf(store), asked)
  if (method === 'POST') await settled(store)
  return page
}

function answerRest(
  store: FakeStore,
  { headers }: IncomingMessage,
  { method, path, search, text }: { method: string; path: string; search: string; text: string },
): Answer {
  if (store.failsWith !== null) return refused(store.failsWith, 'failing')
  const { name, origin } = store
  if (path === '' && store.hidesIndex) return refused(401, 'rest_login_required')
  if (path === '') return { status: 200, body: { name, url: origin, home: origin, namespaces: ['wc/v3'] } }
  const given = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString()
  const permissions = store.keys.get(given)
  if (permissions === undefined) return refused(401, 'woocommerce_rest_cannot_view')
  if (!permissions.includes(method === 'GET' ? 'read' : 'write'))
    return refused(401, 'woocommerce_rest_authentication_error')
  const query = new URLSearchParams(search)
  store.publishScheduled()
  return answerApi(store, { method, path, query, body: text ? (JSON.parse(text) as Fields) : {} })
}

interface Question {
  method: string
  path: string
  query: URLSearchParams
  body: Fields
}

function answerApi(store: FakeStore, { method, path, query, body }: Question): Answer {
  const [, what = '', number, part] = /^wc\/v3\/([a-z]+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  const id = Number(number)
  if (path === 'wc/v3/data/currencies/current') return { status: 200, body: { code: store.currency } }
  if (path === 'wc/v3/webhooks/batch') return changeWebhooks(store, body)
  if (what === 'webhooks') return answerWebhooks(store, { method, id: number === undefined ? null : id, query, body })
  if (what === 'orders' && part === 'refunds') return listOf(store.refunds.get(id), query)
  if (what === 'products' && part === 'variations') return listOf(store.variations.get(id), query)
  const all = what === 'orders' ? store.orders : what === 'products' ? store.products : null
  if (!all) return NO_ROUTE
  if (number === undefined) return listOf([...all.values()], query)
  const found = what === 'orders' ? store.orders.get(id) : store.shownProduct(id)
  return found ? { status: 200, body: found } : unknownId(what === 'orders' ? 'shop_order' : 'product')
}

function answerWebhooks(
  store: FakeStore,
  { method, id, query, body }: { method: string; id: number | null; query: URLSearchParams; body: Fields },
): Answer {
  // The secret is never shown again.
  const shown = (webhook: FakeStore['webhooks'][number]) => ({ ...webhook, secret: undefined, failures: undefined })
  if (method === 'GET') return { status: 200, body: store.webhooks.map(shown) }
  if (id !== null && !store.webhooks.some((each) => each.id === id)) return unknownId('shop_webhook')
  if (id !== null && id === store.keepsSecretOf) return refused(401, 'woocommerce_rest_cannot_edit')
  if (method === 'DELETE' && id !== null) {
    if (query.get('force') !== 'true') return refused(501, 'woocommerce_rest_trash_not_supported')
    store.deleteWebhook(id)
    return { status: 200, body: { id } }
  }
  return { status: id === null ? 201 : 200, body: shown(store.saveWebhook(id, body)) }
}

/** Creates, updates and deletes webhooks. An error concerns only its webhook. */
function changeWebhooks(store: FakeStore, given: Fields): Answer {
  const each = (name: string, change: (item: Fields) => Parameters<typeof answerWebhooks>[1]) =>
    ((given[name] ?? []) as Array<Fields | number>).map((item) => {
      const asked = change(typeof item === 'number' ? { id: item } : item)
      const { status, body } = answerWebhooks(store, asked)
      if (status < 400) return body
      const { code, message } = body as Fields
      return { id: asked.id ?? 0, error: { code, message, data: { status } } }
    })
  const query = new URLSearchParams({ force: 'true' })
  const created = each('create', (body) => ({ method: 'POST', id: null, query, body }))
  const updated = each('update', (body) => ({ method: 'PUT', id: Number(body['id']), query, body }))
  const deleted = each('delete', (body) => ({ method: 'DELETE', id: Number(body['id']), query, body }))
  return {
    status: 200,
    body: {
      ...(created.length && { create: created }),
      ...(updated.length && { update: updated }),
      ...(deleted.length && { delete: deleted }),
    },
  }
}

const FIELD_OF: Readonly<Record<string, string>> = { modified: 'date_modified_gmt', date: 'date_created_gmt' }
const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Returns a page of a list. For unknown orders and products, the list of refunds or variations is empty. */
function listOf(given: readonly Resource[] = [], query: URLSearchParams): Answer {
  const perPage = Number(query.get('per_page') ?? 10)
  if (perPage > 100) return refused(400, 'rest_invalid_param')
  const [changedAfter, createdAfter] = [query.get('modified_after'), query.get('after')]
  const after = changedAfter ?? createdAfter
  // WooCommerce interprets dates with a time zone as the store's local time.
  if (after?.endsWith('Z') || (after && query.get('dates_are_gmt') !== 'true'))
    return refused(400, 'dates are not in UTC')
  const wanted = query.get('status') ?? 'any'
  const included = query.get('include')?.split(',')
  const order = FIELD_OF[query.get('orderby') ?? ''] ?? 'id'
  const dateOf = (one: Resource, field: string) => String(one[field])
  const found = given
    .filter((one) => !changedAfter || dateOf(one, 'date_modified_gmt') > changedAfter)
    .filter((one) => !createdAfter || dateOf(one, 'date_created_gmt') > createdAfter)
    .filter(({ status }) => (wanted === 'any' ? status !== 'trash' : status === wanted))
    .filter(({ id }) => !included || included.includes(String(id)))
    .toSorted(
      (one, other) =>
        (order === 'id' ? 0 : compareTexts(dateOf(one, order), dateOf(other, order))) || one.id - other.id,
    )
  const offset = query.has('offset') ? Number(query.get('offset')) : (Number(query.get('page') ?? 1) - 1) * perPage
  const fields = query.get('_fields')?.split(',')
  const cut = (one: Resource) => (fields ? Object.fromEntries(fields.map((field) => [field, one[field]])) : one)
  const pages = Math.ceil(found.length / perPage)
  const headers = { 'x-wp-total': String(found.length), 'x-wp-totalpages': String(pages) }
  return { status: 200, headers, body: found.slice(offset, offset + perPage).map(cut) }
}
