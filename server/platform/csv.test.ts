import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const cellsOf = (csv: string) => parse(csv, { record_delimiter: '\r\n' }) as string[][]
/** The apostrophe before text that a spreadsheet would evaluate. */
const MARK = /^'(?=[\s=+\-@＝＋－＠])/

test('writes cells that can be read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer()), { minLength: 1 }), (rows) => {
      const [, ...read] = cellsOf(toCsv(['Name', 'Count'], rows))
      expect(read.map(([text, count]) => [text?.replace(MARK, ''), Number(count)])).toEqual(
        rows.map(([text, count]) => [text.replace(MARK, ''), count]),
      )
    }),
  )
})
test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =cmd|x', '\r=1', '\n1', '＝1+1', ' －1'])(
  'neutralises the formula in %j',
  (text) => expect(cellsOf(toCsv(['a'], [[text]]))[1]).toEqual([`'${text}`]),
)
test.each(['a\nb', 'a\rb', 'a\r\nb'])(
  'quotes line breaks so that parsers with any record delimiter can read them: %j',
  (text) => {
    const csv = toCsv(['a', 'b'], [[text, 1]])
    expect(csv).toBe(`a,b\r\n"${text}",1\r\n`)
    for (const record_delimiter of ['\n', '\r', '\r\n'])
      expect((parse(csv, { record_delimiter, relax_column_count: true, trim: true }) as string[][])[1]?.[0]).toBe(text)
  },
)
test('leaves numbers unquoted, and quotes only where necessary', () =>
  expect(toCsv(['a', 'b'], [[-5, 'x, "y"\nz']])).toBe('a,b\r\n-5,"x, ""y""\nz"\r\n'))
