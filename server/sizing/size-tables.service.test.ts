import { describe, expect, test } from 'vitest'
import { createCategory, createPartnerAsk, createProduct, createSizeTable } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findTable } from './find-table.ts'
import { parsePastedTable } from './pasted-table.schema.ts'
import { parseCells, saveSizeTableInput, type SaveSizeTableInput } from './size-table.schema.ts'
import {
  bringBackSizeTable,
  listSizeTables,
  getSizeTable,
  removeSizeTable,
  restoreSizeTable,
  saveSizeTable,
} from './size-tables.service.ts'

const database = useTestDatabase()
const LETTERS = [
  ['S', '88-93', '68-73'],
  ['M', '94-99', '74-79'],
]
const typed = (given: Partial<SaveSizeTableInput>, fields: object = {}) =>
  saveSizeTableInput.parse({
    audience: 'women',
    source: 'partner',
    measures: 'body',
    cells: LETTERS,
    ...fields,
    ...given,
  })

async function world() {
  const { db } = database
  const ask = await createPartnerAsk(db)
  const tops = await createCategory(db)
  const shirts = await createCategory(db, { parentId: tops.id, level: 1 })
  const product = await createProduct(db, {
    partnerId: ask.partner.id,
    categoryId: shirts.id,
    gender: 'women',
    variants: [{ size: 'S' }, { size: 'M' }],
  })
  return { db, ask, tops, shirts, product, of: { brandId: product.brandId, categoryId: tops.id } }
}

describe("a partner's size tables", () => {
  test('are stored in millimetres with normalised sizes, and every version can be restored', async () => {
    const { ask, of } = await world()
    const cells = [
      ['small', '88-93'],
      ['2XL', '118-125'],
    ]
    const { tableId } = await saveSizeTable(ask, typed({ ...of, cells }))
    const { revision } = await saveSizeTable(
      ask,
      typed({ ...of, tableId, revision: 1, unit: 'in', cells: [['M', '37-39']] }),
    )
    expect(revision).toBe(2)
    expect((await getSizeTable(ask, { tableId })).rows).toEqual([{ label: 'M', key: 'M', body: { chest: [940, 991] } }])
    await restoreSizeTable(ask, { tableId, revision: 1 })
    const { rows, versions } = await getSizeTable(ask, { tableId })
    expect(rows).toEqual([
      { label: 'small', key: 'S', body: { chest: [880, 930] } },
      { label: '2XL', key: 'XXL', body: { chest: [1180, 1250] } },
    ])
    expect(versions.map((version) => [version.revision, version.sizes])).toEqual([
      [3, 2],
      [2, 1],
      [1, 2],
    ])
  })

  test('report a conflict if a colleague saved first', async () => {
    const { ask, of } = await world()
    const { tableId } = await saveSizeTable(ask, typed(of))
    await saveSizeTable(ask, typed({ ...of, tableId, revision: 1 }))
    await expect(saveSizeTable(ask, typed({ ...of, tableId, revision: 1 }))).rejects.toMatchObject({ code: 'conflict' })
    await expect(saveSizeTable(ask, typed(of))).rejects.toMatchObject({ code: 'conflict' })
  })

  test('can be removed and restored, and are not used for advice while removed', async () => {
    const { db, ask, of, product } = await world()
    const { tableId } = await saveSizeTable(ask, typed(of))
    const found = () => findTable(db, { ...product, audiences: ['women', 'unisex'] })
    expect(await found()).toMatchObject({ id: tableId })
    await removeSizeTable(ask, { tableId })
    expect(await found()).toBeNull()
    await bringBackSizeTable(ask, { tableId })
    expect(await found()).toMatchObject({ id: tableId })
  })

  test('are listed with the products that have none', async () => {
    const { ask, of, shirts } = await world()
    expect((await listSizeTables(ask)).without).toMatchObject([
      { categoryId: shirts.id, audience: 'women', products: 1 },
    ])
    await saveSizeTable(ask, typed(of))
    expect(await listSizeTables(ask)).toMatchObject({ tables: [{ brandId: of.brandId }], without: [] })
  })

  test('are refused for a brand that the partner does not sell', async () => {
    const { ask, of } = await world()
    const other = await world()
    await expect(saveSizeTable(ask, typed({ ...of, brandId: other.of.brandId }))).rejects.toMatchObject({
      field: 'brandId',
    })
  })
})

