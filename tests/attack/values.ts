import type { Random } from '#demo/catalogue/random.ts'

/** The parts of zod's JSON schema that are used to generate values. */
export interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  format?: string
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** Existing texts of the shop, by the kind of field that takes them. */
export interface KnownTexts {
  ids: string[]
  emails: string[]
  words: string[]
}

const nested = (depth: number, open: string, close: string): unknown =>
  JSON.parse(open.repeat(depth) + '1' + close.repeat(depth))
const long = (random: Random) =>
  random.weighted([
    [300, 6],
    [5_000, 4],
    [60_000, 1],
  ])

/** Texts that may cause errors in later code. */
const TEXTS: Array<(random: Random) => string> = [
  () => '',
  () => ' ',
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => '\udfff\ud800',
  () => '\u202e\u200b\ufeff',
  () => 'İ'.repeat(50),
  () => '👩‍👩‍👧‍👦'.repeat(200),
  (random) => 'a'.repeat(long(random)),
  (random) => 'ß'.repeat(long(random)),
  (random) => 'a,'.repeat(long(random)),
  (random) => ' '.repeat(long(random)),
  (random) => '%'.repeat(long(random)),
  () => '9'.repeat(400),
  () => '-0',
  () => '1e309',
  () => 'NaN',
  () => 'Infinity',
  () => 'null',
  () => 'undefined',
  () => 'true',
  () => '[object Object]',
  () => "' OR 1=1 --",
  () => "'; SELECT pg_sleep(10); --",
  () => '\\',
  () => '%_%',
  () => '$1',
  () => '${7*7}',
  () => '{{7*7}}',
  () => '<script>alert(1)</script>',
  () => ']]>',
  () => '../../../../etc/passwd',
  () => '..%2f..%2fetc%2fpasswd',
  () => '//evil.example',
  () => 'javascript:alert(1)',
  () => 'http://169.254.169.254/',
  () => 'file:///etc/passwd',
  () => '\r\nSet-Cookie: a=b',
  () => 'x\n{"level":50}',
  () => '=cmd|/C calc',
  () => '(a+)+$',
  () => `${'a'.repeat(40)}!`,
  () => 'a@b.c'.repeat(60),
  () => '__proto__',
  () => 'constructor',
  () => 'toString',
  () => '2026-02-30T25:61:61Z',
  () => '+275760-09-13T00:00:00.001Z',
  () => '00000000-0000-0000-0000-000000000000',
  () => 'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

const OTHERS: Array<(random: Random) => unknown> = [
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -1,
  () => 0.1,
  () => 2 ** 31,
  () => -(2 ** 53),
  () => 1e308,
  () => [],
  () => ({}),
  () => [[]],
  () => [null],
  () => ({ length: 500_000_000 }),
  () => ({ length: -1 }),
  () => ({ toString: 1 }),
  () => ({ toJSON: 1 }),
  () => ({ then: 1 }),
  () => ({ valueOf: null, constructor: { prototype: {} } }),
  () => JSON.parse('{"__proto__":{"isAdmin":true,"role":"admin"}}') as unknown,
  () => ({ set: 'x' }),
  () => ({ not: null }),
  () => ({ contains: 'a' }),
  () => ({ $ne: 1 }),
  (random) =>
    Array.from(
      {
        length: random.weighted([
          [50, 4],
          [2_000, 2],
          [20_000, 1],
        ]),
      },
      (_, index) => index,
    ),
  (random) =>
    Array.from(
      {
        length: random.weighted([
          [50, 4],
          [1_000, 1],
        ]),
      },
      (_, index) => `word${index}`,
    ),
  (random) =>
    Object.fromEntries(
      Array.from(
        {
          length: random.weighted([
            [50, 4],
            [2_000, 1],
          ]),
        },
        (_, index) => [`key${index}`, index],
      ),
    ),
  (random) =>
    nested(
      random.weighted([
        [20, 4],
        [400, 2],
        [3_000, 1],
      ]),
      '[',
      ']',
    ),
  (random) =>
    nested(
      random.weighted([
        [20, 4],
        [400, 2],
        [3_000, 1],
      ]),
      '{"a":',
      '}',
    ),
]

export const hostileText = (random: Random): string => random.pick(TEXTS)(random)
export const hostileValue = (random: Random): unknown =>
  random.chance(0.5) ? hostileText(random) : random.pick(OTHERS)(random)

/** Returns a value that roughly matches a schema: refinements are unknown. */
export function plausible(schema: JsonSchema, random: Random, known: KnownTexts, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf?.length) return plausible(random.pick(schema.anyOf), random, known, name)
  switch (schema.type) {
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
    case 'number':
      return random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 1_000))
    case 'array':
      return Array.from(
        {
          length: random.weighted([
            [1, 3],
            [3, 3],
            [100, 1],
          ]),
        },
        () => plausible(schema.items ?? {}, random, known, name),
      )
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).filter(
        ([field]) => schema.required?.includes(field) || random.chance(0.6),
      )
      return Object.fromEntries(fields.map(([field, inner]) => [field, plausible(inner, random, known, field)]))
    }
    case undefined:
      return hostileValue(random)
    default:
      return plausibleText(schema, random, known, name)
  }
}

