import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Columns that assign a row to a person. Actions for a store or the shop belong to that store's files and the log. */
const OWNER = /@map\("(user_id|owner_id|reporter_id)"\)/

/** Reasons for leaving personal data out of the file. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  Brand: 'its owner is a store, not a person',
  OneTimeToken: 'a secret that ends by itself; who has it signs in',
  SearchFind: 'in the file with the saved search that found it',
  NewInDigest: 'when the last mail and notification about new things went: the mails and finds in the file say so',
  SaleMailMark: 'how far emails about a store’s sales have come: the mails in the file say so',
  SalePushMark: 'how far notifications about a store’s sales have come',
  UnfinishedSignIn: 'a sign-in that waits for its second factor, for minutes',
}
const QUERIED = /\b(?:db|tx)\.(\w+)\.find/g
const TABLES_OF_SQL: Readonly<Record<string, string>> = {
  product_views: 'ProductView',
  outbound_clicks: 'OutboundClick',
}

test('the export covers every table with personal data, or lists a reason for leaving it out', async () => {
  const folder = path.resolve(import.meta.dirname, '../../prisma/schema')
  const schemas = await Promise.all(
    (await fs.readdir(folder)).map((name) => fs.readFile(path.join(folder, name), 'utf8')),
  )
  const owned = schemas
    .flatMap((text) => [...text.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)])
    .flatMap(([, name = '', body = '']) => (OWNER.test(body) ? [name] : []))
  expect(owned.length).toBeGreaterThan(25)
  const code = (
    await Promise.all(
      ['export-account.ts', 'export-written.ts'].map((name) =>
        fs.readFile(path.join(import.meta.dirname, name), 'utf8'),
      ),
    )
  ).join('')
  const exported = new Set([
    ...[...code.matchAll(QUERIED)].map(([, name = '']) => name.slice(0, 1).toUpperCase() + name.slice(1)),
    ...Object.entries(TABLES_OF_SQL).flatMap(([table, name]) => (code.includes(`FROM ${table} `) ? [name] : [])),
  ])
  expect(owned.filter((name) => !exported.has(name) && !(name in LEFT_OUT))).toEqual([])
  expect(Object.keys(LEFT_OUT).filter((name) => exported.has(name) || !owned.includes(name))).toEqual([])
})
