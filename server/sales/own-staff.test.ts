import { expect, test } from 'vitest'
import { createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { hashEmail } from './customer-hash.ts'
import { addStaff, listStaff, removeStaff } from './own-staff.service.ts'
import { recordOrder } from './record-order.ts'

const here = useTestDatabase()

test("an address that an administrator adds counts as the partner's own staff, and only its hash is stored", async () => {
  const ask = { db: here.db, ...(await signedIn(here.db, (await createUser(here.db, { role: 'admin' })).id)) }
  const { partner, click } = await createSeller(here.db)
  const partnerId = partner.id
  const email = `packer-${partnerId}@example.test`
  const add = { partnerId, email, label: 'Warehouse' }
  await addStaff(ask, add)
  await expect(addStaff(ask, add)).rejects.toMatchObject({ code: 'conflict', field: 'email' })
  await expect(addStaff(ask, { ...add, email: partner.email })).rejects.toMatchObject({ code: 'conflict' })
  const { known, added } = await listStaff(here.db, partnerId)
  expect([known, added]).toMatchObject([[partner.email], [{ label: 'Warehouse' }]])
  const kept = { staff: await here.db.partnerStaff.findMany(), audit: await here.db.auditEntry.findMany() }
  expect(JSON.stringify(kept)).not.toContain(email)

  const customerHash = await hashEmail(here.db, email)
  const flagsOf = async () => {
    const order = storeOrder({ customerHash, signals: [signal({ clickId: (await click()).id })] })
    const { conversionId } = await recordOrder(here.db, partnerId, order, minutesAfter(ORDERED, 5))
    return (await here.db.conversionFlag.findMany({ where: { conversionId } })).map(({ kind }) => kind)
  }
  expect(await flagsOf()).toContain('own_staff')
  await removeStaff(ask, { partnerId, staffId: added[0]!.id })
  expect(await flagsOf()).not.toContain('own_staff')
  await expect(removeStaff(ask, { partnerId, staffId: added[0]!.id })).rejects.toMatchObject({ code: 'conflict' })
})
