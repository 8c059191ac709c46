import fs from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { AppError } from '#server/platform/errors.ts'
import { fetchPublic, type FetchOptions } from '#server/platform/fetch-public.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { detectPlatform } from './detect-platform.service.ts'

const page = (name: string) => fs.readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.html`))

/** Responses by host. Other hosts have no address. */
let sites: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {}
const requested: string[] = []
const server = http.createServer((request, response) => {
  const host = request.headers.host?.split(':')[0] ?? ''
  requested.push(`${host}${request.url}`)
  sites[host]?.(request, response)
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
afterEach(() => {
  vi.useRealTimers()
  configureAuth({ limits: 'off' })
  sites = {}
  requested.length = 0
})

let options: FetchOptions[] = []
/** Sends every https request to this test's server, which plays the sites. */
const fetchHere =
  (timeoutMs?: number): typeof fetchPublic =>
  (address, given) => {
    options.push(given)
    expect(address).toMatch(/^https:\/\/[a-z\d.-]+\/$/)
    return fetchPublic(address.replace(/^https:\/\/([^/]+)/, `http://$1:${port}`), {
      ...given,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ports: [port],
      network: {
        resolve: async (host) => (host in sites ? ['127.0.0.1'] : []),
        isAllowed: (address) => address === '127.0.0.1',
        allowsHttp: true,
      },
    })
  }
beforeEach(() => {
  options = []
})

let visitors = 0
const visitOfAnother = () => createVisit({ address: `198.51.${++visitors >> 8}.${visitors & 255}` })
const detect = (
  websiteUrl: string,
  { timeoutMs, visit = visitOfAnother() }: { timeoutMs?: number; visit?: ReturnType<typeof createVisit> } = {},
) => detectPlatform({ visit, fetchWith: fetchHere(timeoutMs) }, { websiteUrl })
const problem = (answer: Promise<unknown>) =>
  answer.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? [error.code, error.field, error.reason, error.message] : error),
  )
const refused = (reason: string, message: string) => ['bad_input', 'websiteUrl', reason, message]
const UNREACHABLE = refused(
  'FETCH_ERROR',
  'Could not access the website. Please make sure the domain is correct and accessible.',
)
const BLOCKED = refused('BLOCKED', 'Website blocked access. Please try again later.')
const FAILED = refused('FAILED', 'Failed to analyze the website.')

const send =
  (body: string | Buffer, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, headers).end(body)
const answer = (status: number) => (_: unknown, response: ServerResponse) => void response.writeHead(status).end()

describe('the platform of a website', () => {
  test('is detected from its page', async () => {
    sites = { 'by-page.test': send(page('shopify')) }
    expect(await detect('https://www.by-page.test/collections?x=1')).toMatchObject({
      platform: 'Shopify',
      confidence: 95,
      indicators: expect.arrayContaining(['Shopify: Shopify.theme']),
    })
    expect(requested).toEqual(['by-page.test/'])
    expect(options).toEqual([{ maxBytes: 1024 * 1024, cutsBody: true, timeoutMs: 3_000, ports: [443] }])
  })

  test('is detected from its headers, and from www if the bare domain does not respond', async () => {
    sites = { 'www.by-header.test': send('', { 'X-Wix-Request-Id': '1' }) }
    expect(await detect('by-header.test')).toMatchObject({ platform: 'Wix', confidence: 95 })
    const [, second] = options
    expect(second?.timeoutMs).toBeGreaterThan(3_000)
    expect(second?.timeoutMs).toBeLessThanOrEqual(5_000)
  })

  test('is detected from www within the same five seconds if the bare domain does not respond', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    sites = {
      'silent.test': () => void vi.advanceTimersByTime(3_000),
      'www.silent.test': send(page('wix')),
    }
    expect(await detect('silent.test', { timeoutMs: 200 })).toMatchObject({ platform: 'Wix' })
    expect(options.map(({ timeoutMs }) => timeoutMs)).toEqual([3_000, 2_000])
  })

  test('is detected after three redirects', async () => {
    const to = (place: string) => (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(302, { location: place.replace('PORT', String(port)) }).end()
    sites = {
      'moved.test': to('http://www.moved.test:PORT/'),
      'www.moved.test': ({ url }, response) =>
        url === '/'
          ? to('/en')(null as never, response)
          : url === '/en'
            ? to('/en/')(null as never, response)
            : send(page('woocommerce'))(null, response),
    }
    expect(await detect('moved.test')).toMatchObject({ platform: 'WooCommerce' })
  })

  test('is detected from the first megabyte of an endless page', async () => {
    sites = {
      'endless.test': (_, response) => {
        response.write(page('several'))
        const more = () => {
          while (response.write('x'.repeat(65_536)));
          response.once('drain', more)
        }
        more()
      },
    }
    expect(await detect('endless.test')).toMatchObject({ platform: 'Multiple Platforms', confidence: 95 })
  })

  test('can be unknown', async () => {
    sites = { 'unknown.test': send(page('none')) }
    expect(await detect('unknown.test')).toEqual({ platform: 'Unknown', confidence: 0, indicators: [] })
  })
})

