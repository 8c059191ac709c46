import { expect, test } from 'vitest'
import { readRecords, type CsvRecord } from './csv-records.ts'

const COUNT = 480
const LONG = `"${'y""'.repeat(1300)}"`
/** Every second row is broken and swallows the next one. */
const BROKEN = `Name\n${`${LONG}\n"x\ny" z\n`.repeat(COUNT)}`
const WHOLE = `Name\n${`${LONG}\nx\ny z\n`.repeat(COUNT)}`

async function read(text: string): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  const bytes = Buffer.from(text)
  const source = async function* () {
    yield bytes
  }
  for await (const group of readRecords(source)) records.push(...group)
  return records
}

/** Measures the CPU time of this process, because other processes may be busy. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('takes about as long for broken rows as for valid ones', { timeout: 60_000 }, async () => {
  const lines = (await read(BROKEN)).filter(({ cells }) => !cells).map(({ line }) => line)
  expect(lines).toEqual(Array.from({ length: COUNT }, (_, index) => 3 + index * 3))
  await read(WHOLE)
  const whole = await costOf(() => read(WHOLE))
  expect(await costOf(() => read(BROKEN))).toBeLessThan(25 * whole)
})

test('does not block the event loop while a file is parsed', async () => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const records = await read(`Name\n${'x\n'.repeat(10_000)}`)
  isOver = true
  expect(records).toHaveLength(10_001)
  expect(turns).toBeGreaterThan(30)
})
