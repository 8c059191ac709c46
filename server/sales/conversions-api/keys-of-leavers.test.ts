import { beforeAll, describe, expect, test } from 'vitest'
import { requestDeletion } from '#server/accounts/delete-account.service.ts'
import { liftSuspension, suspendPerson } from '#server/accounts/people/suspend.service.ts'
import { configureAuth } from '#server/auth/auth-config.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { handOverByAdmin } from '#server/partners/team/hand-over-by-admin.service.ts'
import { handOverStore } from '#server/partners/team/hand-over.service.ts'
import { leaveTeam, removeColleague } from '#server/partners/team/team.service.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { openPostback, signPostback } from './postback.service.ts'
import { confirmKey, createKey, findBearer, listKeys } from './store-keys.service.ts'

const here = useTestDatabase()
beforeAll(() => {
  configureSecrets([Buffer.alloc(32, 7)])
  configureAuth({ limits: 'off', adminEmails: [] })
})
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

/** Creates a store with a key of each kind made by its owner, and a colleague. */
async function store() {
  const owner = await createUser(here.db, { role: 'partner' })
  const { id: partnerId } = await createPartner(here.db, { ownerId: owner.id })
  const colleague = await createUser(here.db, { role: 'partner' })
  await here.db.partnerMember.create({ data: { userId: colleague.id, partnerId, role: 'editor' } })
  const askAs = async (userId: string) => ({
    db: here.db,
    ...(await signedIn(here.db, userId)),
    partner: { id: partnerId } as never,
  })
  const ask = await askAs(owner.id)
  const [bearer, postback] = [
    await createKey(ask, { name: 'Server', kind: 'bearer' }),
    await createKey(ask, { name: 'Pixel', kind: 'postback' }),
  ]
  const works = async (now = new Date()) => {
    const parameters = { order_id: '1', ts: String(Math.floor(now.getTime() / 1000)) }
    const signed = { ...parameters, sig: signPostback(postback.secret, parameters) }
    return [
      (await findBearer(here.db, bearer.secret, now)) !== null,
      (await openPostback(here.db, postback.keyId, signed, now)) !== null,
    ]
  }
  return { owner, colleague, partnerId, ask, askAs, bearer, postback, works }
}

describe('a store that its owner transfers', () => {
  test('keeps its keys for seven days, or longer if the new owner confirms them, and the former owner is signed out', async () => {
    const { owner, colleague, ask, askAs, bearer, works } = await store()
    const { visit } = await signedIn(here.db, owner.id)
    await handOverStore(ask, { userId: colleague.id })
    expect(await findViewer({ db: here.db, visit })).toBeNull()
    expect([await works(inDays(6.9)), await works(inDays(7.1))]).toEqual([
      [true, true],
      [false, false],
    ])
    await expect(confirmKey(ask, { keyId: bearer.keyId })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(createKey(ask, { name: 'Late', kind: 'bearer' })).rejects.toMatchObject({ code: 'forbidden' })
    const heir = await askAs(colleague.id)
    await confirmKey(heir, { keyId: bearer.keyId })
    expect(await works(inDays(7.1))).toEqual([true, false])
    expect(await listKeys(heir)).toMatchObject([
      {
        name: 'Server',
        createdBy: { email: owner.email },
        confirmedBy: { email: colleague.email },
        confirmBefore: null,
      },
      { name: 'Pixel', createdBy: { email: owner.email }, confirmedBy: null, confirmBefore: expect.any(Date) },
    ])
  })
  test('loses unconfirmed keys when the former owner leaves or is removed', async () => {
    for (const how of ['leaves', 'is removed', 'closes the account'] as const) {
      const { owner, colleague, ask, askAs, bearer, works } = await store()
      await handOverStore(ask, { userId: colleague.id })
      const heir = await askAs(colleague.id)
      await confirmKey(heir, { keyId: bearer.keyId })
      const former = await askAs(owner.id)
      if (how === 'leaves') await leaveTeam(former)
      else if (how === 'is removed') await removeColleague(heir, { userId: owner.id })
      else await requestDeletion(former, { email: owner.email })
      expect(await works(), how).toEqual([true, false])
    }
  })
})

test('a store transferred by two administrators loses the keys of its former owner at once', async () => {
  const { owner, partnerId, works } = await store()
  const heir = await createUser(here.db)
  const give = async () => {
    const { id } = await createUser(here.db, { role: 'admin' })
    const ask = { db: here.db, ...(await signedIn(here.db, id)) }
    return handOverByAdmin(ask, { partnerId, from: owner.id, email: heir.email, reason: 'It was sold.' })
  }
  await give()
  expect(await works()).toEqual([true, true])
  await give()
  expect(await works()).toEqual([false, false])
  expect(
    await here.db.storeKey.count({ where: { partnerId, OR: [{ revokedAt: null }, { sealed: { not: null } }] } }),
  ).toBe(0)
})

test('keys of a suspended account are refused until the suspension is lifted', async () => {
  const { owner, works } = await store()
  const { id } = await createUser(here.db, { role: 'admin' })
  const ask = { db: here.db, ...(await signedIn(here.db, id)) }
  await suspendPerson(ask, { userId: owner.id, from: 'open', reason: 'A stolen password.' })
  expect(await works()).toEqual([false, false])
  await liftSuspension(ask, { userId: owner.id, from: 'suspended' })
  expect(await works()).toEqual([true, true])
})
