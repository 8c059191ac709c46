import { beforeEach, expect, test } from 'vitest'
import { createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { requestImport, beginImport, getImport, listFindings } from './imports.service.ts'
import { mapColumns, parseAgain } from './reading.service.ts'
import { receiveImportFile } from './receive-import-file.ts'
import { workFor } from './work-for.ts'

const database = useTestDatabase()
let ask: Awaited<ReturnType<typeof createPartnerAsk>> & { dataDir: string }

beforeEach(async () => {
  ask = { ...(await createPartnerAsk(database.db)), dataDir: database.dataDir }
})
const work = () => workFor({ db: database.db, dataDir: database.dataDir }, ask.partner.id, new AbortController().signal)

async function send(content: string): Promise<string> {
  const { importId, partnerId } = await beginImport(ask, { fileName: 'a.csv', byteSize: null })
  const body = (async function* () {
    yield Buffer.from(content)
  })()
  expect(
    await receiveImportFile(database.db, database.dataDir, { importId, partnerId, announced: null }, body),
  ).toBeNull()
  await work()
  return importId
}
const refused = async (importId: string) =>
  (await listFindings(ask, { importId, kind: 'refused', page: 1 })).findings.map(({ handle, reason }) => [
    handle,
    reason,
  ])
const apply = async (importId: string) => {
  await requestImport(ask, { importId, gone: 'keep' })
  await work()
}

test('rejects a price of 0 until the partner confirms it, and accepts it in later imports', async () => {
  const importId = await send('handle,name,price\nfree,Free,0\npaid,Paid,10\n')
  expect(await refused(importId)).toEqual([['free', expect.stringContaining('a price is 0')]])
  await parseAgain(ask, { importId, chosen: { takesFree: true } })
  await work()
  expect(await refused(importId)).toEqual([])
  expect(await getImport(ask, { importId })).toMatchObject({ created: 2, reading: { takesFree: true } })
  await apply(importId)
  const again = await send('handle,name,price\nfree,Free,0.00\npaid,Paid,0\n')
  expect(await refused(again)).toEqual([['paid', expect.stringContaining('a price is 0')]])
  expect(await getImport(ask, { importId: again })).toMatchObject({ unchanged: 1, changed: 0 })
})

test('parses a file again with the separator and header row that the partner chooses', async () => {
  const importId = await send('Notes;x\nhandle|name|price\na|A;B|10\n')
  await parseAgain(ask, { importId, chosen: { separator: ';', headerLine: 1 } })
  await work()
  expect(await getImport(ask, { importId })).toMatchObject({
    status: 'unmapped',
    reading: { assumed: ['Semicolons, UTF-8'], separator: ';' },
    columns: { header: ['Notes', 'x'] },
  })
  await parseAgain(ask, { importId, chosen: { separator: '|', headerLine: 2 } })
  await work()
  expect(await getImport(ask, { importId })).toMatchObject({ status: 'read', format: 'wtf', created: 1 })
  await apply(importId)
  await expect(parseAgain(ask, { importId, chosen: {} })).rejects.toMatchObject({ code: 'conflict' })
  const stranger = { ...(await createPartnerAsk(database.db)), dataDir: database.dataDir }
  await expect(parseAgain(stranger, { importId, chosen: {} })).rejects.toMatchObject({ code: 'not_found' })
})

test('allows changing the columns of a preset', async () => {
  const importId = await send(
    'ID,Type,SKU,Name,Published,Regular price,Parent,Short name,Attribute 1 name,Attribute 1 value(s)\n1,simple,S,Long,1,10,,Short,,\n',
  )
  const { status, columns, reading } = await getImport(ask, { importId })
  expect({ status, preset: reading?.assumed[0] }).toEqual({ status: 'read', preset: 'WooCommerce export' })
  await mapColumns(ask, { importId, mapping: { ...columns?.mapping, name: 7 } })
  await work()
  await apply(importId)
  expect(await database.db.product.findMany({ where: { partnerId: ask.partner.id } })).toMatchObject([
    { handle: 'S', name: 'Short' },
  ])
})