test('prefers the nearest category, then the exact audience', async () => {
  const { db, ask, of, tops, shirts, product } = await world()
  const table = (given: object) => createSizeTable(db, { partnerId: ask.partner.id, brandId: of.brandId, ...given })
  const above = await table({ categoryId: tops.id, audience: 'women' })
  const find = () => findTable(db, { ...product, audiences: ['women', 'unisex'] })
  expect(await find()).toMatchObject({ id: above.id })
  const unisex = await table({ categoryId: shirts.id, audience: 'unisex' })
  expect(await find()).toMatchObject({ id: unisex.id })
  const own = await table({ categoryId: shirts.id, audience: 'women' })
  await table({ categoryId: shirts.id, audience: 'men' })
  expect(await find()).toMatchObject({ id: own.id })
})

describe('the cells of a size table', () => {
  const read = (cells: string[][], given: object = {}) =>
    parseCells({ cells, unit: 'cm', measures: 'body', ease: '', ...given })

  test('are checked one by one, with the position and reason of each problem', () => {
    expect(
      read([
        ['S', '88-93'],
        ['', '94-99'],
        ['L', 'wide'],
        ['s', '3-4'],
      ]),
    ).toEqual({
      problems: [
        { row: 1, column: 0, message: 'Please enter the size for this row.' },
        { row: 2, column: 1, message: "'wide' is not a valid chest measurement. Enter it like 94-99 or 96." },
        { row: 3, column: 0, message: 's is in the table twice.' },
        {
          row: 3,
          column: 1,
          message: 'A chest of 3-4 is not possible. It must be 50 cm to 200 cm. Is the unit correct?',
        },
      ],
    })
    expect(read([['M', '94-99'], [], ['S', '88-93']])).toEqual({
      problems: [{ row: 2, column: 1, message: 'S should be larger than M. Enter the sizes from small to large.' }],
    })
    expect(
      read([
        ['S', '88', ''],
        ['M', '94', '74'],
      ]),
    ).toMatchObject({ problems: [{ row: 0, column: 2 }] })
    expect(read([])).toMatchObject({ problems: [], message: 'Please enter at least one size.' })
  })

  test('with garment measurements are converted to body measurements by subtracting the ease', () => {
    expect(read([['M', '106']], { measures: 'garment', ease: '10' })).toEqual({
      rows: [{ label: 'M', body: { chest: [960, 960] } }],
      easeMm: 100,
    })
    expect(read([['M', '106']], { measures: 'garment' })).toMatchObject({
      message: expect.stringContaining('how much wider'),
    })
  })

  test('can be pasted from a spreadsheet, with and without headings', () => {
    expect(parsePastedTable('Size\tHips\tBust (cm)\nS\t94-98\t88-93\n\nM\t99-104\t94-99\n')).toEqual([
      ['S', '88-93', '', '94-98', '', '', ''],
      ['M', '94-99', '', '99-104', '', '', ''],
    ])
    expect(parsePastedTable('"EU 38";"92,5";74')).toEqual([['EU 38', '92,5', '74', '', '', '', '']])
    expect(parsePastedTable('Size,Waist\n"W30, long",76')).toEqual([['W30, long', '', '76', '', '', '', '']])
  })
})

test('a change to an accepted table of a brand that the partner does not own is a new proposal', async () => {
  const { db, ask, of } = await world()
  const { tableId } = await saveSizeTable(ask, typed(of))
  await db.brand.update({ where: { id: of.brandId }, data: { ownerId: null } })
  await db.sizeTable.update({ where: { id: tableId }, data: { judgement: 'accepted', judgedAt: new Date() } })
  const states = async () => (await listSizeTables(ask)).tables.map((table) => table.state)
  expect(await states()).toEqual(['accepted'])
  await saveSizeTable(ask, typed({ ...of, tableId, revision: 1, cells: [['M', '94-99']] }))
  expect(await states()).toEqual(['proposed'])
  await db.sizeTable.update({ where: { id: tableId }, data: { judgement: 'accepted', judgedAt: new Date() } })
  await restoreSizeTable(ask, { tableId, revision: 1 })
  expect(await states()).toEqual(['proposed'])
})
