import { expect, test } from 'vitest'
import { newClickId } from './click-id.ts'

test('generates unique IDs that sort by time and use the whole alphabet', () => {
  const ids = Array.from({ length: 20_000 }, newClickId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^wc_[0-9A-HJKMNP-TV-Z]{26}$/)
  const times = ids.map((id) => id.slice(0, 13))
  expect(times).toEqual(times.toSorted())
  for (let place = 13; place < 29; place++) expect(new Set(ids.map((id) => id[place])).size).toBe(32)
})
