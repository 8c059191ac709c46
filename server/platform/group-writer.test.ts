import { describe, expect, test } from 'vitest'
import { GroupWriter } from './group-writer.ts'

/** Creates a writer that doubles numbers, and records its groups. */
function doubling(options: { maxGroup?: number; fails?: (items: number[]) => boolean } = {}) {
  const groups: number[][] = []
  const writer = new GroupWriter<number, number>(async (items) => {
    groups.push(items)
    await Promise.resolve()
    if (options.fails?.(items)) throw new Error('no commit')
    return items.map((item) => item * 2)
  }, options.maxGroup)
  return { writer, groups }
}

describe('GroupWriter', () => {
  test("returns each item's own result, and passes simultaneous items on as one ordered group", async () => {
    const { writer, groups } = doubling()
    const items = Array.from({ length: 50 }, (_, index) => index)
    expect(await Promise.all(items.map((item) => writer.submit(item)))).toEqual(items.map((item) => item * 2))
    expect(groups).toEqual([items])
  })
  test('never exceeds the group size, and writes one group at a time', async () => {
    let running = 0
    const sizes: number[] = []
    const writer = new GroupWriter<number, number>(async (items) => {
      expect(++running).toBe(1)
      sizes.push(items.length)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      return items
    }, 3)
    await Promise.all(Array.from({ length: 8 }, (_, index) => writer.submit(index)))
    expect(sizes).toEqual([3, 3, 2])
  })
  test('never exceeds the byte limit of a group, except with a single item', async () => {
    const groups: number[][] = []
    const write = (items: number[]) => Promise.resolve((groups.push(items), items))
    const writer = new GroupWriter(write, 10, { most: 10, of: (item) => item })
    await Promise.all([4, 6, 1, 30, 2, 2].map((item) => writer.submit(item)))
    expect(groups).toEqual([[4, 6], [1], [30], [2, 2]])
  })
  test('passes a failure to every submitter of its group only, and continues', async () => {
    const { writer } = doubling({ maxGroup: 2, fails: (items) => items.includes(3) })
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => writer.submit(item)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'])
    await expect(writer.submit(6)).resolves.toBe(12)
  })
  test('flushes everything submitted so far, even while a group is being written', async () => {
    let answered = 0
    const writer: GroupWriter<string, string> = new GroupWriter(async (items) => {
      if (items.includes('first')) void writer.submit('second').then(() => answered++)
      return items
    })
    void writer.submit('first').then(() => answered++)
    await writer.flush()
    expect(answered).toBe(2)
    await writer.flush()
  })
})
