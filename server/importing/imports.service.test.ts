import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCategory, createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { Network } from '#server/platform/fetch-public.ts'
import { addFeed, listFeeds, pauseFeed, importFeedNow, removeFeed } from './feeds.service.ts'
import { describeFindingsFile, exportFindings } from './findings-file.service.ts'
import { endReading } from './end-reading.ts'
import { exportProducts } from './export-products.service.ts'
import { importKey } from './import-files.ts'
import { requestImport, beginImport, cancelImport, getImport, listFindings, requestUndo } from './imports.service.ts'
import { mapColumns } from './reading.service.ts'
import { beginFeeds, fetchFeed } from './read-feeds.ts'
import { receiveImportFile } from './receive-import-file.ts'
import { workFor } from './work-for.ts'

const database = useTestDatabase()
const SHOPIFY = fs.readFileSync(path.join(import.meta.dirname, 'fixtures/shopify-apparel.csv'), 'utf8')
const OWN = 'handle,name,size,colour,sku,price,stock,status'
const NETWORK: Network = { resolve: () => Promise.resolve(['127.0.0.1']), isAllowed: () => true, allowsHttp: true }
let ask: Awaited<ReturnType<typeof createAsk>>

beforeAll(async () => {
  for (const slug of ['tops', 'shirts']) await createCategory(database.db, { slug, name: slug })
})
const createAsk = async () => ({ ...(await createPartnerAsk(database.db)), dataDir: database.dataDir })
beforeEach(async () => {
  ask = await createAsk()
})

const work = (signal = new AbortController().signal) =>
  workFor({ db: database.db, dataDir: database.dataDir, network: NETWORK }, ask.partner.id, signal)

async function send(content: string | Uint8Array, fileName = 'autumn.csv'): Promise<string> {
  const { importId, partnerId } = await beginImport(ask, { fileName, byteSize: null })
  const body = (async function* () {
    yield Buffer.from(content)
  })()
  expect(
    await receiveImportFile(database.db, database.dataDir, { importId, partnerId, announced: null }, body),
  ).toBeNull()
  await work()
  return importId
}
const own = (...rows: string[]) => [OWN, ...rows].join('\n')
const state = (importId: string) => getImport(ask, { importId })
const findings = async (importId: string, kind: Parameters<typeof listFindings>[1]['kind']) =>
  (await listFindings(ask, { importId, kind, page: 1 })).findings
async function run(content: string | Uint8Array, gone: 'keep' | 'archive' = 'keep'): Promise<string> {
  const importId = await send(content)
  await requestImport(ask, { importId, gone })
  await work()
  return importId
}
const handles = async (where: object = {}) =>
  (
    await database.db.product.findMany({
      where: { partnerId: ask.partner.id, deletedAt: null, ...where },
      orderBy: { handle: 'asc' },
    })
  ).map(({ handle }) => handle)

