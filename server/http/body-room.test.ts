import type { Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpServer } from './node-server.ts'
import { MAX_BODY_BYTES, readBody, type BodyRoom } from './request-body.ts'

const LARGE = 400 * 1024
/** Enough memory for one large body, but not for two. */
const room: BodyRoom = { most: 600 * 1024, held: 0 }
/** Callbacks that finish the requests kept open by the test. */
let staying: Array<() => void> = []
let server: Server
let port: number

beforeAll(async () => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(readBody(1024 * 1024, () => new Response('too large', { status: 413 }), room))
  app.post('/read', async (c) => c.text(`${(await c.req.raw.text()).length}`))
  app.post('/stay', async (c) => {
    await new Promise<void>((go) => staying.push(go))
    return c.text('gone')
  })
  app.post('/fail', () => {
    throw new Error('on purpose')
  })
  app.onError((error, c) => c.text(error.message, 500))
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  server = createHttpServer().on('request', (request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

async function post(path: '/read' | '/stay' | '/fail', size: number) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'x'.repeat(size) })
  return { status: answer.status, connection: answer.headers.get('connection'), text: await answer.text() }
}
function letGo(): void {
  for (const go of staying) go()
  staying = []
}

test('rejects a large body with 503 while another reserves the memory, accepts forms, and frees it later', async () => {
  const first = post('/stay', LARGE)
  await expect.poll(() => staying.length).toBe(1)
  expect(room.held).toBe(LARGE)
  const second = await post('/read', LARGE)
  expect(second).toMatchObject({ status: 503, connection: 'close' })
  expect(second.text).toContain('Too many uploads right now')
  expect(room.held).toBe(LARGE)
  expect(await post('/read', MAX_BODY_BYTES)).toMatchObject({ status: 200, text: `${MAX_BODY_BYTES}` })
  letGo()
  expect((await first).status).toBe(200)
  await expect.poll(() => room.held).toBe(0)
  expect(await post('/read', LARGE)).toMatchObject({ status: 200, text: `${LARGE}` })
})

test('reserves no memory for forms', async () => {
  const forms = Array.from({ length: 5 }, () => post('/stay', MAX_BODY_BYTES))
  await expect.poll(() => staying.length).toBe(5)
  expect(room.held).toBe(0)
  letGo()
  expect((await Promise.all(forms)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('reserves memory for a partly received body, and frees it when the sender disconnects', async () => {
  const sender = net.connect(port, '127.0.0.1')
  sender.write(`POST /read HTTP/1.1\r\nHost: wtf.example\r\nContent-Length: ${LARGE + 1}\r\n\r\n${'x'.repeat(LARGE)}`)
  await expect.poll(() => room.held).toBe(LARGE)
  expect((await post('/read', LARGE)).status).toBe(503)
  sender.destroy()
  await expect.poll(() => room.held).toBe(0)
  expect((await post('/read', LARGE)).status).toBe(200)
})

test.each([
  ['exceeds the total limit', '/read', 700 * 1024, 503],
  ['is sent to a page that fails', '/fail', LARGE, 500],
] as const)('frees the memory reserved for a body that %s', async (_, path, size, status) => {
  expect((await post(path, size)).status).toBe(status)
  await expect.poll(() => room.held).toBe(0)
})
