import http, { type RequestListener } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchError, fetchPublic, type FetchOptions, type Network } from '#server/platform/fetch-public.ts'
import { isPublicAddress } from '#server/platform/public-address.ts'
import { recordConnections, type ConnectionRecord } from '#tests/setup/connections.ts'
import { HOSTILE_NAMES, hostileAddresses } from '#tests/setup/hostile-addresses.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { detectPlatform } from './detect-platform.service.ts'

// Domains entered by strangers must not lead into our own network. The test watches every socket of the process, and
// listeners on this machine record connections.

/** Stands for the public internet: the only address of this machine that may be reached. */
const PUBLIC = '127.0.0.77'
const ADDRESS_COUNT = hostileAddresses(1).length

const servers: http.Server[] = []
let port = 0
let reached = 0
let publicPort = 0
let answer: RequestListener = (_, response) => void response.writeHead(404).end()

async function listen(address: string, at: number, onRequest: RequestListener): Promise<http.Server> {
  const server = http.createServer(onRequest)
  servers.push(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, address, resolve))
  return server
}

beforeAll(async () => {
  const inside: RequestListener = (_, response) => void response.end('secret')
  const v4 = await listen('127.0.0.1', 0, inside)
  port = (v4.address() as AddressInfo).port
  // Some machines have no IPv6.
  const v6 = await listen('::1', port, inside).catch(() => null)
  for (const server of [v4, v6]) server?.on('connection', () => reached++)
  publicPort = ((await listen(PUBLIC, 0, (request, response) => answer(request, response))).address() as AddressInfo)
    .port
  configureAuth({ limits: 'off' })
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

let connections: ConnectionRecord
beforeEach(() => {
  reached = 0
  connections = recordConnections()
})
afterEach(() => {
  connections.stop()
  answer = (_, response) => void response.writeHead(404).end()
})

/** Expects that only the simulated public internet was reached. */
function expectNobodyReached(): void {
  expect(connections.attempts.filter((attempt) => attempt !== `${PUBLIC} ${publicPort}`)).toEqual([])
  expect(reached).toBe(0)
}

const asked: string[] = []
/** Allows more than the public network: plain http, and names that lead to the test's servers. */
const network: Network = {
  resolve: async (name) => {
    asked.push(name)
    return HOSTILE_NAMES[name] ?? (name.endsWith('public.test') ? [PUBLIC] : [])
  },
  isAllowed: (address) => address === PUBLIC || isPublicAddress(address),
  allowsHttp: true,
}
const OPTIONS: FetchOptions = { maxBytes: 1024 * 1024, timeoutMs: 2_000, network }

const fetchOutcome = (address: string, options: Partial<FetchOptions> = {}) =>
  fetchPublic(address, { ...OPTIONS, ...options }).then(
    () => 'an answer',
    (error: unknown) => (error instanceof FetchError ? error.failure : error),
  )
/** @param at the port for https URLs, where a listener runs */
const detectOutcome = (websiteUrl: string, at: number, options: Partial<FetchOptions> = {}) =>
  detectPlatform(
    {
      visit: createVisit(),
      fetchWith: (address, given) =>
        fetchPublic(address.replace(/^https:\/\/([^/]+)/, `http://$1:${at}`), {
          ...given,
          timeoutMs: 2_000,
          ports: [at, port, 80, 443],
          network,
          ...options,
        }),
    },
    { websiteUrl },
  ).then(
    () => 'an answer',
    (error: unknown) => (error instanceof AppError && error.field === 'websiteUrl' ? error.reason : error),
  )

describe(`none of ${ADDRESS_COUNT} addresses leads into our own network`, () => {
  test('when it is fetched', async () => {
    const outcomes = new Set<unknown>()
    for (const address of hostileAddresses(port)) {
      outcomes.add(await fetchOutcome(address))
      outcomes.add(await fetchOutcome(address, { network: { ...network, allowsHttp: false } }))
    }
    expect(outcomes).toEqual(new Set(['forbidden', 'unreachable']))
    expectNobodyReached()
  })

  test('when it is typed as the website of a partner', async () => {
    const outcomes = new Set<unknown>()
    for (const address of hostileAddresses(port)) outcomes.add(await detectOutcome(address, port))
    expect(outcomes).toEqual(new Set(['URL_EMPTY', 'INVALID_URL_FORMAT', 'INVALID_DOMAIN', 'FETCH_ERROR']))
    expectNobodyReached()
    expect(asked).toContain('metadata.google.internal')
  })

  test('when a site redirects to it', async () => {
    const addresses = hostileAddresses(port)
    answer = ({ url }, response) => {
      const number = Number(/\d+/.exec(url ?? '')?.[0] ?? NaN)
      const location = (addresses[number] ?? '').replaceAll(/[\t\n]/g, '')
      if (Number.isNaN(number) || location === '') response.writeHead(404).end()
      else response.writeHead(302, { location: Buffer.from(location).toString('latin1') }).end()
    }
    const outcomes = new Set<unknown>()
    for (const number of addresses.keys())
      outcomes.add(await fetchOutcome(`http://public.test:${publicPort}/${number}`))
    expect([...outcomes]).not.toContain('an answer')
    expectNobodyReached()
    expect(connections.attempts.length).toBeGreaterThanOrEqual(addresses.length)
  })

  test('when the website of a partner redirects to it', async () => {
    const addresses = hostileAddresses(port)
    answer = ({ headers: { host = '' } }, response) => {
      const location = (addresses[Number(/\d+/.exec(host)?.[0])] ?? '').replaceAll(/[\t\n]/g, '')
      if (location === '') response.writeHead(404).end()
      else response.writeHead(302, { location: Buffer.from(location).toString('latin1') }).end()
    }
    const outcomes = new Set<unknown>()
    for (const number of addresses.keys()) outcomes.add(await detectOutcome(`to${number}.public.test`, publicPort))
    // Some sites redirect to their own paths, repeatedly.
    expect(outcomes).toEqual(new Set(['FETCH_ERROR', 'FAILED']))
    expectNobodyReached()
    expect(connections.attempts.length).toBeGreaterThanOrEqual(addresses.length)
  })
})

describe('hostile behaviour of a site', () => {
  const rebinding = (): Network => {
    const answers = [[PUBLIC], ['127.0.0.1'], ['127.0.0.1'], ['127.0.0.1']]
    return { ...network, resolve: async () => answers.shift() ?? [] }
  }

  test('a changed DNS answer is not used', async () => {
    answer = (_, response) => void response.end('public')
    expect(await fetchOutcome(`http://rebinding.public.test:${publicPort}/`, { network: rebinding() })).toBe(
      'an answer',
    )
    expect(await detectOutcome('rebinding.public.test', publicPort, { network: rebinding() })).toBe('an answer')
    expect(connections.attempts).toEqual(Array(2).fill(`${PUBLIC} ${publicPort}`))
    expectNobodyReached()
  })

  test('a redirect to the same name at an internal port is not followed', async () => {
    answer = (_, response) => void response.writeHead(302, { location: `http://again.public.test:${port}/` }).end()
    expect(await fetchOutcome(`http://again.public.test:${publicPort}/`, { network: rebinding() })).toBe('forbidden')
    expect(await detectOutcome('again.public.test', publicPort, { network: rebinding() })).toBe('FETCH_ERROR')
    expectNobodyReached()
  })

  test('a redirect loop ends', async () => {
    answer = (_, response) => void response.writeHead(302, { location: '/' }).end()
    expect(await fetchOutcome(`http://circle.public.test:${publicPort}/`)).toBe('redirects')
    expect(connections.attempts).toHaveLength(4)
    expect(await detectOutcome('circle.public.test', publicPort)).toBe('FAILED')
    expect(connections.attempts).toHaveLength(12)
    expectNobodyReached()
  })

  test('an endless body is cut off, and a slow one abandoned', async () => {
    answer = ({ url, headers: { host = '' } }, response) => {
      response.write('<html>')
      if (url === '/slow' || host.includes('slow')) return
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    }
    const at = (path: string, options: Partial<FetchOptions>) =>
      fetchOutcome(`http://body.public.test:${publicPort}/${path}`, options)
    expect(await at('endless', {})).toBe('too_large')
    expect(await at('endless', { cutsBody: true })).toBe('an answer')
    expect(await at('slow', { cutsBody: true, timeoutMs: 50 })).toBe('timeout')
    expect(await detectOutcome('endless.public.test', publicPort)).toBe('an answer')
    expect(await detectOutcome('slow.public.test', publicPort, { timeoutMs: 50 })).toBe('FETCH_ERROR')
    expectNobodyReached()
  })
})

test('without the address check the internal listeners are reached, so the test can fail', async () => {
  const isHere = (address: string) => /^(127\.|0\.0\.0\.0$|::1?$|::ffff:(127\.|7f00:|0:0$))/.test(address)
  const open: Network = { ...network, isAllowed: isHere }
  const outcomes = await Promise.all(hostileAddresses(port).map((address) => fetchOutcome(address, { network: open })))
  expect(outcomes.filter((outcome) => outcome === 'an answer').length).toBeGreaterThan(30)
  expect(reached).toBeGreaterThan(30)
  expect(connections.attempts).toContain(`127.0.0.1 ${port}`)
  expect(connections.attempts).toContain(`::1 ${port}`)
  // Also over https, which nothing there supports.
  expect(await fetchOutcome(`https://127.0.0.1:${port}/`, { network: open })).toBe('unreachable')
  await new Promise<void>((resolve) => net.connect(port, '127.0.0.1').once('close', resolve).end())
  expect(connections.attempts.slice(-2)).toEqual(Array(2).fill(`127.0.0.1 ${port}`))
})
