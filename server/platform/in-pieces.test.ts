import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'

test('joins short texts into chunks, and yields to the event loop between them', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const pieces: string[] = []
  for await (const piece of inPieces(Array.from({ length: 1_000 }, () => 'x'.repeat(1_000)))) pieces.push(piece)
  isOver = true
  expect(pieces.join('')).toBe('x'.repeat(1_000_000))
  expect(pieces.length).toBeGreaterThan(10)
  expect(pieces.every(({ length }) => length < 70_000)).toBe(true)
  expect(turns).toBeGreaterThanOrEqual(pieces.length - 1)
})
