import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { stoppable, type Stoppable } from './stop-serving.ts'

const open: Array<{ close: () => void }> = []
afterEach(() => open.splice(0).forEach((each) => each.close()))

/** Starts a server that answers only when told to. */
async function serve(): Promise<{ port: number; stopping: Stoppable; answer: () => void; asked: () => Promise<void> }> {
  const waiting: http.ServerResponse[] = []
  const server = http.createServer()
  const stopping = stoppable(server)
  stopping.answerWith((_, response) => {
    waiting.push(response)
    server.emit('asked')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({ close: () => server.closeAllConnections() })
  return {
    port: (server.address() as net.AddressInfo).port,
    stopping,
    answer: () => waiting.splice(0).forEach((response) => response.end('whole')),
    asked: async () => {
      if (!waiting.length) await once(server, 'asked')
    },
  }
}

function connect(port: number) {
  const socket = net.connect(port, '127.0.0.1')
  open.push({ close: () => socket.destroy() })
  let text = ''
  const errors: unknown[] = []
  socket
    .on('data', (chunk) => {
      text += chunk.toString()
    })
    .on('error', (error) => errors.push(error))
  return {
    ask: () => socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n'),
    /** Returns everything received until the server closes the connection. */
    end: async () => {
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
      return { text, errors }
    },
    answered: () => expect.poll(() => text).toContain('whole'),
    forget: () => {
      text = ''
    },
  }
}

describe('a stopping server', () => {
  test('finishes open requests, and closes their connections', async () => {
    const { port, stopping, answer, asked } = await serve()
    const client = connect(port)
    client.ask()
    await asked()
    const stopped = stopping.stop()
    expect(stopping.isStopping()).toBe(true)
    answer()
    const { text, errors } = await client.end()
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n[\s\S]*whole/)
    expect([errors, await stopped]).toEqual([[], 0])
  })
  test('responds to a request on an open keep-alive connection', async () => {
    const { port, stopping, answer, asked } = await serve()
    const client = connect(port)
    client.ask()
    await asked()
    answer()
    await client.answered()
    client.forget()
    const stopped = stopping.stop()
    client.ask()
    await asked()
    answer()
    const { text, errors } = await client.end()
    expect([text.includes('whole'), errors, await stopped]).toEqual([true, [], 0])
  })
  test('accepts no new connections, and does not wait for idle ones', async () => {
    const { port, stopping, answer, asked } = await serve()
    const [silent, busy] = [connect(port), connect(port)]
    busy.ask()
    await asked()
    const stopped = stopping.stop()
    await expect
      .poll(async () => (await connect(port).end()).errors.map((error) => (error as { code?: string }).code), {
        timeout: 10_000,
      })
      .toEqual(['ECONNREFUSED'])
    await silent.end()
    answer()
    await busy.end()
    expect(await stopped).toBe(0)
  })
})
