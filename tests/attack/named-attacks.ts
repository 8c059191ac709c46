import { MAX_BYTES } from './campaign.ts'
import type { Answer } from './send.ts'
import type { World } from './generate.ts'

/** One HTTP attack, and the check of its answer (docs/decisions/2026-11-22-attack-campaign.md). */
export interface NamedAttack {
  name: string
  send: (ask: Ask, world: World) => Promise<boolean>
}

interface AskOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** True if the bytes are invalid HTTP, which needs no answer. */
  isBroken?: boolean
}
export type Ask = (path: string, options?: AskOptions) => Promise<Answer>

const isRefused = ({ status }: Answer) => status >= 400 && status < 500
const isTurnedAway = ({ status }: Answer) => status === 429 || status === 503
const json = (input: unknown) => encodeURIComponent(JSON.stringify(input))
const bomb = (length: number) => ({
  json: { productId: { length } },
  meta: { values: { productId: [['typed-array', 'Uint8Array']] } },
})
const JSON_TYPE = { 'content-type': 'application/json' }
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const headerOf = ({ headers }: Answer, name: string) => new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(headers)?.[1]
const chunked = (...parts: string[]) =>
  `${parts.map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`
/** Hosts that nobody can prove to own, and the shop's own network. */
const HOSTS = [
  '127.0.0.1',
  '[::1]',
  '0x7f000001',
  'localhost',
  'metadata.google.internal',
  'com',
  'co.uk',
  'github.io',
  'myshopify.com',
  'a:b@brand.example',
  'brand.example:22',
  'xn--',
  '\u202ebrand.example',
  `${'a.'.repeat(200)}example`,
]
/** Characters that are removed from texts: private use, overrides, noncharacters, lone surrogates and controls. */
const HIDDEN = ['\ue000', '\uf8ff', '\u{10fffd}', '\u202e', '\u2066', '\ufdd0', '\ud83d', '\u0007', '\u200b', '\u00ad']
const LISTS = ['categories', 'brands', 'sizes', 'colours', 'materials', 'cuts', 'genders', 'tags']
const lists = (words: number) =>
  LISTS.map((name) => `${name}=${many(words, (index) => `${name}${index}`).join(',')}`).join('&')

