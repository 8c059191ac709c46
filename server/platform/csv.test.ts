import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

const cellsOf = (csv: string) => parse(csv, { record_delimiter: '\r\n' }) as string[][]
/** Before what a spreadsheet would compute. */
const MARK = /^'(?=[\s=+\-@＝＋－＠])/

test('is read as it was written', () => {
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
  'computes nothing of %j',
  (text) => expect(cellsOf(toCsv(['a'], [[text]]))[1]).toEqual([`'${text}`]),
)
test('leaves numbers numbers, quotes what needs it', () =>
  expect(toCsv(['a', 'b'], [[-5, 'x, "y"\nz']])).toBe('a,b\r\n-5,"x, ""y""\nz"\r\n'))
