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
  cookie = await cookieOf(ownerId)
})

test('sends the entire ledger, with one download at a time per partner', async () => {
  const { refused, both } = await database.db.$transaction(async (tx) => {
    // The export that has started waits for this lock.
    await tx.$executeRaw`LOCK TABLE invoices IN ACCESS EXCLUSIVE MODE`
    const asked = [1, 2].map(() => shop.ask(LEDGER, { cookie }))
    return { refused: await Promise.race(asked), both: asked }
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  const sent = (await Promise.all(both)).find((answer) => answer !== refused)
  expect(sent?.status).toBe(200)
  expect(await sent?.text()).toMatch(/^\{"type":"header".*\n[^]*\{"type":"end".*\n$/)
})

test('charges invoice and ledger downloads to the user', async () => {
  await createSaleAndInvoice(database.db, partnerId)
  const invoice = `/brand/dashboard/invoices/${partnerId}/invoice.pdf`
  expect((await shop.ask(invoice, { cookie })).headers.get('content-type')).toBe('application/pdf')
  meter.charge(signedInPayer(ownerId, '192.0.2.1'), 12_000)
  expect((await shop.ask(invoice, { cookie })).status).toBe(429)
  expect((await shop.ask(LEDGER, { cookie })).status).toBe(429)
})

test('sends an e-invoice to its partner and to administrators, or explains why it does not exist', async () => {
  const { db } = database
  await createSaleAndInvoice(db, partnerId)
  const [own, ofAdmins] = ['/brand/dashboard', '/admin'].map((area) => `${area}/invoices/${partnerId}/invoice.xml`)
  const admin = await cookieOf((await createUser(db, { role: 'admin' })).id)
  const stranger = await createUser(db, { role: 'partner' })
  await createPartner(db, { ownerId: stranger.id })
  const none = await shop.ask(own ?? '', { cookie })
  expect([none.status, await none.text()]).toEqual([
    404,
    'There is no e-invoice for this invoice. It was issued before the seller details were entered.',
  ])
  const lastInvoice = { number: 'N-2', month: new Date('2026-09-01'), totalMinor: 500, payableMinor: 500 }
  const { id } = await db.invoice.create({
    data: {
      partnerId,
      kind: 'invoice',
      currency: 'GBP',
      status: 'open',
      ...lastInvoice,
      issuedAt: new Date('2026-10-01'),
      dueOn: new Date('2026-10-15'),
      billedTo: { businessName: 'A', businessAddress: '', email: 'a@example.test', country: 'FR', legalName: 'A SAS' },
      seller: {
        legalName: 'WTF Ltd',
        address: 'Street 1',
        country: 'GB',
        companyNumber: '1',
        vatNumber: '',
        iban: 'GB33BUKB20201555555555',
      },
      vat: { create: { treatment: 'not_registered', rateBps: 0, netMinor: 500, vatMinor: 0 } },
    },
  })
  for (const [area, who] of [
    ['/brand/dashboard', cookie],
    ['/admin', admin],
  ] as const) {
    const answer = await shop.ask(`${area}/invoices/${id}/invoice.xml`, { cookie: who })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml'])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="N-2.xml"')
    expect(await answer.text()).toContain('<cbc:PayableAmount currencyID="GBP">5.00</cbc:PayableAmount>')
  }
  expect((await shop.ask(own ?? '', { cookie: await cookieOf(stranger.id) })).status).toBe(404)
  expect((await shop.ask(ofAdmins ?? '', { cookie })).status).toBe(403)
})

async function cookieOf(userId: string): Promise<string> {
  const { visit } = await signedIn(database.db, userId, { visit: createVisit({ siteUrl: SITE_URL }) })
  return [...visit.cookies].map((pair) => pair.join('=')).join('; ')
}
