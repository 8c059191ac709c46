import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Meter, signedInPayer } from '#server/platform/meter.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { createSaleAndInvoice } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const SITE_URL = 'https://wtf.example'
const LEDGER = '/brand/dashboard/invoices/ledger.ndjson'

const database = useTestDatabase()
const meter = new Meter({ worked: () => 0, now: () => 0 })
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')), { SITE_URL }, meter)
let ownerId: string
let partnerId: string
let cookie: string

beforeAll(() => configureSecrets([randomBytes(32)]))
beforeEach(async () => {
  ownerId = (await createUser(database.db, { role: 'partner' })).id
  partnerId = (await createPartner(database.db, { ownerId, createdAt: new Date('2020-01-01') })).id
  const { visit } = await signedIn(database.db, ownerId, { visit: createVisit({ siteUrl: SITE_URL }) })
  cookie = [...visit.cookies].map((pair) => pair.join('=')).join('; ')
})

test('sends a complete ledger, one at a time for each partner', async () => {
  const answers = await Promise.all([1, 2].map(() => shop.ask(LEDGER, { cookie })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5')
  const text = await answers.find(({ status }) => status === 200)?.text()
  expect(text).toMatch(/^\{"type":"header".*\n[^]*\{"type":"end".*\n$/)
})

test('charges the requester for invoices and ledgers', async () => {
  await createSaleAndInvoice(database.db, partnerId)
  const invoice = `/brand/dashboard/invoices/${partnerId}/invoice.pdf`
  expect((await shop.ask(invoice, { cookie })).headers.get('content-type')).toBe('application/pdf')
  meter.charge(signedInPayer(ownerId, '192.0.2.1'), 12_000)
  expect((await shop.ask(invoice, { cookie })).status).toBe(429)
  expect((await shop.ask(LEDGER, { cookie })).status).toBe(429)
})
