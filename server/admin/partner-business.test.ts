import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createSaleAndInvoice } from '#tests/setup/sales.ts'
import { createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getPartnerBusiness } from './partner-business.service.ts'

const here = useTestDatabase()

test("shows one partner's sales, plan and invoices, and no other partner's", async () => {
  const { db } = here
  const [mine, other] = [await createPartner(db), await createPartner(db)]
  for (const { id } of [mine, other]) await createSaleAndInvoice(db, id)
  expect(await getPartnerBusiness(db, mine.id)).toMatchObject({
    sales: [{ status: 'tracked', count: 1 }],
    invoices: [{ id: mine.id, number: `N-${mine.id}`, grossMinor: 500, status: 'open' }],
    store: null,
    apiKeys: 0,
    plan: { currency: 'GBP' },
  })
  await expect(getPartnerBusiness(db, newId())).rejects.toMatchObject({ code: 'not_found' })
})
