import fc from 'fast-check'
import superjson from 'superjson'
import { describe, expect, test } from 'vitest'
import { parsePlainInput } from './plain-input.ts'

const sent = (input: unknown): unknown => JSON.parse(JSON.stringify(superjson.serialize(input)))
const annotated = (json: unknown, values: unknown): unknown => ({ json, meta: { values, v: 1 } })

describe('an input from our own client', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'x'],
    ['dates and bigints', { at: new Date(0), list: [{ amount: 12n }, undefined], none: undefined }],
  ])('arrives unchanged: %s', (_, input) => expect(parsePlainInput(sent(input))).toEqual(input))
  test('arrives unchanged, for any content', () => {
    const value = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.boolean(),
        fc.constant(null),
        fc.constant(undefined),
        fc.date({ noInvalidDate: true }),
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.array(tie('tree')),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('tree')),
      ),
    })).tree
    fc.assert(
      fc.property(
        value.filter((input) => !JSON.stringify(superjson.serialize(input)).includes('"-0"')),
        (input) => void expect(parsePlainInput(sent(input))).toEqual(input),
      ),
      { numRuns: 300 },
    )
  })
})

describe('an input that is expensive to validate', () => {
  const deep = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
  test.each<[string, unknown]>([
    [
      'a typed array of any length',
      annotated({ productId: { length: 500_000_000 } }, { productId: [['typed-array', 'Uint8Array']] }),
    ],
    ['a set', annotated([[1]], ['set'])],
    ['a map', annotated([[1, 2]], ['map'])],
    ['a map with annotated parts', annotated([[1, 2]], ['map', { '0.0': ['Date'] }])],
    ['an error', annotated({ message: 'x' }, ['Error'])],
    ['a regular expression', annotated('/(a+)+$/', ['regexp'])],
    ['an address', annotated('https://wtf.example', ['URL'])],
    ['a number in words', annotated('1e400', ['number'])],
    ['a symbol', annotated('x', [['symbol', 'x']])],
    ['a class', annotated({}, [['class', 'X']])],
    ['a custom value', annotated({}, [['custom', 'X']])],
    ['a date of an object', annotated({ at: { length: 9 } }, { at: ['Date'] })],
    ['a date of a long text', annotated('9'.repeat(1_000), ['Date'])],
    ['a bigint of many digits', annotated('9'.repeat(100_000), ['bigint'])],
    ['a bigint that is none', annotated('0x10', ['bigint'])],
    ['undefined for something', annotated('x', ['undefined'])],
    ['shared references', { json: { a: {}, b: null }, meta: { referentialEqualities: { a: ['b'] }, v: 1 } }],
    ['the prototype', annotated({ a: null }, { '__proto__.x': ['undefined'] })],
    ['what is not there', annotated({ a: null }, { b: ['undefined'] })],
    ['what every object has', annotated({ a: null }, { constructor: ['undefined'] })],
    ['an escaped path', annotated({ 'a.b': null }, { 'a\\.b': ['undefined'] })],
    ['a long path', annotated({ a: null }, { ['a.'.repeat(1_000)]: ['undefined'] })],
    [
      'too many annotations',
      annotated(
        Array.from({ length: 1_001 }, () => null),
        Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [at, ['undefined']])),
      ),
    ],
    ['too deep a nesting', { json: deep(100_000) }],
    ['too deep annotations', annotated(null, deep(100_000))],
    ['too many values', { json: Array.from({ length: 60_000 }, () => 0) }],
    ['no envelope', 'x'],
    ['a list', []],
    ['null', null],
    ['another field', { json: 1, more: 1 }],
    ['meta of another shape', { json: 1, meta: [] }],
  ])('is rejected before it is deserialized: %s', (_, payload) =>
    expect(() => parsePlainInput(payload)).toThrow('We cannot read this input.'),
  )
})
