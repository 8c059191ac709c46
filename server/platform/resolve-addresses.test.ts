import dgram from 'node:dgram'
import fs from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { resolveAddresses } from './resolve-addresses.ts'

const A = 1
const AAAA = 28
const sockets: dgram.Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/**
 * Starts a name server.
 * @param answer returns the data of one record for a type; null: no such record; undefined: no response
 * @returns its address
 */
async function serveNames(answer: (type: number) => Buffer | null | undefined): Promise<string> {
  const socket = dgram.createSocket('udp4')
  sockets.push(socket)
  socket.on('message', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5
    const data = answer(question.readUInt16BE(end - 4))
    if (data === undefined) return
    const header = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0])
    question.copy(header, 0, 0, 2)
    const record = data
      ? [Buffer.from([0xc0, 12]), question.subarray(end - 4, end), Buffer.from([0, 0, 0, 60, 0, data.length]), data]
      : []
    socket.send(Buffer.concat([header, question.subarray(12, end), ...record]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return `127.0.0.1:${socket.address().port}`
}

const never = new AbortController().signal

test('returns the addresses of both families, IPv4 first', async () => {
  const servers = [
    await serveNames((type) =>
      type === A ? Buffer.from([93, 184, 216, 34]) : Buffer.from('26064700000000000000000000001111', 'hex'),
    ),
  ]
  expect(await resolveAddresses('shop.test', never, servers)).toEqual(['93.184.216.34', '2606:4700::1111'])
})

test('returns one family if there is no other', async () => {
  const servers = [await serveNames((type) => (type === AAAA ? Buffer.from('20'.repeat(16), 'hex') : null))]
  expect(await resolveAddresses('shop.test', never, servers)).toHaveLength(1)
})

test('fails if there are no addresses', async () => {
  const servers = [await serveNames(() => null)]
  await expect(resolveAddresses('shop.test', never, servers)).rejects.toMatchObject({ code: 'ENODATA' })
})

test('unresponsive name servers do not block other work, and a lookup can be aborted', async () => {
  const servers = [await serveNames(() => undefined)]
  const leaving = new AbortController()
  let isWaiting = true
  const waiting = Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => resolveAddresses(`shop${index}.test`, leaving.signal, servers)),
  ).finally(() => (isWaiting = false))
  // Reading a file uses the same threads as dns.lookup.
  await fs.readFile(import.meta.filename)
  expect(isWaiting).toBe(true)
  leaving.abort()
  for (const { status } of await waiting) expect(status).toBe('rejected')
})
