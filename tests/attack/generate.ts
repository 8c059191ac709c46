import { mixSeed, Random } from '#demo/catalogue/random.ts'
import { PAGE_PARAMETERS } from '#server/site/addresses.values.ts'
import {
  annotations,
  hostileText,
  hostileValue,
  plausible,
  spoilt,
  type JsonSchema,
  type KnownTexts,
} from './values.ts'

/** The targets of an attack. */
export interface World extends KnownTexts {
  procedures: Array<{ name: string; type: string; schema: JsonSchema }>
  /** Route addresses, with ':id' as a placeholder. */
  pages: string[]
  routeIds: string[]
  /** Cookie headers by signed-in person; '' for nobody. */
  cookies: Record<string, string>
  pictures: string[]
  host: string
  /** The partner's key for the conversions API. */
  bearer: string
  /** A partner's store with the widest products that are allowed. */
  wide: { partnerId: string; productIds: string[] }
  /** The pending partner's connected store, whose secret the partner knows. */
  pendingStore: { connectionId: string; shop: string; secret: string }
  /** A host that the partner can no longer prove to own. */
  lostHost: string
}

/** One request as sent over the wire. */
export interface Call {
  number: number
  /** 'POST /trpc/auth.signIn as customer' */
  label: string
  bytes: Buffer
  /** Possibly invalid HTTP. It uses a separate connection, which the sender then closes. */
  isBroken: boolean
  isHead: boolean
}

type Kind = 'query' | 'mutation' | 'batch' | 'page' | 'data' | 'form' | 'endpoint' | 'malformed'
const WEIGHTS: Array<readonly [Kind, number]> = [
  ['query', 34],
  ['mutation', 24],
  ['batch', 8],
  ['page', 6],
  ['data', 5],
  ['form', 5],
  ['endpoint', 10],
  ['malformed', 8],
]
const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'PURGE',
  'LINK',
  'SEARCH',
  'M-SEARCH',
]

interface Asked {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

/** Returns call `number` of a seed. It is always the same, independent of earlier calls. */
export function generate(
  world: World,
  seed: number,
  number: number,
  kinds: readonly Kind[] = WEIGHTS.map(([kind]) => kind),
): Call {
  const random = new Random(mixSeed(seed, number))
  const kind = random.weighted(WEIGHTS.filter(([name]) => kinds.includes(name)))
  const as = random.pick(Object.keys(world.cookies))
  const cookie = [world.cookies[as], random.chance(0.1) ? oddCookie(random) : ''].filter(Boolean).join('; ')
  const asked =
    kind === 'malformed'
      ? MAKERS[random.pick(['query', 'page', 'form', 'endpoint'] as const)](world, random)
      : MAKERS[kind](world, random)
  if (random.chance(0.03)) asked.method = random.pick(METHODS)
  const headers: Record<string, string> = {
    host: world.host,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36',
    'x-attack': String(number),
    ...asked.headers,
    ...(cookie && { cookie }),
    ...(random.chance(0.9) && { origin: `http://${world.host}` }),
    ...(random.chance(0.1) && oddHeader(random)),
  }
  if (asked.body !== undefined) headers['content-length'] = String(Buffer.byteLength(asked.body))
  const label = `${asked.method} ${asked.path.slice(0, 200)} as ${as}`
  const bytes = kind === 'malformed' ? malformed(asked, headers, random) : wire(asked, headers)
  return { number, label, bytes, isBroken: kind === 'malformed', isHead: asked.method === 'HEAD' }
}

/** Cleans a header's value, which is latin1 on the wire. A line break would start another header. */
const clean = (value: string) => value.replace(/[\r\n\u0000]/g, ' ').slice(0, 100_000)
const inAddress = (path: string) =>
  path.replace(/[\s\u0000-\u0020]/g, (character) => encodeURIComponent(character)).slice(0, 100_000)

function wire({ method, path, body = '' }: Asked, headers: Record<string, string>, lineEnd = '\r\n'): Buffer {
  const lines = [
    `${method} ${inAddress(path)} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${clean(value)}`),
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(lines.join(lineEnd), 'utf8'), Buffer.from(body)])
}

