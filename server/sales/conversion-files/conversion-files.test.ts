import { describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { log } from '#server/platform/log.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createClick, createPartnerAsk, createProduct, createViewer } from '#tests/factories.ts'
import { signal, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import {
  discardFile,
  getFile,
  MAX_A_DAY,
  MAX_KEPT_BYTES,
  addOrderFile,
  submitFile,
  takeFileBack,
} from './conversion-files.service.ts'
import { forgetFiles } from './forget-files.ts'
import { judgeFile, listFilesToJudge, recordApprovedFiles, retryFile } from './judge-file.service.ts'
import { parseOrders } from './parse-orders.ts'
import { SAMPLE_FILE } from './sample-file.values.ts'

const database = useTestDatabase()
const HEAD = 'order_id,ordered_at,currency,title,quantity,price'
const yesterday = new Date(Date.now() - DAY_MS).toISOString()
const rows = (...lines: string[]) => [HEAD, ...lines].join('\n')

async function seller() {
  const ask = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
  await database.db.partnerAgreement.create({
    data: {
      partnerId: ask.partner.id,
      planId: STANDARD,
      termsVersion: '2026-11-21',
      acceptedAt: new Date(Date.now() - 9 * DAY_MS),
    },
  })
  return ask
}
const administrator = async () => ({
  db: database.db,
  visit: createVisit(),
  viewer: await createViewer(database.db, { role: 'admin' }),
})
const read = (ask: Awaited<ReturnType<typeof seller>>, text: string) =>
  addOrderFile(ask, { fileName: 'orders.csv', text }).then(({ fileId }) => fileId)
const approve = async (fileId: string) => judgeFile(await administrator(), { fileId, verdict: 'approve', reason: '' })
const record = () => recordApprovedFiles(database.db, new Date())
const salesOf = (partnerId: string) =>
  database.db.conversion.findMany({ where: { partnerId }, orderBy: { externalId: 'asc' } })

describe('parseOrders', () => {
  test('groups rows of the same order as its lines', async () => {
    const { orders, problems } = await parseOrders(SAMPLE_FILE)
    expect(problems).toEqual([])
    expect(orders.map(({ line, event }) => [line, event.order_id, event.lines.length])).toEqual([
      [2, '5001', 2],
      [4, '5002', 1],
    ])
    expect(orders[0]?.event).toMatchObject({ tax: '17.28', shipping: '9.00', lines: [{ discount: '24.00' }, {}] })
  })

  test.each<[string, string, number, RegExp]>([
    ['a negative amount', `1,${yesterday},USD,Coat,1,-5`, 2, /^price: /],
    ['a quantity of zero', `1,${yesterday},USD,Coat,0,5`, 2, /^quantity: /],
    ['an unknown currency', `1,${yesterday},XQZ,Coat,1,5`, 2, /^currency: /],
    ['a date without a time', '1,2026-11-20,USD,Coat,1,5', 2, /^ordered_at: /],
    ['a first row without a time', `1,today,USD,A,1,5\n1,${yesterday},USD,B,1,5`, 2, /^ordered_at: /],
    ['no order_id', `,${yesterday},USD,Coat,1,5`, 2, /order_id is missing/],
    [
      'a second row in another currency',
      `1,${yesterday},USD,A,1,5\n1,${yesterday},EUR,B,1,5`,
      3,
      /^currency must be the same/,
    ],
    ['an unclosed quote', `1,${yesterday},USD,"Coat,1,5`, 2, /cannot read/],
  ])('refuses %s and names the line', async (_, lines, line, reason) => {
    const { orders, problems } = await parseOrders(rows(lines))
    expect(orders).toEqual([])
    expect(problems).toEqual([{ line, reason: expect.stringMatching(reason) as string }])
  })

  test('rejects an unreadable file, missing columns and too many rows', async () => {
    await expect(parseOrders('PK\u0003\u0004')).rejects.toThrow(/Excel/)
    await expect(parseOrders('order_id,title\n1,Coat')).rejects.toThrow(/ordered_at, currency, quantity, price/)
    await expect(parseOrders(rows(...Array<string>(10_001).fill(`1,${yesterday},USD,Coat,1,5`)))).rejects.toThrow(
      /10,000 rows/,
    )
  })
})

describe('a file with orders', () => {
  test('is recorded after submission and approval, and its sales have match level M', async () => {
    const ask = await seller()
    const fileId = await read(ask, rows(`1,${yesterday},USD,Coat,2,50.00`, `2,${yesterday},USD,Scarf,1,20`))
    expect(await getFile(ask, { fileId, page: 1 })).toMatchObject({
      count: 2,
      orders: [
        { foretold: 'new', valueMinor: 10_000 },
        { foretold: 'new', valueMinor: 2_000 },
      ],
    })
    await record()
    expect(await salesOf(ask.partner.id)).toEqual([])
    await expect(approve(fileId)).rejects.toThrow(/no longer waiting/)
    await submitFile(ask, { fileId })
    await approve(fileId)
    await record()
    expect(await salesOf(ask.partner.id)).toMatchObject([
      { source: 'csv', matchLevel: 'M', status: 'pending', netMinor: 10_000n },
      { source: 'csv', matchLevel: 'M', status: 'pending', netMinor: 2_000n },
    ])
    expect(await getFile(ask, { fileId, page: 1 })).toMatchObject({
      isRecorded: true,
      outcome: { recorded: 2, unchanged: 0, refused: 0 },
    })
    const mails = await database.db.mail.findMany({ where: { kind: 'order_file_approved' } })
    expect(mails).toHaveLength(1)
  })

  test('counts an order once across files, and reports which clicks are known', async () => {
    const ask = await seller()
    const click = await createClick(database.db, await createProduct(database.db, { partnerId: ask.partner.id }), {
      clickedAt: new Date(Date.now() - 2 * DAY_MS),
    })
    const text = `${HEAD},click_id\n1,${yesterday},USD,Coat,1,50,${click.id}\n2,${yesterday},USD,Coat,1,50,wc_unknown`
    const first = await read(ask, text)
    expect((await getFile(ask, { fileId: first, page: 1 })).orders.map(({ isClickKnown }) => isClickKnown)).toEqual([
      true,
      false,
    ])
    for (const fileId of [first, await read(ask, text)]) {
      await submitFile(ask, { fileId })
      await approve(fileId)
      await record()
    }
    const sales = await salesOf(ask.partner.id)
    expect(sales.map(({ matchLevel }) => matchLevel)).toEqual(['A', 'M'])
    const second = await database.db.conversionFile.findFirstOrThrow({
      where: { partnerId: ask.partner.id, id: { not: first } },
    })
    expect(second.outcome).toMatchObject({ recorded: 0, unchanged: 2 })
  })

  test('predicts which orders will be refused because Shopify already reported them', async () => {
    const ask = await seller()
    const signals = [signal({ level: 'U' })]
    await recordOrder(database.db, ask.partner.id, storeOrder({ id: '1', currency: 'USD', signals }), new Date())
    const fileId = await read(ask, rows(`1,${yesterday},USD,Coat,1,5`))
    expect((await getFile(ask, { fileId, page: 1 })).orders).toMatchObject([{ foretold: 'refused' }])
    await submitFile(ask, { fileId })
    await approve(fileId)
    await record()
    expect((await getFile(ask, { fileId, page: 1 })).outcome).toMatchObject({ refused: 1, recorded: 0 })
  })

  test('with an order that cannot be recorded does not block other files', async () => {
    const ask = await seller()
    const [broken, fine] = [
      await read(ask, rows(`1,${yesterday},USD,Coat,1,5`)),
      await read(ask, rows(`2,${yesterday},USD,Coat,1,5`)),
    ]
    for (const fileId of [broken, fine]) {
      await submitFile(ask, { fileId })
      await approve(fileId)
    }
    await database.db.conversionFile.update({ where: { id: broken }, data: { orders: [{ line: 2 }] } })
    const error = vi.spyOn(log, 'error').mockReturnValue(undefined)
    await record()
    expect(error).toHaveBeenCalledOnce()
    error.mockRestore()
    await database.db.conversionFile.delete({ where: { id: broken } })
    expect((await salesOf(ask.partner.id)).map(({ externalId }) => externalId)).toEqual(['2'])
  })

  test('that fails at an order keeps the count of earlier ones, and shows the time of the next attempt', async () => {
    const ask = await seller()
    const fileId = await read(ask, rows(`1,${yesterday},USD,Coat,1,5`, `2,${yesterday},USD,Coat,1,5`))
    await submitFile(ask, { fileId })
    await approve(fileId)
    const { orders } = await database.db.conversionFile.findUniqueOrThrow({ where: { id: fileId } })
    const [first] = orders as object[]
    await database.db.conversionFile.update({ where: { id: fileId }, data: { orders: [first, { line: 3 }] as never } })
    const error = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const now = new Date()
    const nextAt = new Date(now.getTime() + 60_000)
    await recordApprovedFiles(database.db, now)
    error.mockRestore()
    await database.db.conversionFile.update({ where: { id: fileId }, data: { orders: orders ?? [] } })
    const outcome = { recorded: 1, unchanged: 0, refused: 0 }
    expect(await getFile(ask, { fileId, page: 1 })).toMatchObject({
      isRecorded: false,
      nextAt,
      failure: 'Something went wrong on our side.',
      outcome,
    })
    await recordApprovedFiles(database.db, nextAt)
    expect(await getFile(ask, { fileId, page: 1 })).toMatchObject({
      isRecorded: true,
      nextAt: null,
      failure: '',
      outcome: { ...outcome, recorded: 2 },
    })
  })

  test('is retried with increasing delays if it cannot be recorded, then fails, and continues after a manual retry', async () => {
    const ask = await seller()
    const fileId = await read(ask, rows(`1,${yesterday},USD,Coat,1,5`))
    await submitFile(ask, { fileId })
    await approve(fileId)
    const { orders } = await database.db.conversionFile.findUniqueOrThrow({ where: { id: fileId } })
    await database.db.conversionFile.update({ where: { id: fileId }, data: { orders: [{ line: 2 }] } })
    const error = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const begun = Date.now()
    const triedAt: number[] = []
    for (let minute = 0; minute <= 300; minute++) {
      const before = error.mock.calls.length
      await recordApprovedFiles(database.db, new Date(begun + minute * 60_000))
      if (error.mock.calls.length > before) triedAt.push(minute)
    }
    error.mockRestore()
    expect(triedAt).toEqual([0, 1, 6, 36, 156])
    await database.db.conversionFile.update({ where: { id: fileId }, data: { orders: orders ?? [] } })
    expect(await getFile(ask, { fileId, page: 1 })).toMatchObject({
      status: 'failed',
      isRecorded: false,
      failure: 'Something went wrong on our side.',
    })
    await retryFile(await administrator(), { fileId })
    await expect(retryFile(await administrator(), { fileId })).rejects.toThrow(/has not failed/)
    await record()
    expect(await getFile(ask, { fileId, page: 1 })).toMatchObject({ status: 'approved', isRecorded: true, failure: '' })
    expect(await salesOf(ask.partner.id)).toHaveLength(1)
  })

  test('is deleted after 30 days, unless it is waiting or approved', async () => {
    const ask = await seller()
    const now = new Date()
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
    const about = { partnerId: ask.partner.id, fileName: 'orders.csv', orders: [], createdAt: ago(31) }
    await database.db.conversionFile.createMany({
      data: [
        { ...about, status: 'read' },
        { ...about, status: 'read', createdAt: ago(29) },
        { ...about, status: 'withdrawn' },
        { ...about, status: 'rejected', decidedAt: ago(31) },
        { ...about, status: 'rejected', decidedAt: ago(29) },
        { ...about, status: 'submitted' },
        { ...about, status: 'approved', isRecorded: true, decidedAt: ago(31) },
      ],
    })
    await forgetFiles(database.db, now)
    const left = await database.db.conversionFile.findMany({ where: { partnerId: ask.partner.id } })
    expect(left.map(({ status }) => status).sort()).toEqual(['approved', 'read', 'rejected', 'submitted'])
  })

  test('continues where an interrupted run stopped', async () => {
    const ask = await seller()
    const lines = Array.from({ length: 5 }, (_, index) => `${index},${yesterday},USD,Coat,1,5`)
    const fileId = await read(ask, rows(...lines))
    await submitFile(ask, { fileId })
    await approve(fileId)
    const stopped = new AbortController()
    stopped.abort()
    await recordApprovedFiles(database.db, new Date(), stopped.signal)
    expect(await salesOf(ask.partner.id)).toHaveLength(0)
    await database.db.conversionFile.update({
      where: { id: fileId },
      data: { outcome: { recorded: 3, unchanged: 0, refused: 0, reasons: [] } },
    })
    await record()
    expect((await salesOf(ask.partner.id)).map(({ externalId }) => externalId)).toEqual(['3', '4'])
  })

  test('can be withdrawn before the decision, but not afterwards', async () => {
    const ask = await seller()
    const fileId = await read(ask, rows(`1,${yesterday},USD,Coat,1,5`))
    await submitFile(ask, { fileId })
    await takeFileBack(ask, { fileId })
    await expect(approve(fileId)).rejects.toThrow(/no longer waiting/)
    await expect(takeFileBack(ask, { fileId })).rejects.toThrow(/already been reviewed or withdrawn/)
    await submitFile(ask, { fileId })
    await approve(fileId)
    await expect(takeFileBack(ask, { fileId })).rejects.toThrow(/already been reviewed/)
  })

  test('can be discarded unless it was submitted, and cannot be submitted afterwards', async () => {
    const ask = await seller()
    const fileId = await read(ask, rows(`1,${yesterday},USD,Coat,1,5`))
    await submitFile(ask, { fileId })
    await expect(discardFile(ask, { fileId })).rejects.toThrow(/already been sent or discarded/)
    await takeFileBack(ask, { fileId })
    await discardFile(ask, { fileId })
    await expect(submitFile(ask, { fileId })).rejects.toThrow(/already been sent or discarded/)
  })

  test('is rejected with a reason for the partner, and an email', async () => {
    const ask = await seller()
    const fileId = await read(ask, rows(`1,${yesterday},USD,Coat,1,5`))
    await submitFile(ask, { fileId })
    expect((await listFilesToJudge(database.db, { status: 'submitted', page: 1 })).files.map(({ id }) => id)).toContain(
      fileId,
    )
    await judgeFile(await administrator(), { fileId, verdict: 'reject', reason: 'These are from last year.' })
    await record()
    expect(await getFile(ask, { fileId, page: 1 })).toMatchObject({
      status: 'rejected',
      reason: 'These are from last year.',
    })
    const mail = await database.db.mail.findFirstOrThrow({ where: { kind: 'order_file_rejected' } })
    expect(mail.text).toContain('These are from last year.')
    expect(await salesOf(ask.partner.id)).toEqual([])
  })

  test('without readable orders cannot be submitted', async () => {
    const ask = await seller()
    const fileId = await read(ask, rows('1,never,USD,Coat,1,5'))
    await expect(submitFile(ask, { fileId })).rejects.toThrow(/could not read any orders/)
  })
})

test('files read at the same time do not exceed the daily limit', async () => {
  const ask = await seller()
  const own = { partnerId: ask.partner.id, fileName: 'orders.csv' }
  await database.db.conversionFile.createMany({
    data: Array.from({ length: MAX_A_DAY - 2 }, () => ({ ...own, orders: [], problems: [] })),
  })
  const text = rows(`1,${yesterday},USD,Coat,1,5`)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => read(ask, text)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await database.db.conversionFile.count({ where: { partnerId: ask.partner.id } })).toBe(MAX_A_DAY)
})

test('limits the size of unrecorded files, and frees the space of discarded ones', async () => {
  const ask = await seller()
  const text = rows(`1,${yesterday},USD,Coat,1,5`)
  const first = await read(ask, text)
  // Uses random data, because PostgreSQL compresses other data.
  await database.db.$executeRaw`
    UPDATE conversion_files SET orders = (SELECT jsonb_agg(md5(n::text)) FROM generate_series(1, ${MAX_KEPT_BYTES / 32}::int) n) WHERE id = ${first}::uuid`
  await expect(read(ask, text)).rejects.toMatchObject({ code: 'too_many' })
  await discardFile(ask, { fileId: first })
  await read(ask, text)
})
