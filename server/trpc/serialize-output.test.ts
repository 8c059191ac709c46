import superjson from 'superjson'
import { expect, test } from 'vitest'
import { serializeOutput } from './serialize-output.ts'

const read = (value: unknown): unknown => superjson.parse(JSON.stringify(serializeOutput(value)))
const loop: Record<string, unknown> = {}
loop.self = loop

test.each([
  ['JSON', { id: 'a', price: 0, tags: ['b', ''], isSold: false, stock: null, inner: { list: [{ n: 1.5 }] } }],
  ['undefined', { rest: undefined, list: [1, undefined, { at: undefined }], inner: { none: undefined } }],
  ['undefined below a name with a dot', { 'a.b': { c: undefined, 'd\\': undefined } }],
  ['nothing', undefined],
  ['null', null],
  ['a text', 'text'],
  ['other types', { at: new Date(0), ids: new Map([[1, new Set([2n])]]), inner: { none: undefined } }],
  ['numbers that JSON does not have', [NaN, -Infinity, -0, 0]],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['a circle', loop],
])('the browser parses %s to the value that superjson would return', (_, value) => {
  expect(read(value)).toStrictEqual(superjson.parse(superjson.stringify(value)))
})

test('serializes JSON without copying it, with the same output as superjson', () => {
  const value = { list: [{ id: 'a', none: null }], total: 3 }
  expect(serializeOutput(value).json).toBe(value)
  expect(JSON.stringify(serializeOutput(value))).toBe(superjson.stringify(value))
})