const JSON_TYPE = { 'content-type': 'application/json' }

function inputOf({ schema }: { schema: JsonSchema }, world: World, random: Random): string {
  const fitting = plausible(schema, random, world)
  const value = random.chance(0.3) ? fitting : spoilt(fitting, random)
  const payload = random.chance(0.05)
    ? hostileValue(random)
    : { json: value, ...(random.chance(0.4) && { meta: annotations(value, random) }) }
  const text = JSON.stringify(payload) ?? ''
  return random.chance(0.03) ? text.slice(0, random.below(text.length + 1)) : text
}

const encoded = (text: string, random: Random): string =>
  random.weighted([
    [() => safely(text), 20],
    [() => safely(safely(text)), 1],
    [() => `${safely(text).slice(0, 50)}%E0%A4%A`, 1],
    [() => `%C0%AE${safely(text)}%ff%00`, 1],
  ])()
/** Encodes a text for an address. A lone surrogate has no UTF-8 form. */
const safely = (text: string) => encodeURIComponent(text.toWellFormed())

const MAKERS: Record<Exclude<Kind, 'malformed'>, (world: World, random: Random) => Asked> = {
  query: (world, random) => {
    const procedure = random.pick(world.procedures.filter(({ type }) => type === 'query' || random.chance(0.05)))
    return {
      method: 'GET',
      path: `/trpc/${procedure.name}?input=${encoded(inputOf(procedure, world, random), random)}`,
      headers: {},
    }
  },
  mutation: (world, random) => {
    const procedure = random.pick(world.procedures.filter(({ type }) => type === 'mutation' || random.chance(0.05)))
    const headers = random.chance(0.95)
      ? JSON_TYPE
      : {
          'content-type': random.pick([
            'text/plain',
            'multipart/form-data',
            'application/json; charset=utf-16',
            hostileText(random),
          ]),
        }
    return {
      method: 'POST',
      path: `/trpc/${procedure.name}${random.chance(0.05) ? `?input=${encoded(hostileText(random), random)}` : ''}`,
      headers,
      body: random.chance(0.004) ? 'x'.repeat(1_500_000) : inputOf(procedure, world, random),
    }
  },
  batch: (world, random) => {
    const isQuery = random.chance(0.6)
    const procedures = Array.from(
      {
        length: random.weighted([
          [2, 5],
          [10, 5],
          [11, 1],
          [200, 1],
        ]),
      },
      () => random.pick(world.procedures.filter(({ type }) => (type === 'query') === isQuery)),
    )
    const inputs = `{${procedures.map((procedure, index) => `"${index}":${inputOf(procedure, world, random) || 'null'}`).join(',')}}`
    const path = `/trpc/${procedures.map(({ name }) => name).join(',')}?batch=1`
    return isQuery
      ? { method: 'GET', path: `${path}&input=${encoded(inputs, random)}`, headers: {} }
      : { method: 'POST', path, headers: JSON_TYPE, body: inputs }
  },
  page: (world, random) => ({
    method: 'GET',
    path: pageOf(world, random) + queryOf(world, random),
    headers: { accept: 'text/html' },
  }),
  data: (world, random) => ({
    method: 'GET',
    path: `${pageOf(world, random).replace(/^\/$/, '/_root')}.data${queryOf(world, random)}`,
    headers: {},
  }),
  form: (world, random) => {
    const fields = Array.from(
      {
        length: random.weighted([
          [3, 6],
          [8, 4],
          [500, 1],
        ]),
      },
      () =>
        [
          random.chance(0.8)
            ? random.pick([
                'email',
                'password',
                'form',
                'from',
                'intent',
                'name',
                'subject',
                'description',
                'category',
                'redirectTo',
                'token',
                'code',
                'productId',
                'consent',
                'source',
                'remember',
              ])
            : hostileText(random),
          random.chance(0.4)
            ? hostileText(random)
            : random.pick([...world.emails, ...world.words, ...world.ids, 'sign-in', 'social', 'page']),
        ] as const,
    )
    const [type, body] = random.pick(FORMS)(fields)
    const path = pageOf(world, random)
    return {
      method: random.pick(['POST', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH']),
      path: random.chance(0.5) ? `${path.replace(/^\/$/, '/_root')}.data` : path,
      headers: { 'content-type': type },
      body,
    }
  },
  endpoint: (world, random) => {
    const id = random.chance(0.5) ? random.pick(world.ids) : safely(hostileText(random)).slice(0, 20_000)
    const picture = random.chance(0.6) ? random.pick(world.pictures) : safely(hostileText(random)).slice(0, 200)
    return random.weighted<() => Asked>([
      [() => ({ method: 'GET', path: `/go/${id}${queryOf(world, random)}`, headers: {} }), 4],
      [() => ({ method: 'GET', path: `/seen/${id}`, headers: {} }), 4],
      [() => ({ method: 'GET', path: `/searched/${id}`, headers: {} }), 2],
      [
        () => ({
          method: 'POST',
          path: '/searched',
          headers: {},
          body: random.chance(0.5)
            ? (JSON.stringify(hostileValue(random)) ?? '')
            : hostileText(random).slice(0, 10_000),
        }),
        2,
      ],
      [
        () => ({
          method: 'GET',
          path: `/img/${picture}/${random.pick(['320', '640', '321', '-1', '99999', 'x'])}.${random.pick(['webp', 'avif', 'jpg', 'png', ''])}`,
          headers: {},
        }),
        3,
      ],
      [
        () => ({
          method: 'GET',
          path: random.pick([
            '/healthz',
            '/robots.txt',
            '/sw.js',
            '/sitemap.xml',
            '/sitemap-pages.xml',
            '/sitemap-product-1.xml',
            '/sitemap-product-9999.xml',
            '/manifest.webmanifest',
            '/favicon.svg',
            '/.well-known/security.txt',
            '/trpc',
            '/trpc/',
            '/assets/',
            '/assets/../../package.json',
          ]),
          headers: {},
        }),
        3,
      ],
      [
        () => ({
          method: 'GET',
          path: `/__manifest?${Array.from({ length: random.pick([1, 5, 300]) }, () => `p=${safely(hostileText(random)).slice(0, 300)}`).join('&')}&version=1`,
          headers: {},
        }),
        1,
      ],
      [() => ({ method: 'GET', path: random.pick(ODD_PATHS), headers: {} }), 3],
    ])()
  },
}

const ODD_PATHS = [
  '//',
  '///evil.example',
  '/\\evil.example',
  '/%2f%2fevil.example',
  '/%ff',
  '/%00',
  '/%',
  '/%E0%A4%A',
  '/trpc/%ff',
  '/trpc/%00',
  '/trpc/..%2f..',
  '/%c0%ae%c0%ae/',
  '/./../..',
  '/;/',
  '/?',
  '/?%',
  '/#x',
  '/%0d%0aSet-Cookie:x',
  `/${'a'.repeat(60_000)}`,
  `/${'a/'.repeat(5_000)}`,
  `/${'%41'.repeat(10_000)}`,
  '/.data',
  '/_root.data.data',
  '/index.html',
  '/.env',
  '/admin/..;/',
  '*',
  'http://evil.example/',
]

function pageOf(world: World, random: Random): string {
  const path = random
    .pick(world.pages)
    .replace(/:\w+\??|\*/g, () =>
      random.chance(0.6) ? random.pick(world.ids) : safely(hostileText(random)).slice(0, 5_000),
    )
  return random.chance(0.05) ? path + random.pick(['/', '//', '/..', '%2f', '.data', ';x', '\\']) : path
}

/** Generates parameters, mostly ones that pages read. */
function queryOf(world: World, random: Random): string {
  if (random.chance(0.2)) return ''
  const value = () => {
    if (random.chance(0.3)) return hostileText(random).slice(0, 3_000)
    const words = Array.from(
      {
        length: random.weighted([
          [1, 6],
          [4, 3],
          [110, 1],
        ]),
      },
      () => random.pick([...world.words, String(random.below(300))]),
    )
    return words.join(random.pick([',', ' ']))
  }
  const pairs = Array.from(
    {
      length: random.weighted([
        [1, 4],
        [4, 3],
        [10, 2],
        [60, 1],
      ]),
    },
    () => [random.chance(0.9) ? random.pick(PAGE_PARAMETERS) : hostileText(random).slice(0, 200), value()] as const,
  )
  if (random.chance(0.2)) pairs.push(['_routes', random.sample(world.routeIds, random.pick([1, 3, 60])).join(',')])
  return `?${pairs.map(([name, text]) => `${safely(name)}=${random.chance(0.02) ? '%E0%A4%A' : safely(text)}`).join('&')}`.slice(
    0,
    90_000,
  )
}

const MULTIPART = 'multipart/form-data; boundary=x'
const FORMS: Array<(fields: ReadonlyArray<readonly [string, string]>) => [string, string]> = [
  (fields) => [
    'application/x-www-form-urlencoded',
    fields
      .map(([name, value]) => `${safely(name)}=${safely(value)}`)
      .join('&')
      .slice(0, 900_000),
  ],
  (fields) => [
    'application/x-www-form-urlencoded',
    fields
      .map(([name, value]) => `${name}=${value}%`)
      .join('&')
      .slice(0, 100_000),
  ],
  () => ['Application/X-WWW-FORM-URLENCODED', 'a&'.repeat(100_000)],
  (fields) => [
    MULTIPART,
    `${fields.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${clean(name)}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`.slice(
      0,
      900_000,
    ),
  ],
  (fields) => [
    MULTIPART,
    `--x\r\nContent-Disposition: form-data; name="file"; filename="${clean(fields[0]?.[1] ?? '')}"\r\nContent-Type: image/png\r\n\r\n${fields[0]?.[1] ?? ''}\r\n`.slice(
      0,
      100_000,
    ),
  ],
  () => [MULTIPART, '--y'.repeat(3_000)],
  (fields) => ['application/json', JSON.stringify(Object.fromEntries(fields)).slice(0, 900_000)],
  (fields) => ['text/plain', fields.join('\n').slice(0, 100_000)],
  () => ['', ''],
]

const oddCookie = (random: Random): string =>
  random.pick([
    'a=b',
    '=',
    ';;;;',
    `wtf_session=${'a'.repeat(40)}`,
    `wtf_session=${'a%ff'.repeat(7_000)}`,
    `wtf_notice=x; ${'a=%ff;'.repeat(5_000)}`,
    `wtf_session=${hostileText(random).slice(0, 2_000)}`,
    `wtf_notice=${safely(hostileText(random)).slice(0, 3_000)}`,
    'wtf_notice=%E0%A4%A',
    'wtf_bypass=1764000000000.x',
    'wtf_vid=AAAAAAAAAAAAAAAAAAAAAA',
    'wtf_oauth=x.y.z',
    Array.from({ length: 400 }, (_, index) => `c${index}=${index}`).join('; '),
    '__proto__=1',
  ])

const oddHeader = (random: Random): Record<string, string> =>
  random.pick<Record<string, string>>([
    { range: 'bytes=0-,0-,0-' },
    { range: `bytes=${'0-1,'.repeat(2_000)}` },
    { 'if-none-match': '*' },
    { 'if-none-match': hostileText(random) },
    { 'if-modified-since': 'yesterday' },
    { 'accept-encoding': 'br;q=0, *;q=0' },
    { 'accept-encoding': 'gzip,'.repeat(3_000) },
    { 'accept-encoding': ','.repeat(31_000) },
    { 'x-long': 'a'.repeat(90_000) },
    { 'accept-language': 'en-GB,'.repeat(3_000) },
    { 'accept-language': hostileText(random) },
    { accept: hostileText(random) },
    { referer: hostileText(random) },
    { 'user-agent': hostileText(random) },
    { 'x-forwarded-for': Array.from({ length: 500 }, () => '10.0.0.1').join(',') },
    { 'x-forwarded-host': 'evil.example' },
    { 'save-data': 'on' },
    { ect: '2g' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-purpose': 'prefetch' },
    { 'x-http-method-override': 'DELETE' },
    { upgrade: 'websocket', connection: 'upgrade' },
    { upgrade: 'h2c', connection: 'Upgrade, HTTP2-Settings' },
    { host: 'evil.example' },
    { host: '[::1' },
    { host: '' },
    { origin: 'null' },
    { te: 'trailers' },
    { authorization: 'Basic AAAA' },
    { 'trpc-batch-mode': 'stream' },
    { 'trpc-accept': 'application/jsonl' },
    { 'content-encoding': 'gzip' },
  ])

const chunk = (body: string | Buffer) =>
  Buffer.concat([Buffer.from(`${Buffer.byteLength(body).toString(16)}\r\n`), Buffer.from(body), Buffer.from('\r\n')])

/** Generates invalid, almost valid or incomplete HTTP. */
function malformed(asked: Asked, headers: Record<string, string>, random: Random): Buffer {
  const body = Buffer.from(asked.body ?? 'a=b')
  const post = { ...asked, method: 'POST' }
  const chunked: Record<string, string> = { ...headers, 'transfer-encoding': 'chunked' }
  delete chunked['content-length']
  const request = wire(asked, headers)
  return random.pick<() => Buffer>([
    () => request.subarray(0, random.below(request.length)),
    () =>
      Buffer.concat([
        request.subarray(0, random.below(request.length)),
        Buffer.from(hostileText(random).slice(0, 500)),
        request,
      ]),
    () => wire({ ...post, body }, { ...headers, 'content-length': String(body.length + 10) }),
    () =>
      wire(
        { ...post, body },
        { ...headers, 'content-length': random.pick(['-1', '1e3', '0x10', '99999999999999999999', '3, 4', 'x']) },
      ),
    () => wire({ ...post, body }, { ...headers, 'content-length': String(Math.max(0, body.length - 1)) }),
    () =>
      wire({ ...post, body }, { ...headers, 'content-length': String(body.length), 'transfer-encoding': 'chunked' }),
    () => wire({ ...post, body: Buffer.concat([chunk(body), Buffer.from('0\r\n\r\n')]) }, chunked),
    () =>
      wire(
        { ...post, body: Buffer.concat([chunk(body), Buffer.from('0\r\n\r\n')]) },
        { ...chunked, expect: '100-continue' },
      ),
    () => wire({ ...post, body: chunk(body) }, chunked),
    () => wire({ ...post, body: 'zz\r\n' }, chunked),
    () => wire({ ...post, body: `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n` }, chunked),
    () =>
      wire(
        { ...post, body: '0\r\n\r\n' },
        { ...chunked, 'transfer-encoding': random.pick(['chunked, chunked', 'gzip, chunked', 'identity', 'xchunked']) },
      ),
    () =>
      wire(
        { ...post, body },
        { ...headers, 'content-length': String(body.length), expect: random.pick(['100-continue', '200-ok']) },
      ),
    () => wire({ ...asked, method: random.pick(['get', 'GE T', 'CONNECT', 'PRI', '', 'Ä']) }, headers),
    () => wire(asked, headers, '\n'),
    () =>
      wire(asked, {
        ...headers,
        'x-long': 'a'.repeat(29_000),
        'x-long-2': 'b'.repeat(29_000),
        'x-long-3': 'c'.repeat(29_000),
        'x-long-4': 'd'.repeat(29_000),
        'x-long-5': 'e'.repeat(29_000),
      }),
    () =>
      wire(asked, {
        ...headers,
        ...Object.fromEntries(Array.from({ length: 3_000 }, (__, index) => [`x-${index}`, 'y'])),
      }),
    () =>
      Buffer.from(
        request
          .toString('latin1')
          .replace('HTTP/1.1', random.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTQ/1.1', ''])),
        'latin1',
      ),
    () => Buffer.concat([request, request, request]),
    () => Buffer.from(Array.from({ length: random.between(1, 500) }, () => random.below(256))),
    () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  ])()
}
