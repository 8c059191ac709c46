import fs from 'node:fs'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { allowOwnOrigins, FetchError, fetchPublic, postPublic, type Network } from './fetch-public.ts'
import { isPublicAddress } from './public-address.ts'

const pem = (name: string) => fs.readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
const servers: Array<http.Server | https.Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** @returns the port */
async function serve(answer: RequestListener, secure = false): Promise<number> {
  const server = secure
    ? https.createServer({ key: pem('loopback-key.pem'), cert: pem('loopback-cert.pem') }, answer)
    : http.createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A network where every name is this machine. */
const loopback: Network = {
  resolve: async () => ['127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
  allowsHttp: true,
}
const get = (url: string, options: Partial<Parameters<typeof fetchPublic>[1]> = {}) =>
  fetchPublic(url, { maxBytes: 1_000, network: loopback, ...options })
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof FetchError ? error.failure : error),
  )

describe('fetchPublic', () => {
  test('fetches over https from the checked IP address, with the requested host name', async () => {
    const port = await serve((request, response) => response.end(`hello from ${request.headers.host}`), true)
    const { bytes, url } = await get(`https://pictures.test:${port}/a.jpg`, {
      network: { ...loopback, ca: pem('loopback-cert.pem') },
    })
    expect([bytes.toString(), url]).toEqual([`hello from pictures.test:${port}`, `https://pictures.test:${port}/a.jpg`])
  })

  test('fetches a local origin whose name is not in DNS', async () => {
    const port = await serve((_, response) => response.end('hello'))
    const origin = `http://demo.localhost:${port}`
    allowOwnOrigins([origin])
    try {
      expect((await fetchPublic(`${origin}/img/a.jpg`, { maxBytes: 1_000 })).bytes.toString()).toBe('hello')
    } finally {
      allowOwnOrigins([])
    }
  })

  test('waits for the first address while the event loop is busy, even if the second one does not respond', async () => {
    const port = await serve((_, response) => response.end('hello'))
    const network = { ...loopback, resolve: async () => ['127.0.0.1', '::1'], isAllowed: () => true }
    const fetched = get(`http://pictures.test:${port}/`, { network })
    setImmediate(() => {
      for (const end = Date.now() + 400; Date.now() < end;);
    })
    expect((await fetched).bytes.toString()).toBe('hello')
  })

  test('requires a certificate for the host name', async () => {
    const port = await serve((_, response) => response.end('hello'), true)
    expect(await failure(get(`https://pictures.test:${port}/`))).toBe('unreachable')
    expect(
      await failure(get(`https://others.test:${port}/`, { network: { ...loopback, ca: pem('loopback-cert.pem') } })),
    ).toBe('unreachable')
  })

  test.each([
    'http://93.184.216.34/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'https://user:secret@example.com/',
    'no address',
    '',
    'https://',
  ])('does not connect to %s', async (url) => {
    expect(
      await failure(
        fetchPublic(url, {
          maxBytes: 1_000,
          network: { resolve: async () => ['93.184.216.34'], isAllowed: isPublicAddress },
        }),
      ),
    ).toBe('forbidden')
  })

  test('does not connect to a name with a private address, even if it is one of several', async () => {
    const at = (...addresses: string[]) =>
      failure(
        fetchPublic('https://shop.test/', {
          maxBytes: 1_000,
          network: { resolve: async () => addresses, isAllowed: isPublicAddress },
        }),
      )
    expect(await at('127.0.0.1')).toBe('forbidden')
    expect(await at('93.184.216.34', '10.0.0.1')).toBe('forbidden')
    expect(await at('::ffff:192.168.0.1')).toBe('forbidden')
    expect(await at()).toBe('unreachable')
  })

  test('resolves the host name only once, and connects to that IP address', async () => {
    const port = await serve((_, response) => response.end('first'))
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    let asked = 0
    const { bytes } = await get(`http://rebinding.test:${port}/`, {
      network: { ...loopback, resolve: async () => answers[asked++] ?? [] },
    })
    expect([bytes.toString(), asked]).toEqual(['first', 1])
  })

  test('follows at most three redirects', async () => {
    let hops = 0
    const port = await serve((request, response) => {
      const left = Number(new URL(request.url ?? '', 'http://x').searchParams.get('left'))
      hops++
      if (left > 0) response.writeHead(302, { location: `/?left=${left - 1}` }).end()
      else response.end('there')
    })
    expect((await get(`http://shop.test:${port}/?left=3`)).bytes.toString()).toBe('there')
    expect(hops).toBe(4)
    expect(await failure(get(`http://shop.test:${port}/?left=4`))).toBe('redirects')
  })

  test('checks every redirect like the first address', async () => {
    let location = ''
    const port = await serve((_, response) => response.writeHead(301, { location }).end())
    const network: Network = {
      ...loopback,
      resolve: async (host) => (host === 'inside.test' ? ['10.0.0.1'] : ['127.0.0.1']),
    }
    for (location of [
      'https://inside.test/',
      'http://169.254.169.254/',
      'https://[::1]/',
      'file:///etc/passwd',
      '//user:secret@shop.test/',
      'http://',
    ]) {
      expect([location, await failure(get(`http://shop.test:${port}/`, { network }))]).toEqual([location, 'forbidden'])
    }
  })

  test('rejects a response that is too large, with or without a content length', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/announced') response.writeHead(200, { 'content-length': 5_000 })
      response.end(Buffer.alloc(5_000))
    })
    expect(await failure(get(`http://shop.test:${port}/announced`))).toBe('too_large')
    expect(await failure(get(`http://shop.test:${port}/chunked`))).toBe('too_large')
    expect((await get(`http://shop.test:${port}/`, { maxBytes: 5_000 })).bytes).toHaveLength(5_000)
  })

  test('truncates a response that is too large if the caller wants this, even an endless one', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/announced') response.writeHead(200, { 'content-length': 5_000 }).end(Buffer.alloc(5_000))
      else if (request.url === '/short') response.end('short')
      else {
        const more = () => {
          while (response.write(Buffer.alloc(600, 'x')));
          response.once('drain', more)
        }
        more()
      }
    })
    for (const [path, length] of [
      ['announced', 1_000],
      ['endless', 1_000],
      ['short', 5],
    ] as const)
      expect((await get(`http://shop.test:${port}/${path}`, { cutsBody: true })).bytes).toHaveLength(length)
  })

  test('returns the headers of the final response', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/shop', 'x-first': '1' }).end()
      else response.writeHead(200, { 'X-Second': '2', 'set-cookie': ['a=1', 'b=2'] }).end()
    })
    const { headers, url } = await get(`http://shop.test:${port}/`)
    expect(headers).toMatchObject({ 'x-second': '2', 'set-cookie': ['a=1', 'b=2'] })
    expect([headers['x-first'], url]).toEqual([undefined, `http://shop.test:${port}/shop`])
  })

  test('connects only to allowed ports, even after redirects', async () => {
    const other = await serve((_, response) => response.end('hello'))
    const port = await serve((_, response) => response.writeHead(302, { location: `http://shop.test:${other}/` }).end())
    const from = (url: string, ports: number[]) => failure(get(url, { ports }))
    expect(await from(`http://shop.test:${port}/`, [443])).toBe('forbidden')
    expect(await from('http://shop.test/', [443])).toBe('forbidden')
    expect(await from(`http://shop.test:${port}/`, [port])).toBe('forbidden')
    expect(await from(`http://shop.test:${port}/`, [port, other])).toBe('none')
  })

  test('connects to the port of its network, if one is set', async () => {
    const port = await serve((_, response) => response.end('hello'))
    const network = { ...loopback, port }
    expect(await failure(get('http://shop.test/', { network, ports: [80] }))).toBe('none')
    const post = (url: string, ports: number[]) =>
      postPublic(url, { headers: {}, body: Buffer.from('x'), ports, network })
    expect(await post('http://shop.test/', [80])).toMatchObject({ status: 200 })
    expect(await failure(post(`http://shop.test:${port}/`, [80]))).toBe('forbidden')
  })

  test('times out if the DNS lookup, the response or its body takes too long', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/body') response.write('begun')
    })
    expect(
      await failure(
        get('https://shop.test/', {
          timeoutMs: 50,
          network: { ...loopback, resolve: () => new Promise(() => undefined) },
        }),
      ),
    ).toBe('timeout')
    expect(await failure(get(`http://shop.test:${port}/`, { timeoutMs: 50 }))).toBe('timeout')
    expect(await failure(get(`http://shop.test:${port}/body`, { timeoutMs: 50 }))).toBe('timeout')
  })

  test('distinguishes an invalid response, an unknown host and a broken connection', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/broken')
        response.writeHead(200, { 'content-length': 900 }).write('x', () => response.destroy())
      else response.writeHead(404).end()
    })
    await expect(get(`http://shop.test:${port}/`)).rejects.toMatchObject({ failure: 'status', status: 404 })
    expect(await failure(get(`http://shop.test:${port}/broken`))).toBe('unreachable')
    expect(await failure(get('http://shop.test:1/'))).toBe('unreachable')
    expect(
      await failure(
        get('https://shop.test/', {
          network: { ...loopback, resolve: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })) },
        }),
      ),
    ).toBe('unreachable')
  })
})
