import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paths } from './paths.ts'

const text = fc.string({
  unit: fc.constantFrom('a', '/', '?', '#', '%', ' ', '\\', 'ß', '\u202e', '\ufffd', '👗'),
  minLength: 1,
})
/** Builders that do not take free text. */
const TAKE_OURS = new Set(['settings', 'inMySize', 'image'])
const builders = Object.entries(paths as Record<string, unknown>).flatMap(([name, build]) =>
  typeof build === 'function' && !TAKE_OURS.has(name) ? [[name, build as (...parts: string[]) => string] as const] : [],
)

test.each(builders)('%s fits in a Location header for any input', (_, build) => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      expect(build(first, second)).toMatch(/^[\x21-\x7e]*$/)
    }),
  )
})
