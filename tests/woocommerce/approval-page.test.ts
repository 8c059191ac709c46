import http, { type IncomingHttpHeaders } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { payload } from './payloads.ts'
import { startWooCommerce } from './start-woocommerce.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: Record<string, string>
}

let received: Received[] = []
let status = 200
const receiver = http.createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    received.push({ headers: request.headers, body: JSON.parse(text) as Received['body'] })
    response.writeHead(status).end()
  })
})
let app: string
let running: Awaited<ReturnType<typeof startWooCommerce>>

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  app = `http://127.0.0.1:${(receiver.address() as { port: number }).port}`
})
afterAll(() => void receiver.close())
beforeEach(async () => (running = await startWooCommerce({ name: 'Oswick & Dray' })))
afterEach(async () => {
  received = []
  status = 200
  await running.stop()
})

const authorize = (given: Record<string, string> = {}) =>
  `${running.url}/wc-auth/v1/authorize?${new URLSearchParams({
    app_name: 'W<T>F',
    scope: 'read_write',
    user_id: '42',
    return_url: `${app}/back?tab=1`,
    callback_url: `${app}/callback`,
    ...given,
  }).toString()}`
const ask = (url: string) => fetch(url, { redirect: 'manual' })
const decode = (text = '') => text.replaceAll('&#38;', '&')
async function approve(given?: Record<string, string>) {
  const page = await (await ask(authorize(given))).text()
  return ask(decode(/class="button main" href="([^"]+)"/.exec(page)?.[1]))
}
const read = async (key: string, method = 'GET') =>
  (
    await fetch(`${running.url}/wp-json/wc/v3/webhooks`, {
      method,
      headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` },
      ...(method === 'POST' && { body: '{}' }),
    })
  ).status

test('names the app, and sends it a working key after approval', async () => {
  const page = await (await ask(authorize())).text()
  expect(page).toContain('W&#60;T&#62;F would like to connect to your store')
  expect(page).toContain('<strong>read/write</strong>')
  expect(page).toContain(`Approving will share credentials with ${new URL(app).host}.`)
  const answer = await approve()
  expect(answer.headers.get('location')).toBe(`${app}/back?tab=1&success=1&user_id=42`)
  const [{ headers, body } = { headers: {}, body: {} as Received['body'] }] = received
  const real = payload('connect-callback') as { type: string; body: object }
  expect(headers['content-type']).toBe(real.type)
  expect(Object.keys(body)).toEqual(Object.keys(real.body))
  expect(body).toMatchObject({ user_id: '42', key_permissions: 'read_write' })
  const key = `${body['consumer_key']}:${body['consumer_secret']}`
  expect(key).toMatch(/^ck_[0-9a-f]{40}:cs_[0-9a-f]{40}$/)
  expect(await read(key)).toBe(200)
  expect(await read(key, 'POST')).toBe(201)
})

test('gives a read-only key if the app asks for read access', async () => {
  await approve({ scope: 'read' })
  const { consumer_key, consumer_secret } = received[0]?.body ?? {}
  const key = `${consumer_key}:${consumer_secret}`
  expect(await read(key)).toBe(200)
  expect(await read(key, 'POST')).toBe(401)
})

test('approves only through the link on its page', async () => {
  const answer = await ask(authorize().replace('/authorize', '/access_granted'))
  expect([answer.status, received]).toEqual([401, []])
})

test('returns without a key if the approval is denied', async () => {
  const page = await (await ask(authorize())).text()
  expect(decode(/class="button" href="([^"]+)"/.exec(page)?.[1])).toBe(`${app}/back?tab=1&success=0&user_id=42`)
  expect(received).toEqual([])
})

test('deletes a key that the app did not accept', async () => {
  status = 204
  const answer = await approve()
  expect(answer.status).toBe(401)
  expect(await answer.text()).toContain('unable to send the consumer data')
  expect([...running.store.keys.keys()]).toEqual([running.store.key])
})

test.each([
  [{ user_id: '' }, 'Missing parameter user_id'],
  [{ scope: 'all' }, 'Invalid scope all'],
  [{ callback_url: 'http://brand.example/' }, 'The callback_url needs to be over SSL'],
])('rejects %o', async (given, message) => {
  const answer = await ask(authorize(given))
  expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining(message)])
})
