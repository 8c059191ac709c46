import { expect, test } from 'vitest'
import { findViewer } from '#server/auth/session.service.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { kindsTo, longAgo, SHOW_FIRST, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { handOverByAdmin, getStoreTeam } from './hand-over-by-admin.service.ts'

const here = useTestDatabase()
const reason = 'The store was sold.'

test('gives a store to another account, removes the former owner, and notifies both', async () => {
  const ask = { db: here.db, ...(await signedIn(here.db, (await createUser(here.db, { role: 'admin' })).id)) }
  const [owner, heir, bare] = [
    await createUser(here.db, { role: 'partner' }),
    await createUser(here.db),
    await createUser(here.db, { emailVerifiedAt: null }),
  ]
  const { id: partnerId } = await createPartner(here.db, { ownerId: owner.id })
  const { visit } = await signedIn(here.db, owner.id)
  await here.db.saleMailMark.create({ data: { userId: owner.id, partnerId, seq: 0, mailedAt: new Date() } })
  const give = (email: string, from = owner.id) => handOverByAdmin(ask, { partnerId, from, email, reason })
  await expect(give(bare.email)).rejects.toMatchObject({ code: 'bad_input', field: 'email' })
  await expect(give('nobody-here@example.test')).rejects.toMatchObject({ code: 'bad_input', field: 'email' })
  await expect(give(ask.viewer.email)).rejects.toMatchObject({ code: 'bad_input', field: 'email' })
  await expect(
    handOverByAdmin({ ...ask, viewer: longAgo(ask.viewer) }, { partnerId, from: owner.id, email: heir.email, reason }),
  ).rejects.toMatchObject(SHOW_FIRST)

  expect(await give(heir.email)).toEqual({ isWaiting: true })
  expect(await getStoreTeam(here.db, partnerId)).toMatchObject({ owner: { email: owner.email } })
  const second = { db: here.db, ...(await signedIn(here.db, (await createUser(here.db, { role: 'admin' })).id)) }
  await handOverByAdmin(second, { partnerId, from: owner.id, email: heir.email, reason })
  expect(await getStoreTeam(here.db, partnerId)).toMatchObject({ owner: { email: heir.email }, members: [] })
  expect(await findViewer({ db: here.db, visit })).toBeNull()
  expect(await here.db.saleMailMark.count({ where: { userId: owner.id } })).toBe(0)
  expect((await signedIn(here.db, owner.id)).viewer).toMatchObject({ role: 'customer', partner: null })
  expect((await signedIn(here.db, heir.id)).viewer).toMatchObject({ role: 'partner', partner: { role: 'owner' } })
  expect([await kindsTo(here.db, owner.email), await kindsTo(here.db, heir.email)]).toEqual([
    ['store_given'],
    ['store_given'],
  ])
  await expect(give(heir.email)).rejects.toMatchObject({ code: 'conflict' })
})
