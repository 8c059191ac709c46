import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '#tests/setup/raw-request.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { boundedListener, createHttpServer } from './node-server.ts'
import { MAX_FILE_BYTES } from '#server/wishlist/wishlist-values.schema.ts'
import { MAX_BODY_BYTES } from './request-body.ts'

let asked = 0
const shop = useTestShop(useTestDatabase(), async (request) => {
  asked++
  return new Response(`${request.method} ${(await request.text()).length}`, { headers: { 'content-length': '7' } })
})
let server: Server
let port: number
const post = (headers: string[], body: string, later?: string) =>
  rawRequest(port, `POST /settings HTTP/1.1\r\nHost: wtf.example\r\n${headers.join('\r\n')}\r\n\r\n${body}`, later)
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

beforeAll(async () => {
  const listener = getRequestListener(shop.fetch, { overrideGlobalObjects: false })
  server = createHttpServer({ requestMs: 300, checkEveryMs: 50 }).on(
    'request',
    boundedListener((request, response) => void listener(request, response)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('a request body', () => {
  test.each<[string, string[], string, string | undefined, string]>([
    ['with Content-Length', ['Content-Length: 3'], 'a=b', undefined, 'POST 3'],
    ['in chunks', ['Transfer-Encoding: chunked'], `${chunk('a=b&')}${chunk('c=d')}0\r\n\r\n`, undefined, 'POST 7'],
    ['after 100 Continue', ['Content-Length: 3', 'Expect: 100-continue'], '', 'a=b', 'POST 3'],
    [
      'in chunks after 100 Continue',
      ['Transfer-Encoding: chunked', 'Expect: 100-continue'],
      '',
      `${chunk('a=b')}0\r\n\r\n`,
      'POST 3',
    ],
    ['that is empty', ['Content-Length: 0'], '', undefined, 'POST 0'],
    ['in zero chunks', ['Transfer-Encoding: chunked'], '0\r\n\r\n', undefined, 'POST 0'],
    ['that is missing', ['Accept: */*'], '', undefined, 'POST 0'],
  ])('%s arrives in full', async (_, headers, body, later, said) => {
    const answer = await post(headers, body, later)
    expect([answer.status, answer.body]).toEqual([200, said])
  })
  test('in chunks reaches a procedure', async () => {
    const body = JSON.stringify({ json: {} })
    const answer = await rawRequest(
      port,
      `POST /trpc/no.such HTTP/1.1\r\nHost: wtf.example\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk(body)}0\r\n\r\n`,
    )
    expect(answer.status).toBe(404)
  })
  test.each<[string, string[], string]>([
    ['is declared as', [`Content-Length: ${MAX_BODY_BYTES + 1}`], 'a=b'],
    ['turns out to be', ['Transfer-Encoding: chunked'], chunk('a'.repeat(MAX_BODY_BYTES + 1))],
  ])('that %s too long is rejected, and the connection closes', async (_, headers, body) => {
    const answer = await post(headers, body)
    expect([answer.status, /\r\nconnection: close/i.test(answer.headers), answer.isClosed]).toEqual([413, true, true])
    expect(answer.body).toContain('This is too long')
  })
  test.each<[string, string[], string]>([
    ['Content-Length', ['Content-Length: 9'], 'a=b'],
    ['chunks', ['Transfer-Encoding: chunked'], chunk('a=b')],
    ['a truncated chunk', ['Transfer-Encoding: chunked'], '9\r\na='],
  ])('with %s times out if it never completes', async (_, headers, body) => {
    const answer = await post(headers, body)
    expect([answer.status, answer.isClosed]).toEqual([408, true])
  })
  test.each<[string, string[], string]>([
    ['many chunks of one byte', ['Transfer-Encoding: chunked'], `${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`],
    [
      'over a thousand fields',
      ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${3_000}`],
      'a&'.repeat(1_500),
    ],
    [
      'over a thousand fields and a capitalised content type',
      ['Content-Type: Application/X-WWW-Form-Urlencoded;charset=utf-8', `Content-Length: ${3_000}`],
      'a&'.repeat(1_500),
    ],
  ])('of %s is rejected before it is parsed', async (_, headers, body) => {
    const answer = await post(headers, body)
    expect([answer.status, answer.isClosed]).toEqual([413, true])
  })
  describe('of a multipart form', () => {
    const BOUNDARY = '----a-boundary-of-the-usual-length'
    const upload = (type: string, body: string, path = '/wishlist/import') =>
      rawRequest(
        port,
        `POST ${path} HTTP/1.1\r\nHost: wtf.example\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      )
    const parts = (count: number, text = '') =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n`.repeat(count) +
      `--${BOUNDARY}--\r\n`
    const plain = `multipart/form-data; boundary=${BOUNDARY}`

    test.each<[string, string, string, string, number]>([
      ['a large file', '/wishlist/import', plain, parts(1, 'x'.repeat(MAX_FILE_BYTES)), 200],
      ['a file and a few fields', '/wishlist/import', plain, parts(12), 200],
      ['a file with dashes', '/wishlist/import', plain, parts(1, '\r\n--\r\n'.repeat(100)), 200],
      ['too many parts', '/wishlist/import', plain, parts(13), 413],
      ['too many parts for another page', '/settings', plain, parts(13), 413],
      [
        'too many parts with a capitalised type',
        '/wishlist/import',
        plain.replace('multipart/form-data', 'Multipart/Form-Data'),
        parts(13),
        413,
      ],
      [
        'too many parts with a quoted boundary',
        '/wishlist/import',
        `multipart/form-data; boundary="${BOUNDARY}"`,
        parts(13),
        413,
      ],
      [
        'too many parts with a second type',
        '/wishlist/import',
        `multipart/form-data; boundary=another, ${plain}`,
        parts(13),
        413,
      ],
    ])('is limited by size and number of parts: %s at %s', async (_, path, type, body, status) => {
      expect((await upload(type, body, path)).status).toBe(status)
    })
    test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json'])(
      'may be larger than one of type %s',
      async (type) => {
        expect((await upload(type, 'x'.repeat(MAX_BODY_BYTES + 1))).status).toBe(413)
        expect((await upload(type, 'x'.repeat(MAX_BODY_BYTES))).status).toBe(200)
      },
    )
  })
  test('of a GET request is rejected', async () => {
    expect((await rawRequest(port, 'GET / HTTP/1.1\r\nHost: wtf.example\r\nContent-Length: 3\r\n\r\na=b')).status).toBe(
      400,
    )
    expect(
      (
        await rawRequest(
          port,
          `GET /robots.txt HTTP/1.1\r\nHost: wtf.example\r\nTransfer-Encoding: chunked\r\n\r\n${chunk('a')}0\r\n\r\n`,
        )
      ).status,
    ).toBe(400)
  })
  test('that is not valid HTTP is rejected', async () => {
    const answer = await post(['Transfer-Encoding: chunked'], 'zz\r\n')
    expect([answer.status, answer.isClosed]).toEqual([400, true])
  })
})

describe('an invalid URL or method', () => {
  test.each([
    ['GET', '//', 400],
    ['GET', '//evil.example/', 400],
    ['GET', '/trpc/%ff', 400],
    ['GET', '/%E0%A4%A', 400],
    ['GET', '/product/%00', 400],
    ['GET', '/a\\b', 400],
    ['TRACE', '/', 405],
    ['PROPFIND', '/discover', 405],
    ['QUERY', '/trpc/x', 405],
  ])('like %s %s is rejected with %i', async (method, path, status) => {
    expect(
      (await rawRequest(port, `${method} ${path} HTTP/1.1\r\nHost: wtf.example\r\nConnection: close\r\n\r\n`)).status,
    ).toBe(status)
  })
})

test('closes a connection that sends hundreds of requests at once', async () => {
  const before = asked
  const answer = await rawRequest(port, 'GET /counted HTTP/1.1\r\nHost: wtf.example\r\n\r\n'.repeat(500)).catch(
    () => null,
  )
  expect(answer?.isClosed ?? true).toBe(true)
  expect(asked - before).toBeLessThanOrEqual(8)
})

test('does not stream the responses of procedures', async () => {
  for (const header of ['trpc-accept: application/jsonl', 'accept: application/jsonl']) {
    expect(
      (
        await rawRequest(
          port,
          `GET /trpc/site.state HTTP/1.1\r\nHost: wtf.example\r\n${header}\r\nConnection: close\r\n\r\n`,
        )
      ).status,
    ).toBe(406)
  }
})