describe('the error message', () => {
  test.each([
    ['', 'URL_EMPTY', 'Please enter a website URL.'],
    ['ftp://yourstore.com', 'INVALID_URL_FORMAT', 'Invalid URL format. Please enter a domain like "yourstore.com".'],
    ['127.0.0.1', 'INVALID_DOMAIN', 'Please enter a valid domain (e.g., yourstore.com).'],
    [`${'a.'.repeat(200)}com`, 'DOMAIN_TOO_LONG', 'Domain name is too long. Please enter a shorter domain.'],
    [`${'a'.repeat(64)}.com`, 'LABEL_TOO_LONG', 'Part of the domain name is too long. Please check the format.'],
  ])('for %j is shown without a request and without using an attempt', async (typed, reason, message) => {
    configureAuth({ limits: { ...USUAL_LIMITS, detect: { account: 0, address: 0, network: 0, minutes: 15 } } })
    expect(await problem(detect(typed))).toEqual(refused(reason, message))
    expect(options).toEqual([])
  })

  test('does not reveal why a site is unreachable, because it might be in our own network', async () => {
    sites = {
      'slow.test': () => undefined,
      'slow-body.test': (_, response) => void response.write('<html>'),
      'broken.test': (_, response) => void response.socket?.destroy(),
      'inside.test': (_, response) => void response.writeHead(302, { location: 'https://10.0.0.1/' }).end(),
    }
    for (const site of ['nowhere.test', 'broken.test', 'inside.test', 'slow.test', 'slow-body.test'])
      expect([site, await problem(detect(site, { timeoutMs: 100 }))]).toEqual([site, UNREACHABLE])
  })

  test.each([401, 403, 429, 503])('says that a site blocks us if it responds with %d', async (status) => {
    sites = { [`s${status}.test`]: answer(status) }
    expect(await problem(detect(`s${status}.test`))).toEqual(BLOCKED)
  })

  test('says that the check failed for an error page or a redirect loop', async () => {
    sites = {
      'gone.test': answer(404),
      'failing.test': answer(500),
      'circle.test': (_, response) => void response.writeHead(302, { location: '/' }).end(),
    }
    for (const site of ['gone.test', 'failing.test', 'circle.test'])
      expect([site, await problem(detect(site))]).toEqual([site, FAILED])
  })

  test('describes the host name that responds if the other one times out', async () => {
    sites = { 'www.half.test': answer(403) }
    expect(await problem(detect('half.test'))).toEqual(BLOCKED)
    sites = { 'other-half.test': answer(404) }
    expect(await problem(detect('other-half.test'))).toEqual(FAILED)
  })
})

describe('a checked site', () => {
  test('is requested once for simultaneous and repeated checks, whatever its response', async () => {
    sites = { 'often.test': send(page('shopify')), 'never.test': answer(404) }
    const answers = await Promise.all([detect('often.test'), detect('www.often.test'), detect('https://often.test/x')])
    expect([...answers, await detect('often.test')].map(({ platform }) => platform)).toEqual(Array(4).fill('Shopify'))
    expect(await problem(detect('never.test'))).toEqual(FAILED)
    expect(await problem(detect('never.test'))).toEqual(FAILED)
    expect(requested).toEqual(['often.test/', 'never.test/'])
  })

  test("is requested only within the limit of the visitor's IP address", async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, detect: { account: 5, address: 2, network: 90, minutes: 15 } } })
    sites = { 'one.test': send(''), 'two.test': send(''), 'three.test': send('') }
    const visit = visitOfAnother()
    await detect('one.test', { visit })
    await detect('two.test', { visit })
    expect(await problem(detect('three.test', { visit }))).toEqual([
      'too_many',
      undefined,
      undefined,
      'Too many attempts. Please try again in 15 minutes.',
    ])
    // A cached answer costs nothing.
    expect(await detect('one.test', { visit })).toMatchObject({ platform: 'Unknown' })
    expect(requested).toEqual(['one.test/', 'two.test/'])
  })

  test('is requested only within its own limit, which all visitors share', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, detect: { account: 0, address: 30, network: 90, minutes: 15 } } })
    sites = { 'target.test': send('') }
    expect(await problem(detect('target.test'))).toContain('too_many')
    expect(requested).toEqual([])
  })
})