export const NAMED_ATTACKS: NamedAttack[] = [
  ...['nameWebsite', 'claimHost', 'checkHost'].map((procedure) => ({
    name: `hosts: partner.${procedure} with hosts that nobody can prove`,
    send: async (ask: Ask, { cookies }: World) => {
      const answers = await Promise.all(
        HOSTS.map((host) =>
          ask(`/trpc/partner.${procedure}`, {
            method: 'POST',
            headers: { ...JSON_TYPE, cookie: cookies.partner ?? '' },
            body: JSON.stringify({ json: { host, websiteUrl: `https://${host}` } }),
          }),
        ),
      )
      return answers.every(({ status }) => status > 0 && status < 500)
    },
  })),
  {
    name: 'private-use texts: nothing hidden comes back',
    send: async (ask) => {
      const answers = await Promise.all(
        HIDDEN.map((hidden) =>
          ask('/trpc/waitlist.join', {
            method: 'POST',
            headers: JSON_TYPE,
            body: JSON.stringify({ json: { email: `no${hidden}body`, [`field${hidden}`]: hidden } }),
          }),
        ),
      )
      return answers.every((answer) => isRefused(answer) && !/\p{Co}|[\u202e\u2066\ufdd0]/u.test(answer.text))
    },
  },
  {
    name: '1: a typed array of 500,000,000',
    send: async (ask) => isRefused(await ask(`/trpc/catalogue.get?input=${json(bomb(500_000_000))}`)),
  },
  {
    name: '1: a batch of 200 smaller ones',
    send: async (ask) =>
      isRefused(
        await ask(
          `/trpc/${many(200, () => 'catalogue.get').join(',')}?batch=1&input=${json(Object.fromEntries(many(200, (index) => [index, bomb(1_000_000)])))}`,
        ),
      ),
  },
  {
    name: '1: a batch of ten',
    send: async (ask) =>
      (
        await ask(
          `/trpc/${many(10, () => 'catalogue.get').join(',')}?batch=1&input=${json(Object.fromEntries(many(10, (index) => [index, bomb(50_000_000)])))}`,
        )
      ).status < 500,
  },
  ...[
    ['map'],
    ['set'],
    ['Error'],
    ['regexp'],
    [['symbol', 'x']],
    [['class', 'Object']],
    [['custom', 'x']],
    ['URL'],
    [['map', [['a', ['set']]]]],
  ].map((annotation) => ({
    name: `1: the annotation ${JSON.stringify(annotation)}`,
    send: async (ask: Ask) =>
      isRefused(
        await ask(
          `/trpc/catalogue.get?input=${json({ json: { productId: 'x' }, meta: { values: { productId: annotation } } })}`,
        ),
      ),
  })),
  {
    name: '1: input that nests 100,000 deep',
    send: async (ask) =>
      isRefused(
        await ask('/trpc/waitlist.join', {
          method: 'POST',
          headers: JSON_TYPE,
          body: `{"json":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
        }),
      ),
  },
  {
    name: '1: a bigint of 900,000 digits',
    send: async (ask) =>
      isRefused(
        await ask('/trpc/waitlist.join', {
          method: 'POST',
          headers: JSON_TYPE,
          body: `{"json":{"email":"${'9'.repeat(900_000)}"},"meta":{"values":{"email":["bigint"]}}}`,
        }),
      ),
  },
  {
    name: '2: 33,500 wrong values',
    send: async (ask) => {
      const answer = await ask('/trpc/auth.finishOAuth', {
        method: 'POST',
        headers: JSON_TYPE,
        body: JSON.stringify({
          json: { params: Object.fromEntries(many(33_500, (index) => [index.toString(36), 1])) },
        }),
      })
      return isRefused(answer) && answer.bytes < 10_000
    },
  },
  {
    name: '2: seven lists of 110 words',
    send: async (ask) => {
      const { status, bytes } = await ask(`/discover?${lists(110)}`)
      return status < 500 && bytes < MAX_BYTES
    },
  },
  {
    name: '2: seven lists in an address of 14 kB',
    send: async (ask) => {
      const { status, bytes } = await ask(`/discover?${lists(190)}`)
      return status < 500 && bytes < MAX_BYTES
    },
  },
  {
    name: '2: seven lists, data only',
    send: async (ask) => {
      const { status, bytes } = await ask(`/discover.data?${lists(190)}`)
      return status < 500 && bytes < MAX_BYTES
    },
  },
  {
    name: '2: a sentence of 100 kB',
    send: async (ask) => {
      const { status, bytes } = await ask(`/discover?mode=intelligent&q=${'red%20wool%20'.repeat(8_300)}`)
      return status < 500 && bytes < MAX_BYTES
    },
  },
  ...['/login', '/trpc/waitlist.join', '/waitlist', '/settings', '/searched'].map((path) => ({
    name: `6: a chunked body to ${path}`,
    send: async (ask: Ask) =>
      (
        await ask(path, {
          method: 'POST',
          headers: {
            ...(path.startsWith('/trpc') ? JSON_TYPE : { 'content-type': 'application/x-www-form-urlencoded' }),
            'transfer-encoding': 'chunked',
          },
          body: chunked('a=b', '&c=d'),
        })
      ).status < 500,
  })),
  {
    name: '6: Expect: 100-continue',
    send: async (ask) =>
      (
        await ask('/login', {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            expect: '100-continue',
            'content-length': '3',
          },
          body: 'a=b',
        })
      ).status < 500,
  },
  {
    name: '6: a chunked body that ends in the middle',
    send: async (ask) =>
      (
        await ask('/login', {
          method: 'POST',
          headers: { 'transfer-encoding': 'chunked' },
          body: 'ff\r\na=b',
          isBroken: true,
        })
      ).status < 500,
  },
  {
    name: '6: 100,000 fields under a type in capitals',
    send: async (ask) =>
      isRefused(
        await ask('/login', {
          method: 'POST',
          headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded' },
          body: 'a&'.repeat(100_000),
        }),
      ),
  },
  ...['/seen', '/searched', '/img', '/go', '/assets', '/trpc', ''].map((folder) => ({
    name: `13: 24,000 broken escapes below ${folder}/`,
    send: async (ask: Ask) => isRefused(await ask(`${folder}/${'a%ff'.repeat(24_000)}`)),
  })),
  ...['wtf_session', 'wtf_vid', 'wtf_asker', 'wtf_notice'].map((cookie) => ({
    name: `14: the cookie ${cookie} of 7,000 broken escapes, ten times in a batch`,
    send: async (ask: Ask) =>
      (
        await ask(`/trpc/${many(10, () => 'auth.waitingSignUp').join(',')}?batch=1&input=${json({})}`, {
          headers: { cookie: `${cookie}=${'a%ff'.repeat(7_000)}` },
        })
      ).status < 500,
  })),
  {
    name: '14: 6,000 cookies beside a forged notice',
    send: async (ask) =>
      (await ask('/about', { headers: { cookie: `wtf_notice=forged; ${'a=%ff;'.repeat(5_000)}` } })).status < 500,
  },
  {
    name: '14: 120,000 commas in Accept-Encoding',
    send: async (ask) => isRefused(await ask('/about', { headers: { 'accept-encoding': ','.repeat(120_000) } })),
  },
  {
    name: '8: 400 pictures of sizes and names that there are not',
    send: async (ask, { pictures }) =>
      (
        await Promise.all(
          many(400, (index) =>
            ask(
              `/img/${index % 4 ? pictures[index % pictures.length] : index.toString(16).padStart(24, '0')}/${[160, 320, 480, 640, 960, 1200, 1600][index % 7]}.${['avif', 'webp', 'jpg'][index % 3]}`,
            ),
          ),
        )
      ).every(({ status }) => status < 500 || status === 503),
  },
  {
    name: '12: a line in the log',
    send: async (ask) =>
      (await ask(`/login?_data=x%0A${encodeURIComponent('{"level":50,"msg":"forged"}')}`)).status < 500,
  },
  ...['//', '//evil.example/', '/trpc/%ff', '/trpc/%00', '/%E0%A4%A', '/%5C%5B'].map((path) => ({
    name: `13: GET ${path}`,
    send: async (ask: Ask) => isRefused(await ask(path)),
  })),
  {
    name: '13: after a 413 the connection closes',
    send: async (ask) => {
      const answer = await ask('/login', { method: 'POST', headers: { 'content-length': '9000000' }, body: 'a' })
      return answer.status === 413 && headerOf(answer, 'connection') === 'close'
    },
  },
  ...['a=b', 'session=1', 'wtf_session=1', `wtf_session=${'a'.repeat(40)}`, 'wtf_bypass=1764000000000.x'].map(
    (cookie) => ({
      name: `14: the cookie ${cookie} buys no rendering`,
      send: async (ask: Ask) => {
        const [kept, odd] = [await ask('/about'), await ask('/about', { headers: { cookie } })]
        return kept.status === 200 && headerOf(odd, 'cache-control') === headerOf(kept, 'cache-control')
      },
    }),
  ),
  ...['export.csv', 'export.csv?format=shopify', 'list.csv'].map((file) => ({
    name: `15: ${file} of the widest products`,
    send: async (ask: Ask, { cookies: { partner = '' } }: World) => {
      const { status, bytes } = await ask(`/brand/dashboard/products/${file}`, { headers: { cookie: partner } })
      return status === 200 && bytes > 1_000
    },
  })),
  {
    name: '15: six exports at once',
    send: async (ask, { cookies: { partner = '' } }) => {
      const path = '/brand/dashboard/products/export.csv'
      const answers = await Promise.all(many(6, () => ask(path, { headers: { cookie: partner } })))
      return answers.every(
        (answer) => answer.status === 200 || (answer.status === 429 && headerOf(answer, 'retry-after')),
      )
    },
  },
  {
    name: "15: Google's feed of the widest store",
    send: async (ask, { wide }) => {
      const { status, bytes } = await ask(`/feeds/google-merchant.xml?partner=${wide.partnerId}`)
      return status === 200 && bytes > 1_000_000
    },
  },
  {
    name: '15: twenty feeds of the widest store at once',
    send: async (ask, { wide }) =>
      (await Promise.all(many(20, () => ask(`/feeds/google-merchant.xml?partner=${wide.partnerId}`)))).every(
        (answer) => answer.status === 200 || (isTurnedAway(answer) && headerOf(answer, 'retry-after') !== undefined),
      ),
  },
  ...['/feeds/google-merchant.xml', '/feeds/products.ndjson'].map((path) => ({
    name: `15: ${path} with the widest store in it`,
    send: async (ask: Ask) => {
      const answer = await ask(path)
      return answer.status === 200 || isTurnedAway(answer)
    },
  })),
  ...[
    { kind: 'price', by: { unit: 'percent', value: 1 }, showsOldPrice: true },
    { kind: 'stock', stock: 5 },
  ].map((change) => ({
    name: `15: a change of the ${change.kind} of all the widest products`,
    send: async (ask: Ask, { wide, cookies: { partner = '' } }: World) =>
      (
        await ask('/trpc/products.change', {
          method: 'POST',
          headers: { ...JSON_TYPE, cookie: partner },
          body: JSON.stringify({ json: { ids: wide.productIds.slice(0, 200), change } }),
        })
      ).status === 200,
  })),
  ...['/product/', '/brand/dashboard/products/', '/api/v1/products/'].map((folder) => ({
    name: `15: ${folder} of the widest product`,
    send: async (ask: Ask, { wide, cookies: { partner = '' } }: World) => {
      const headers: Record<string, string> = folder.startsWith('/brand') ? { cookie: partner } : {}
      const { status, bytes } = await ask(`${folder}${wide.productIds[0]}`, { headers })
      return status === 200 && bytes < MAX_BYTES
    },
  })),
  ...['/wishlist', '/brand/dashboard/promotions'].map((path) => ({
    name: `17: forms of ${path} that are called like a part of every object`,
    send: async (ask: Ask, { cookies: { partner = '' } }: World) => {
      const answers = await Promise.all(
        ['constructor', 'toString', '__proto__', 'hasOwnProperty'].map((form) =>
          ask(path, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: partner },
            body: `form=${form}`,
          }),
        ),
      )
      return answers.every(({ status }) => status < 500)
    },
  })),
]