describe('an import file', () => {
  test('is parsed first, without writing anything', async () => {
    const importId = await send(SHOPIFY)
    expect(await state(importId)).toMatchObject({
      status: 'read',
      format: 'shopify',
      created: 20,
      changed: 0,
      refused: 0,
    })
    expect(await handles()).toEqual([])
    expect((await findings(importId, 'created'))[0]).toMatchObject({ line: 2, handle: 'ocean-blue-shirt' })
    expect(await database.db.brand.count({ where: { name: 'partners-demo' } })).toBe(0)
  })

  test('is written as one undoable change, and changes nothing the second time', async () => {
    const importId = await run(SHOPIFY)
    const { status, applied, actId } = await state(importId)
    expect({ status, applied }).toEqual({ status: 'applied', applied: 20 })
    expect(await database.db.productAct.findUniqueOrThrow({ where: { id: actId ?? '' } })).toMatchObject({
      kind: 'import',
      actorKind: 'import',
      actorName: 'autumn.csv',
      actorId: ask.viewer.userId,
      products: 20,
    })
    const again = await run(SHOPIFY)
    expect(await state(again)).toMatchObject({ status: 'applied', applied: 0, unchanged: 20, created: 0 })
    await requestUndo(ask, { importId })
    await work()
    expect(await state(importId)).toMatchObject({ status: 'undone', done: 20 })
    expect(await handles()).toEqual([])
  })

  test('cannot change prices in another currency unless it specifies that currency', async () => {
    await database.db.partner.update({ where: { id: ask.partner.id }, data: { currency: 'GBP' } })
    await run(own('a,Apple,,,,48.00,,'))
    await database.db.partner.update({ where: { id: ask.partner.id }, data: { currency: 'EUR' } })
    const price = () =>
      database.db.product.findFirstOrThrow({
        where: { partnerId: ask.partner.id, handle: 'a' },
        select: { currency: true, priceMinor: true },
      })
    const silent = await run(own('a,Apple,,,,48.00,,', 'b,Bear,,,,10,,'))
    expect(await state(silent)).toMatchObject({ created: 1, changed: 0, refused: 1 })
    expect((await findings(silent, 'refused'))[0]?.reason).toBe(
      "its prices here are in GBP, and the file does not state a currency. To change them to EUR, add a column 'currency' with EUR",
    )
    expect(await price()).toEqual({ currency: 'GBP', priceMinor: 4_800 })
    await run(`${OWN},currency\na,Apple,,,,55.00,,,EUR`)
    expect(await price()).toEqual({ currency: 'EUR', priceMinor: 5_500 })
  })

  test('lists its changes field by field, and the missing products', async () => {
    await run(own('a,Apple,,,,10,,', 'b,Bear,,,,10,,', 'c,Cat,,,,10,,'))
    const importId = await send(own('a,Apple,,,,12.50,,', 'b,Bear,,,,10,,', 'd,Dog,,,,10,,'))
    expect(await state(importId)).toMatchObject({ created: 1, changed: 1, unchanged: 1, goneCount: 1 })
    expect((await findings(importId, 'changed'))[0]).toMatchObject({
      line: 2,
      productName: 'Apple',
      differences: [{ field: 'price', before: 1000, after: 1250 }],
    })
    expect((await findings(importId, 'gone'))[0]).toMatchObject({ handle: 'c' })
    await requestImport(ask, { importId, gone: 'archive' })
    await work()
    expect(await handles({ status: 'archived' })).toEqual(['c'])
    await requestUndo(ask, { importId })
    await work()
    expect(await handles({ status: 'active' })).toEqual(['a', 'b', 'c'])
  })

  test('has an export of all findings, with amounts and without formulas', async () => {
    await run(own('a,Apple,,,,10,,', 'c,Cat,,,,10,,'))
    const importId = await send(own('a,Apple,,,,12.50,3,', 'd,=1+1,,,,10,,', 'e,,,,,10,,', 'f,Fox,,,,x,,'))
    const { fileName } = await describeFindingsFile(ask, { importId })
    const fileOf = async (asking: typeof ask) => {
      let text = ''
      for await (const piece of exportFindings(asking, { importId })) text += piece
      return text
    }
    const csv = await fileOf(ask)
    expect(fileName).toBe('findings-autumn.csv')
    expect(csv.slice(1).split('\r\n')).toEqual([
      'Kind,Line,Product ID,Product,Variant,Field,Before,After,Reason',
      'new,3,d,\'=1+1,,,,,"$10.00, stock unknown"',
      'changed,2,a,Apple,,price,10.00,12.50,',
      'changed,2,a,Apple,,stock,,3,',
      'gone,,c,Cat,,,,,',
      expect.stringMatching(/^refused,4,e,/),
      expect.stringMatching(/^refused,5,f,/),
      expect.stringContaining('no product page in this file'),
      '',
    ])
    const stranger = await createAsk()
    await expect(describeFindingsFile(stranger, { importId })).rejects.toMatchObject({ code: 'not_found' })
    expect((await fileOf(stranger)).trimEnd().split('\r\n')).toHaveLength(1)
  })

  test('with the SKU of another product is rejected, and one with a repeated SKU gets a warning', async () => {
    await run(own('a,Apple,,,S1,10,,'))
    const importId = await send(own('b,Bear,,,S1,10,,', 'c,Cat,,,S2,10,,', 'd,Dog,,,S2,10,,', 'a,Apple,,,S1,10,,'))
    expect((await findings(importId, 'refused')).map(({ line, reason }) => [line, reason])).toEqual([
      [2, "same SKU S1 as your product 'Apple'"],
    ])
    expect((await findings(importId, 'warning')).map(({ line, reason }) => [line, reason])).toEqual([
      [4, "'d' and 'c' (line 3) have the same SKU S2. Both are imported"],
      [0, expect.stringMatching(/^4 products have no product page in this file/)],
    ])
    await requestImport(ask, { importId, gone: 'keep' })
    await work()
    expect(await handles()).toEqual(['a', 'c', 'd'])
  })

  test('with unknown columns asks for a mapping, which the next file uses', async () => {
    const file = (price: string) => `Artikel;Style number;Preis;Größe\nApfel;a;${price};M\n`
    const importId = await send(file('10.00'))
    const { status, columns } = await state(importId)
    expect({ status, rows: columns?.rows, mapping: columns?.mapping }).toEqual({
      status: 'unmapped',
      rows: [['Apfel', 'a', '10.00', 'M']],
      mapping: { name: 0, handle: 1, price: 2, size: 3 },
    })
    await expect(mapColumns(ask, { importId, mapping: { name: 0 } })).rejects.toMatchObject({ field: 'handle' })
    await mapColumns(ask, { importId, mapping: { name: 0, handle: 1, price: 2 } })
    await work()
    expect(await state(importId)).toMatchObject({ status: 'read', created: 1 })
    expect(await state(await send(file('12,50')))).toMatchObject({ status: 'read', format: 'mapped', created: 1 })
  })

  test('stops after the current batch when cancelled, and can be undone', async () => {
    const importId = await send(own(...Array.from({ length: 450 }, (_, index) => `p${index},P,,,,10,,`)))
    await requestImport(ask, { importId, gone: 'keep' })
    await database.db.productImport.update({
      where: { id: importId },
      data: { isCancelling: true, status: 'applying' },
    })
    await work()
    expect(await state(importId)).toMatchObject({ status: 'cancelled', applied: 0 })
    const second = await send(own(...Array.from({ length: 450 }, (_, index) => `p${index},P,,,,10,,`)))
    await requestImport(ask, { importId: second, gone: 'keep' })
    const stopping = new AbortController()
    stopping.abort(new Error('The process was stopped.'))
    await expect(work(stopping.signal)).rejects.toThrow('stopped')
    expect(await state(second)).toMatchObject({ status: 'applying', applied: 200 })
    await work()
    expect(await state(second)).toMatchObject({ status: 'applied', applied: 450 })
  })

  test('that is discarded leaves no files on the disk', async () => {
    const importId = await send(SHOPIFY)
    expect(fs.existsSync(path.join(database.dataDir, importKey(importId)))).toBe(true)
    await cancelImport(ask, { importId })
    expect(fs.existsSync(path.join(database.dataDir, importKey(importId)))).toBe(false)
    expect(await state(importId)).toMatchObject({ status: 'cancelled' })
  })

  test('is refused beyond ten open imports, also when many start at once', async () => {
    const begun = await Promise.allSettled(
      Array.from({ length: 14 }, () => beginImport(ask, { fileName: 'autumn.csv', byteSize: null })),
    )
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(begun.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'too_many' } })
  })

  test.each([
    ['an Excel workbook', 'PK\u0003\u0004rest', /Excel/],
    ['no text', 'handle,name,price\na,\0,1', /binary/],
    ['10,000 columns', Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(',') + '\n1', /columns/],
    ['only a header', 'handle,name,price\n', /no products/],
    [
      'an unknown encoding',
      Buffer.from([...Buffer.from('handle,name,price\na,'), 0x81, 0x8d, 0x9d, 0x2c, 0x31]),
      /characters/,
    ],
    ['an endless line', `handle,name,price\na,${'x'.repeat(5 * 1024 * 1024)}`, /line of more than 4 MB/],
  ])('with %s is refused with an explanation', async (_, content, words) => {
    const importId = await send(content)
    expect(await state(importId)).toMatchObject({ status: 'failed', message: expect.stringMatching(words) as string })
    expect(fs.existsSync(path.join(database.dataDir, importKey(importId)))).toBe(false)
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFFhandle;name;price\na;Café;10\n', 'utf16le')],
    ['Windows-1252', Buffer.from('handle;name;price\na;Caf\u00e9;10\n', 'latin1')],
    ['UTF-8 with a mark, tabs', Buffer.from('\uFEFFhandle\tname\tprice\na\tCafé\t10\n')],
  ])('in %s is read', async (_, content) => {
    expect((await findings(await send(content), 'created'))[0]).toMatchObject({ productName: 'Café' })
  })

  test('that is cut off in its last line keeps the complete lines', async () => {
    const importId = await send(own('a,Apple,,,,10,,', 'b,"Bea'))
    expect(await state(importId)).toMatchObject({ status: 'read', created: 1, refused: 1 })
    expect((await findings(importId, 'refused'))[0]).toMatchObject({ line: 3, reason: 'its quotes do not match' })
  })

  test('with an unclosed quote skips only that row', async () => {
    const importId = await send(own('a,"Apple,,,,10,,', 'b,Bear,,,,10,,', 'c,Cat,,,,10,,'))
    expect(await state(importId)).toMatchObject({ status: 'read', created: 2, refused: 1 })
    expect((await findings(importId, 'refused'))[0]).toMatchObject({ line: 2, reason: 'its quotes do not match' })
  })

  test('with some rows in another encoding skips only those rows', async () => {
    const rows = Buffer.concat([
      Buffer.from(own('a,Äpfel é ü ö,,,,10,,', 'b,')),
      Buffer.from([0xe4]),
      Buffer.from(',,,,10,,\nc,Cat,,,,10,,'),
    ])
    const importId = await send(rows)
    expect(await state(importId)).toMatchObject({ status: 'read', created: 2, refused: 1 })
    expect((await findings(importId, 'refused'))[0]).toMatchObject({ line: 3, reason: 'it is not UTF-8 text' })
  })

  test('of another partner is not found', async () => {
    const importId = await send(SHOPIFY)
    const other = await createAsk()
    for (const act of [getImport, cancelImport, requestUndo])
      await expect(act(other, { importId })).rejects.toMatchObject({ code: 'not_found' })
    await expect(requestImport(other, { importId, gone: 'keep' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an export', () => {
  const exported = async (format: 'shopify' | 'wtf') => {
    let text = ''
    for await (const part of exportProducts(ask, { format, status: 'all' })) text += part
    return text
  }

  test('changes nothing when it is imported again', async () => {
    const odd = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => text.replaceAll('\0', ''))
    const cell = fc.oneof(
      odd,
      fc.constantFrom('=1+1', "'=1", '@x', '"', 'a,b', 'a;b', 'line\nbreak', ' | ', '-5 %', '<b>x</b>'),
    )
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    const product = fc.record({
      name: cell,
      text: cell,
      size: cell,
      colour: cell,
      option: cell,
      sku: cell,
      tag: cell,
      alt: cell,
    })
    const header =
      'handle,name,description,size,colour,option_name,option_value,sku,price,tags,images,image_alts,stock,description_html,gender'
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 8 }), async (products) => {
        round++
        ask = await createAsk()
        const rows = products.flatMap(({ name, text, size, colour, option, sku, tag, alt }, index) =>
          ['10', '12.5'].map((price, at) =>
            [
              `p${round}-${index}`,
              name,
              text,
              size,
              `${colour}${at}`,
              'Fit',
              option,
              `${round}-${index}-${at}${sku}`,
              price,
              tag,
              `https://x.example/${round}/${index}.jpg | https://x.example/${round}/b${index}.jpg`,
              alt,
              at ? '3' : '',
              index % 2 ? `<p>${text}</p><ul><li>one</li></ul>` : '',
              at ? '' : 'women',
            ]
              .map(quote)
              .join(','),
          ),
        )
        await run([header, ...rows].join('\n'))
        for (const format of ['wtf', 'shopify'] as const) {
          const importId = await send(await exported(format))
          const read = await state(importId)
          const changed = [...(await findings(importId, 'changed')), ...(await findings(importId, 'refused'))]
          expect({ status: read.status, created: read.created, changed }).toEqual({
            status: 'read',
            created: 0,
            changed: [],
          })
          await cancelImport(ask, { importId })
        }
      }),
      { numRuns: 5, endOnFailure: true },
    )
  }, 60_000)
})

