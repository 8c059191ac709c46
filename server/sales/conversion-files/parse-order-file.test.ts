import fs from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_ORDER_FILE_BYTES } from '#server/platform/file-size.schema.ts'
import { longestTurn } from '#tests/setup/longest-turn.ts'
import { parseOrderFile } from './parse-order-file.ts'
import { parseOrders, type FileOrder } from './parse-orders.ts'

const MAY_TAKE_MS = 120_000
const MAX_BLOCK_MS = 250
const HEAD = 'order_id,ordered_at,currency,title,quantity,price\n'
const ROW = '1,2026-11-20T12:00:00Z,USD,Coat,1,5\n'
const filled = (line: string) => HEAD + line.repeat(Math.floor((MAX_ORDER_FILE_BYTES - HEAD.length - 1) / line.length))

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
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_ORDER_FILE_BYTES)
  expect(await longestTurn(() => parseOrderFile('store', text))).toBeLessThan(MAX_BLOCK_MS)
})

test('parses a file in another process, with the same result', { timeout: MAY_TAKE_MS }, async () => {
  const pids: number[] = []
  const onStart = (pid: number) => void pids.push(pid)
  const { orders, problems } = await parseOrderFile('store', `${HEAD}${ROW},x`, { onStart })
  expect(pids).not.toContain(process.pid)
  expect(pids).toHaveLength(1)
  const expected = await parseOrders(`${HEAD}${ROW},x`)
  expect([JSON.parse(orders), JSON.parse(problems)]).toEqual([expected.orders, expected.problems])
})

test('explains what is wrong with a file', { timeout: MAY_TAKE_MS }, async () => {
  await expect(parseOrderFile('store', 'a,b\n1,2')).rejects.toMatchObject({ code: 'bad_input', message: /first row/ })
  await expect(
    parseOrderFile('store', filled(ROW), { heap: ['--max-old-space-size=24', '--max-semi-space-size=1'] }),
  ).rejects.toMatchObject({ code: 'bad_input', message: /too much memory/ })
  await expect(parseOrderFile('store', filled('"\n'), { mayTakeMs: 1 })).rejects.toMatchObject({ code: 'unavailable' })
})

test.each([
  ['a long title', `1,2026-11-20T12:00:00Z,USD,${'x'.repeat(501)},1,5`, /^title: Use at most 500 characters/],
  ['a huge cell', `1,2026-11-20T12:00:00Z,USD,${'x'.repeat(3_000)},1,5`, /more than 2,000 characters/],
  ['a quantity in words', '1,2026-11-20T12:00:00Z,USD,Coat,two,5', /^quantity: Use a whole number/],
  ['a quantity that is too large', '1,2026-11-20T12:00:00Z,USD,Coat,99999999,5', /^quantity: This is more than/],
  ['an empty title', '1,2026-11-20T12:00:00Z,USD,,1,5', /^title: /],
])('explains what is wrong with %s', async (_, row, message) => {
  const { problems } = await parseOrders(HEAD + row)
  expect(problems).toEqual([{ line: 2, reason: expect.stringMatching(message) as string }])
  expect(problems[0]?.reason).not.toMatch(/expected|Invalid|Too (big|small)/)
})

describe('an order file from a store', () => {
  const read = async (name: string) => {
    const text = await fs.readFile(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
    const { orders, problems } = await parseOrders(text)
    const worth = ({ event }: FileOrder) =>
      event.lines.reduce((sum, { price, quantity, discount }) => sum + Number(price) * quantity - Number(discount), 0)
    return { orders: Object.fromEntries(orders.map((order) => [order.event.order_id, worth(order)])), problems }
  }

  test('gets an error on the line of an ID that a spreadsheet has shortened', async () => {
    const { orders, problems } = await read('18a-orders-short-ids.csv')
    expect(orders).toEqual({ '40127': 64, 'WEB-12E5': 18.5, '40128': 110 })
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 10, 11])
    expect(problems[0]?.reason).toBe(
      'order_id 7.40312E+12 was shortened by a spreadsheet. Format that column as text and export the file again.',
    )
    expect(problems[5]?.reason).toMatch(/40129 has two names: #3008 and #3009/)
  })

  test.each([
    ['line_id', '1,2026-11-20T12:00:00Z,USD,Coat,1,5,4.01E+11,', 'line_id 4.01E+11'],
    ['product_id', '1,2026-11-20T12:00:00Z,USD,Coat,1,5,,8E+12', 'product_id 8E+12'],
  ])('gets an error for a shortened %s, too', async (_, row, said) => {
    const { problems } = await parseOrders(`${HEAD.trim()},line_id,product_id\n${row}`)
    expect(problems).toMatchObject([{ line: 2, reason: expect.stringContaining(`${said} was shortened`) as string }])
  })

  test('gets an error that names its wrong separator', async () => {
    await expect(read('18b-orders-semicolons.csv')).rejects.toThrow(
      'The cells are separated by semicolons. Save the file with commas and upload it again.',
    )
    const refusal = (text: string) => parseOrders(text).then(String, (error: Error) => error.message)
    expect(await refusal(HEAD.replaceAll(',', '\t'))).toContain('separated by tabs')
    expect(await refusal(HEAD.replaceAll(',', '|'))).toContain('separated by vertical bars')
    expect(await refusal(`sep=;\n${HEAD.replaceAll(',', ';')}`)).toContain('separated by semicolons')
    expect(await refusal(HEAD.replaceAll(',', '";"'))).toContain('separated by semicolons')
    expect((await parseOrders(`sep=,\n${HEAD}${ROW}`)).orders).toHaveLength(1)
  })

  test('may contain whole numbers in any notation as quantities', async () => {
    const { orders, problems } = await read('18c-orders-quantity.csv')
    expect(orders).toEqual({ '9201': 58, '9202': 63 })
    expect(problems.map(({ line }) => line)).toEqual([4, 5, 6, 7])
    for (const { reason } of problems) expect(reason).toMatch(/^quantity: Use a whole number, such as 2\./)
  })

  test('gets an error without API terms for an invalid amount', async () => {
    const { problems } = await parseOrders(`${HEAD}1,2026-11-20T12:00:00Z,USD,Coat,1,"58,00"`)
    expect(problems[0]?.reason).toMatch(/^price: Enter an amount like 49\.90, with a decimal point/)
  })
})
