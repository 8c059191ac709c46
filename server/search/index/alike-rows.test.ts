import { expect, test } from 'vitest'
import { appearanceBytes } from '#server/media/appearance/appearance-bytes.shared.ts'
import { labOfHex } from '#server/media/lab.shared.ts'
import { AlikeRows } from './alike-rows.ts'
import { GrowingBytes } from './growing.ts'

const picture = (hex: string) =>
  appearanceBytes({
    palette: [{ ...(labOfHex(hex) as NonNullable<ReturnType<typeof labOfHex>>), share: 1 }],
    pattern: 'plain',
    shape: null,
    rings: [],
  })

test('a repeated appearance search includes products added since the first one', () => {
  const appearances = new GrowingBytes()
  const alike = new AlikeRows(appearances)
  const ask = (hex: string, ...asked: number[]) => {
    const rows = Uint32Array.from(asked)
    const kept = alike.keep(hex, rows, rows.length)
    return kept && [...rows.subarray(0, kept.count)].map((row) => [row, kept.away[row]])
  }
  appearances.push(picture('#1f2a44'))
  appearances.push(picture('#e8e2d5'))
  expect(ask('1f2a44', 0, 1)).toEqual([[0, 0]])
  const near = picture('#24304c')
  for (let more = 0; more < 5_000; more++) appearances.push(more === 4_999 ? near : new Uint8Array(0))
  const again = ask('1f2a44', 0, 1, 2, 5_001)
  expect(again).toEqual([
    [0, 0],
    [5_001, expect.any(Number)],
  ])
  expect(ask('1f2a44', 0, 1, 2, 5_001)).toEqual(again)
  expect(ask('e8e2d5', 0, 1)).toEqual([[1, 0]])
  expect(ask('nothing at all', 0, 1)).toBeNull()
})