describe('a feed', () => {
  let content = ''
  /** The content at the URL with '?other'. */
  let otherContent = ''
  let status = 200
  const server = http.createServer(({ url: asked = '' }, response) =>
    response.writeHead(status).end(asked.endsWith('?other') ? otherContent : content),
  )
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://shop.example:${(server.address() as AddressInfo).port}/products.csv`
  })
  afterAll(() => void server.close())
  const four = own('a,Apple,,,,10,,', 'b,Bear,,,,10,,', 'c,Cat,,,,10,,', 'd,Dog,,,,10,,')
  const tick = async () => {
    await database.db.productFeed.updateMany({
      where: { partnerId: ask.partner.id, isActive: true },
      data: { nextReadAt: new Date(0) },
    })
    await beginFeeds(database.db, new Date())
    await work()
  }
  const feed = async () => (await listFeeds(ask))[0]

  test('is previewed first, then imported automatically, and stops before archiving half of the products', async () => {
    ;[content, status] = [four, 200]
    const { importId } = await addFeed(ask, { url, everyHours: 6, gone: 'archive' })
    await work()
    expect(await state(importId)).toMatchObject({ status: 'read', created: 4 })
    expect(await feed()).toMatchObject({ isActive: false })
    await requestImport(ask, { importId, gone: 'archive' })
    await work()
    expect(await feed()).toMatchObject({ isActive: true })
    content = four.replace('Dog', 'Good dog')
    await tick()
    const act = await database.db.productAct.findFirstOrThrow({
      where: { partnerId: ask.partner.id },
      orderBy: { id: 'desc' },
    })
    expect(act).toMatchObject({ kind: 'import', actorKind: 'import', actorName: new URL(url).host, actorId: null })
    content = own('a,Apple,,,,10,,')
    await tick()
    expect(await handles({ status: 'active' })).toEqual(['a', 'b', 'c', 'd'])
    expect(await feed()).toMatchObject({
      isActive: false,
      message: expect.stringContaining('More than half') as string,
    })
  })

  test('archives only products that came from this feed', async () => {
    await run(own('hand,Sent by hand,,,,10,,', 'a,Apple,,,,10,,'))
    ;[content, status] = [four, 200]
    const { importId } = await addFeed(ask, { url, everyHours: 6, gone: 'archive' })
    await work()
    expect(await state(importId)).toMatchObject({ status: 'read', created: 3, goneCount: 0 })
    await requestImport(ask, { importId, gone: 'archive' })
    await work()
    // Another feed, which also archives.
    otherContent = own('x,Xylophone,,,,10,,', 'y,Yoyo,,,,10,,')
    const other = await addFeed(ask, { url: `${url}?other`, everyHours: 6, gone: 'archive' })
    await work()
    expect(await state(other.importId)).toMatchObject({ created: 2, goneCount: 0 })
    await requestImport(ask, { importId: other.importId, gone: 'archive' })
    await work()
    // A manual correction does not remove it from the feed.
    await run(own('d,Good dog,,,,10,,'))
    content = own('b,Bear,,,,10,,', 'c,Cat,,,,10,,', 'a,Apple,,,,10,,')
    const feeds = await listFeeds(ask)
    const again = await importFeedNow(ask, { feedId: feeds[0]?.id ?? '' })
    await work()
    expect((await findings(again.importId, 'gone')).map(({ handle }) => handle)).toEqual(['d'])
    await requestImport(ask, { importId: again.importId, gone: 'archive' })
    await work()
    expect(await handles({ status: 'archived' })).toEqual(['d'])
  })

  test('does not archive products that another feed contains, in any order of parsing and writing', async () => {
    const add = async (at: string) => {
      const { importId } = await addFeed(ask, { url: at, everyHours: 6, gone: 'archive' })
      await work()
      await requestImport(ask, { importId, gone: 'archive' })
      await work()
    }
    ;[content, otherContent, status] = [four, own('d,Dog,,,,10,,', 'x,Xylophone,,,,10,,'), 200]
    await add(url)
    await add(`${url}?other`)
    // After this import, this feed is the last one that wrote 'd'.
    content = four.replace('Apple', 'Red apple')
    await tick()
    content = own('a,Red apple,,,,10,,', 'b,Bear,,,,10,,', 'c,Cat,,,,10,,')
    await tick()
    expect(await handles({ status: 'archived' })).toEqual([])
    // No feed contains 'd' any more. The first feed remembered it, although its import changed nothing.
    otherContent = own('x,Xylophone,,,,10,,')
    await tick()
    expect(await handles({ status: 'archived' })).toEqual(['d'])
    // After it is restored manually, no feed archives it again.
    await database.db.product.updateMany({
      where: { partnerId: ask.partner.id, handle: 'd' },
      data: { status: 'active' },
    })
    await tick()
    expect(await handles({ status: 'archived' })).toEqual([])
  })

  test('is applied at the end of parsing, unless another process has already taken over', async () => {
    ;[content, status] = [four, 200]
    const { importId } = await addFeed(ask, { url, everyHours: 6, gone: 'keep' })
    await work()
    await requestImport(ask, { importId, gone: 'keep' })
    await work()
    const { id: feedId = '' } = (await feed()) ?? {}
    const read = async (given: { status: 'reading' | 'applied' }) => {
      const created = await database.db.productImport.create({
        data: {
          ...given,
          partnerId: ask.partner.id,
          feedId,
          source: 'feed',
          fileName: 'shop.example',
          format: 'wtf',
          isAutomatic: true,
        },
      })
      const found = {
        created: 1,
        changed: 0,
        unchanged: 0,
        goneCount: 0,
        refused: 0,
        warnings: 0,
        overLimit: 0,
        limitReason: null,
        total: 1,
      }
      await endReading(database.db, created, { ...found, named: new Set(['e']) })
      return state(created.id)
    }
    expect(await read({ status: 'reading' })).toMatchObject({ status: 'applying', created: 1 })
    expect(await read({ status: 'applied' })).toMatchObject({ status: 'applied', created: 0 })
  })

  test('remembers the products of its first automatic import, even if nothing was new', async () => {
    await run(four)
    ;[content, status] = [four, 200]
    const { importId } = await addFeed(ask, { url, everyHours: 6, gone: 'archive' })
    await work()
    expect(await state(importId)).toMatchObject({ created: 0, unchanged: 4 })
    const { id: feedId = '' } = (await feed()) ?? {}
    await pauseFeed(ask, { feedId })
    await tick()
    content = own('a,Apple,,,,10,,', 'b,Bear,,,,10,,', 'c,Cat,,,,10,,')
    await tick()
    expect(await handles({ status: 'archived' })).toEqual(['d'])
  })

  test('that is fetched again or removed leaves no outdated import that could archive products', async () => {
    ;[content, status] = [four, 200]
    const { importId } = await addFeed(ask, { url, everyHours: 6, gone: 'archive' })
    await work()
    const { id: feedId = '' } = (await feed()) ?? {}
    const again = await importFeedNow(ask, { feedId })
    expect(fs.existsSync(path.join(database.dataDir, importKey(importId)))).toBe(false)
    await work()
    await run(own('hand,Sent by hand,,,,10,,'))
    await removeFeed(ask, { feedId })
    await requestImport(ask, { importId: again.importId, gone: 'archive' })
    await work()
    expect(await state(again.importId)).toMatchObject({ status: 'applied', applied: 4 })
    expect(await handles({ status: 'archived' })).toEqual([])
  })

  test('is not fetched while the disk has too little space', async () => {
    ;[content, status] = [four, 200]
    const { importId } = await addFeed(ask, { url, everyHours: 6, gone: 'keep' })
    const given = await database.db.productImport.findUniqueOrThrow({ where: { id: importId } })
    const parts = { db: database.db, dataDir: database.dataDir, network: NETWORK }
    await expect(fetchFeed(parts, given, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'unavailable' })
    expect(fs.existsSync(path.join(database.dataDir, importKey(importId)))).toBe(false)
    await work()
    expect(await state(importId)).toMatchObject({ status: 'read' })
  })

  test('is paused after three failures', async () => {
    ;[content, status] = [four, 200]
    const { importId } = await addFeed(ask, { url, everyHours: 24, gone: 'keep' })
    await work()
    await requestImport(ask, { importId, gone: 'keep' })
    await work()
    status = 500
    for (let failures = 0; failures < 3; failures++) await tick()
    expect(await feed()).toMatchObject({ isActive: false, message: expect.stringContaining('3 times') as string })
  })
})
