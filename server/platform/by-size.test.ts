import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bySize } from './by-size.ts'

const MAX_BATCH = { items: 5, rows: 100, bytes: 1_000 }

test('batches keep the order, and exceed a limit only if a single item does', () => {
  const item = fc.record({ rows: fc.nat(150), bytes: fc.nat(1_500) })
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const batches = [...bySize(items, (each) => each, MAX_BATCH)]
      expect(batches.flat()).toEqual(items)
      for (const batch of batches) {
        expect(batch.length).toBeGreaterThan(0)
        if (batch.length === 1) continue
        expect(batch.length).toBeLessThanOrEqual(MAX_BATCH.items)
        expect(batch.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(MAX_BATCH.rows)
        expect(batch.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_BATCH.bytes)
      }
    }),
  )
})
