import { expect, test } from 'vitest'
import { MOST_ORDER_FILE_BYTES } from '#server/platform/file-size.schema.ts'
import { longestTurn } from '#tests/setup/longest-turn.ts'
import { parseOrderFile } from './parse-order-file.ts'
import { readOrders } from './read-orders.ts'

const MAY_TAKE_MS = 120_000
const MOST_BLOCK_MS = 250
const HEAD = 'order_id,ordered_at,currency,title,quantity,price\n'
const ROW = '1,2026-11-20T12:00:00Z,USD,Coat,1,5\n'
const filled = (line: string) => HEAD + line.repeat(Math.floor((MOST_ORDER_FILE_BYTES - HEAD.length - 1) / line.length))

const HOSTILE: ReadonlyArray<[string, string]> = [
  ['one unclosed quote before 5 MB of rows', `${HEAD}1,"${filled(ROW).slice(HEAD.length + 3)}`],
  ['a quote in each row', filled('1,2026-11-20T12:00:00Z,USD,"Coat,1,5\n')],
  ['a quote alone in each row', filled('"\n')],
  ['millions of separators', HEAD + `${','.repeat(1_000_000)}\n`.repeat(5)],
  ['a header of separators', ','.repeat(3_900_000)],
  ['millions of empty lines', filled('\n')],
  ['one cell of 4 MB', `${HEAD}1,2026-11-20T12:00:00Z,USD,${'x'.repeat(4_000_000)},1,5`],
  ['quotes within a cell', `${HEAD}1,2026-11-20T12:00:00Z,USD,"${'""'.repeat(2_000_000)}",1,5`],
  ['control characters', filled(`${'\u0001'.repeat(1_000)}\n`)],
]

test.each(HOSTILE)('does not block the event loop with %s', { timeout: MAY_TAKE_MS }, async (_, text) => {
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_ORDER_FILE_BYTES)
  expect(await longestTurn(() => parseOrderFile('store', text))).toBeLessThan(MOST_BLOCK_MS)
})

test('parses a file in another process, with the same result', { timeout: MAY_TAKE_MS }, async () => {
  const pids: number[] = []
  const onStart = (pid: number) => void pids.push(pid)
  const { orders, problems } = await parseOrderFile('store', `${HEAD}${ROW},x`, { onStart })
  expect(pids).not.toContain(process.pid)
  expect(pids).toHaveLength(1)
  const expected = await readOrders(`${HEAD}${ROW},x`)
  expect([JSON.parse(orders), JSON.parse(problems)]).toEqual([expected.orders, expected.problems])
})

test('says in plain words what is wrong with a file', { timeout: MAY_TAKE_MS }, async () => {
  await expect(parseOrderFile('store', 'a,b\n1,2')).rejects.toMatchObject({ code: 'bad_input', message: /first row/ })
  await expect(
    parseOrderFile('store', filled(ROW), { heap: ['--max-old-space-size=24', '--max-semi-space-size=1'] }),
  ).rejects.toMatchObject({ code: 'bad_input', message: /more memory than we allow/ })
  await expect(parseOrderFile('store', filled('"\n'), { mayTakeMs: 1 })).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  ['a long title', `1,2026-11-20T12:00:00Z,USD,${'x'.repeat(501)},1,5`, /^title: Use at most 500 characters/],
  ['a huge cell', `1,2026-11-20T12:00:00Z,USD,${'x'.repeat(3_000)},1,5`, /more than 2,000 characters/],
  ['a quantity in words', '1,2026-11-20T12:00:00Z,USD,Coat,two,5', /^quantity: Write a whole number/],
  ['too many pieces', '1,2026-11-20T12:00:00Z,USD,Coat,99999999,5', /^quantity: This is more than/],
  ['an empty title', '1,2026-11-20T12:00:00Z,USD,,1,5', /^title: /],
])('says in plain words what is wrong with %s', async (_, row, message) => {
  const { problems } = await readOrders(HEAD + row)
  expect(problems).toEqual([{ line: 2, reason: expect.stringMatching(message) as string }])
  expect(problems[0]?.reason).not.toMatch(/expected|Invalid|Too (big|small)/)
})
