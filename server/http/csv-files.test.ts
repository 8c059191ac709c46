import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { Meter } from '#server/platform/meter.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { createSaleAndInvoice } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

const SITE_URL = 'https://wtf.example'
const SALES = '/brand/dashboard/sales/list.csv'

const database = useTestDatabase()
const meter = new Meter({ worked: () => 0, now: () => 0 })
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')), { SITE_URL }, meter)

async function enterWithSale() {
  const { id: ownerId } = await createUser(database.db, { role: 'partner' })
  const { id } = await createPartner(database.db, { ownerId, createdAt: new Date('2020-01-01') })
  await createSaleAndInvoice(database.db, id)
  const { visit } = await signedIn(database.db, ownerId, { visit: createVisit({ siteUrl: SITE_URL }) })
  return [...visit.cookies].map((pair) => pair.join('=')).join('; ')
}

test('allows each partner one sales export at a time', async () => {
  const [cookie, other] = [await enterWithSale(), await enterWithSale()]
  const files = await database.db.$transaction(async (tx) => {
    // Blocks all readers of sales until this transaction ends.
    await tx.$executeRaw`LOCK TABLE conversions`
    const [theirs, ours, again] = [other, cookie, cookie].map((each) => shop.ask(SALES, { cookie: each }))
    const refused = await Promise.race([ours, again])
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '5'])
    return { theirs, both: [ours, again] }
  })
  const answers = await Promise.all([files.theirs, ...files.both])
  expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 200, 429])
  const whole = answers.find((answer) => answer?.status === 200)
  expect(parse((await whole?.text()) ?? '', { bom: true, columns: true })).toMatchObject([{ Order: '#1', Net: '50' }])
  const again = await shop.ask(`${SALES}?state=counted`, { cookie })
  expect(parse(await again.text(), { bom: true, columns: true })).toEqual([])
})