function plausibleText(
  { format, maxLength = 60 }: JsonSchema,
  random: Random,
  { ids, emails, words }: KnownTexts,
  name: string,
): string {
  if (format === 'uuid' || /id$/i.test(name)) return random.pick(ids)
  if (/email/i.test(name)) return random.pick(emails)
  if (/password/i.test(name)) return random.pick(['Velvet-Hanger-26', 'Nine-purple-hats-7', 'password1A'])
  if (/url/i.test(name)) return random.pick(['https://brand.example', 'http://127.0.0.1/', 'brand.example'])
  return Array.from({ length: random.between(1, 6) }, () => random.pick(words))
    .join(' ')
    .slice(0, maxLength)
}

/** Returns the value with one to three fields, or all of it, replaced by hostile values. */
export function spoilt(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || random.chance(0.1))
    return hostileValue(random)
  const fields = Object.keys(value)
  const spoiltOnes = random.sample(fields, random.between(1, 3)).map((field) => [field, hostileValue(random)])
  return {
    ...value,
    ...(Object.fromEntries(spoiltOnes) as object),
    ...(random.chance(0.1) ? { [hostileText(random)]: hostileValue(random) } : {}),
  }
}

const TYPES: unknown[] = [
  'Date',
  'undefined',
  'bigint',
  'set',
  'map',
  'Error',
  'regexp',
  'number',
  'URL',
  'nope',
  ['typed-array', 'Uint8Array'],
  ['typed-array', 'Float64Array'],
  ['symbol', 'x'],
  ['class', 'Object'],
  ['custom', 'Decimal'],
  ['map', [['a', ['set']]]],
  {},
  null,
  1,
]

/** Returns superjson's type annotations for a value. */
export function annotations(value: unknown, random: Random): unknown {
  const fields = typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 20) : []
  const type = () => [random.pick(TYPES), ...(random.chance(0.1) ? [{ a: ['set'] }] : [])]
  const tree = Object.fromEntries(
    [
      ...random.sample(fields, 3),
      ...(random.chance(0.3) ? [hostileText(random)] : []),
      ...(random.chance(0.2) ? ['__proto__.x', 'constructor.prototype.x', 'a.b.c'] : []),
    ].map((field) => [field, type()]),
  )
  return {
    ...(random.chance(0.9) && {
      values: random.chance(0.2) ? type() : random.chance(0.1) ? hostileValue(random) : tree,
    }),
    ...(random.chance(0.2) && {
      referentialEqualities: random.chance(0.5)
        ? { a: ['b', 'c'] }
        : [Object.fromEntries(fields.map((field) => [field, fields]))],
    }),
    ...(random.chance(0.1) && { [hostileText(random)]: hostileValue(random) }),
  }
}
