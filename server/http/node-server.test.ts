import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createHttpServer } from './node-server.ts'

let server: ReturnType<typeof createHttpServer>
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  return new Promise((resolve) => server.close(resolve))
})

async function listen(options: Parameters<typeof createHttpServer>[0]): Promise<void> {
  server = createHttpServer(options).on('request', (_, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}
/** Opens a connection and begins a request. */
async function open(): Promise<Socket> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
  return socket
}
/** Completes the request and returns its response, or 'closed' if there is none. */
async function finish(socket: Socket): Promise<string> {
  const answered = Promise.race([
    once(socket, 'data').then(([bytes]: Buffer[]) => String(bytes).slice(9, 12)),
    once(socket, 'close').then(() => 'closed'),
  ])
  socket.write('\r\n')
  return answered
}

test('limits the connections of each address, and accepts new ones once others close', async () => {
  await listen({ mostOfAddress: 3 })
  const first = [await open(), await open(), await open()]
  const refused = await open()
  if (!refused.destroyed) await once(refused, 'close')
  expect(await finish(first[0]!)).toBe('200')
  const gone = once(first[0]!, 'close')
  first[0]!.destroy()
  await gone
  await expect.poll(async () => finish(await open())).toBe('200')
  expect(await Promise.all(first.slice(1).map(finish))).toEqual(['200', '200'])
})

test('does not limit connections from a proxy', async () => {
  await listen({})
  const many = await Promise.all(Array.from({ length: 300 }, open))
  expect(new Set(await Promise.all(many.map(finish)))).toEqual(new Set(['200']))
})

test('allows more time for a form with images than for other forms', async () => {
  server = createHttpServer({ requestMs: 200 }).on('request', (request, response) =>
    request.resume().on('end', () => response.end('here')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const post = async (path: string) => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    await once(socket, 'connect')
    const answered = once(socket, 'data').then(([bytes]: Buffer[]) => String(bytes).slice(9, 12))
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1`)
    return { socket, answered }
  }
  const [short, long] = [await post('/contact'), await post('/product/p1/review.data?index')]
  expect(await short.answered).toBe('408')
  long.socket.write('2')
  expect(await long.answered).toBe('200')
})
