import fs from 'node:fs'
import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'
import { publicParagraphs } from './texts.schema.ts'

test('inputs are cleaned in one place: no schema lists invisible or reversing characters', () => {
  const listing = fs
    .globSync('server/**/*.schema.ts')
    .filter((file) => /\\u(?:200[b-f]|202[a-e]|206\d|feff|3164)/i.test(fs.readFileSync(file, 'utf8')))
  expect(listing).toEqual([])
})

test('a public text loses hidden characters, extra empty lines and stacked accents', () => {
  const read = (text: string) => publicParagraphs('Write more', 1, 100).parse(cleanText(text))
  expect(read('\u202ebad\u3164text\u{e0041}\r\n\r\n\r\nend')).toBe('bad text\n\nend')
  expect(read(`Z${'\u0301'.repeat(90)}`)).toHaveLength(5)
})
