import { describe, expect, test } from 'vitest'
import { createAdminAsk, createOwedSale } from '#tests/setup/office.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { recordOrder } from '../record-order.ts'
import { approve } from '#server/admin/approve.service.ts'
import { enterRates, enterRate, listRates, previewRates } from './rates.service.ts'
import { parseEcbFile } from './parse-ecb-file.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-24T10:00:00Z')
const XML = (dollar = '1.1600') => `<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='2026-11-23'>
<Cube currency='USD' rate='${dollar}'/><Cube currency='JPY' rate='180.5'/><Cube currency='IDR' rate='19000'/></Cube></Cube></gesmes:Envelope>`

describe('a file from the European Central Bank', () => {
  const read = {
    asOf: '2026-11-23',
    rates: [
      { currency: 'EUR', toBase: '1.160000' },
      { currency: 'JPY', toBase: '0.006427' },
    ],
    tooSmall: ['IDR'],
  }
  test('can be XML, today’s CSV or a CSV of several days', () => {
    expect(parseEcbFile(XML())).toEqual(read)
    expect(parseEcbFile('Date, USD, JPY, IDR, \n23 November 2026, 1.16, 180.5, 19000, \n')).toEqual(read)
    expect(parseEcbFile('Date,USD,JPY,IDR,CYP,\n2026-11-20,1,1,1,N/A,\n2026-11-23,1.16,180.5,19000,N/A,\n')).toEqual(
      read,
    )
  })
  test.each([
    '',
    '<a/>',
    'Date, USD\n',
    'Date, JPY\n23 November 2026, 1',
    'Date, USD\n31 Foo 2026, 1',
    'Date, USD\n2026-02-30, 1',
    XML('0'),
    XML('1e9'),
    XML('-1'),
    'Date,USD,USD\n2026-11-23,1,1',
  ])('is refused: %j', (text) => {
    expect(() => parseEcbFile(text)).toThrow(/cannot read/)
  })
})

test('applies rates from a file from now on, keeps existing entries, and makes waiting sales pending', async () => {
  const { db } = database
  const { saleId } = await createOwedSale(db)
  const before = await db.commissionEntry.findMany({ where: { conversionId: saleId } })
  const seller = await createSeller(db)
  const click = await seller.click()
  const order = storeOrder({ currency: 'JPY', signals: [signal({ clickId: click.id })] })
  const { conversionId, status } = await recordOrder(db, seller.partner.id, order, minutesAfter(ORDERED, 5))
  expect(status).toBe('tracked')
  const ask = await createAdminAsk(db)
  const preview = await previewRates(db, { text: XML() }, NOW)
  expect(preview.rates.map(({ currency, isImplausible }) => [currency, isImplausible])).toEqual([
    ['EUR', false],
    ['JPY', false],
  ])
  expect(await enterRates(ask, { text: XML(), isSure: false, last: preview.last }, NOW)).toEqual({
    count: 1,
    isWaiting: true,
  })
  const readSale = () => db.conversion.findUniqueOrThrow({ where: { id: conversionId ?? '' } })
  // The first rate of a currency: there is nothing to compare it with.
  expect(await readSale()).toMatchObject({ status: 'tracked' })
  const { id: approvalId, summary } = await db.approval.findFirstOrThrow({ where: { action: 'unusual_rates' } })
  expect(summary).toContain('1 JPY = 0.006427 USD (previously none)')
  await approve(await createAdminAsk(db), { approvalId }, NOW)
  expect(await readSale()).toMatchObject({ status: 'pending' })
  expect(await db.commissionEntry.findMany({ where: { conversionId: saleId } })).toEqual(before)
  expect((await listRates(db)).rates.find(({ currency }) => currency === 'JPY')).toMatchObject({
    toBase: '0.006427',
    source: 'European Central Bank, euro reference rates',
  })
  await expect(enterRates(ask, { text: XML(), isSure: true, last: preview.last }, NOW)).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('needs a second approval for an implausible rate, and rejects invalid days, zero and the base currency', async () => {
  const { db } = database
  const ask = await createAdminAsk(db)
  const enter = async (given: object) =>
    enterRate(
      ask,
      {
        currency: 'CAD',
        toBase: '0.9',
        asOf: '2026-11-23',
        source: 'By hand',
        isSure: false,
        last: (await listRates(db)).last,
        ...given,
      },
      NOW,
    )
  await expect(enter({})).rejects.toMatchObject({ code: 'conflict', field: 'isSure' })
  expect(await enter({ isSure: true })).toEqual({ isWaiting: true })
  await expect(enter({ isSure: true })).rejects.toMatchObject({ code: 'forbidden' })
  const { id: approvalId } = await db.approval.findFirstOrThrow({ where: { action: 'unusual_rates', status: 'open' } })
  await approve(await createAdminAsk(db), { approvalId }, NOW)
  await expect(enter({ asOf: '2026-11-22', toBase: '0.91' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(enter({ asOf: '2026-11-25' })).rejects.toMatchObject({ field: 'asOf' })
  expect(await enter({ currency: 'SEK', toBase: '999999' })).toEqual({ isWaiting: true })
  await expect(enter({ toBase: '0.0' })).rejects.toMatchObject({ field: 'toBase' })
  await expect(enter({ currency: 'USD' })).rejects.toMatchObject({ field: 'currency' })
})
