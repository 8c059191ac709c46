import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { signUpCustomerInput } from '#server/auth/auth.schema.ts'
import { requestEmailChange } from '#server/auth/email.service.ts'
import { makeAdmin } from '#server/auth/make-admin.service.ts'
import { opensMore } from '#server/auth/opens-more.ts'
import { signUpCustomer } from '#server/auth/sign-up.service.ts'
import { getOutboxMail } from '#server/mail/outbox.service.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { codeIn, kindsTo, lastMail, signedIn, tokenIn } from '#tests/setup/auth.ts'
import { madeAdmin } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { requestDeletion } from '#server/accounts/delete-account.service.ts'
import { changeRole } from '#server/accounts/people/change-role.service.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { areIndependent, listAdministrators } from './administrators.ts'
import { assertMayMoveMoney, describeDeciding } from './money-policy.ts'

const here = useTestDatabase()
const NOW = new Date()
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
beforeAll(() => configureAuth({ limits: 'off', adminEmails: [] }))
beforeEach(() => configureAuth({ adminEmails: [] }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS, adminEmails: [] }))

const administrator = async () => (await createUser(here.db, { role: 'admin' })).id
const may = (by: string, proposedBy: string | null = null, { now = NOW, partnerId = null as string | null } = {}) =>
  here.db.$transaction((tx) => assertMayMoveMoney(tx, { action: 'adjustment', by, proposedBy, partnerId }, now))
const bothWays = async (one: string, other: string) => {
  const results = await Promise.allSettled([may(one, other), may(other, one)])
  const [first, second] = results.map(({ status }) => status === 'fulfilled')
  expect(first).toBe(second)
  return first
}

describe('two administrators', () => {
  test('are independent if neither appointed the other and nobody appointed both', async () => {
    const [root, other] = [await administrator(), await administrator()]
    expect(await bothWays(root, other)).toBe(true)
    await expect(may(root, root)).rejects.toMatchObject({ code: 'forbidden' })
  })
  test('are not independent if one appointed the other, even through a chain, or one person appointed both', async () => {
    const [root, child, grandchild, sibling, stranger] = await Promise.all(Array.from({ length: 5 }, administrator))
    await madeAdmin(here.db, child!, root!)
    await madeAdmin(here.db, grandchild!, child!)
    await madeAdmin(here.db, sibling!, root!)
    for (const [one, other] of [
      [root, child],
      [root, grandchild],
      [child, sibling],
      [grandchild, sibling],
    ])
      expect(await bothWays(one!, other!)).toBe(false)
    for (const each of [root, child, grandchild, sibling]) expect(await bothWays(stranger!, each!)).toBe(true)
  })
  test('stay dependent after the appointer is deleted, an address changes, or another person appoints them again', async () => {
    const [root, one, two, other] = [
      await administrator(),
      await administrator(),
      await administrator(),
      await administrator(),
    ]
    await madeAdmin(here.db, one, root)
    await madeAdmin(here.db, two, root)
    await here.db.user.delete({ where: { id: root } })
    await here.db.user.update({ where: { id: two }, data: { email: `changed-${two}@example.test` } })
    expect(await bothWays(one, two)).toBe(false)
    const note = {
      action: 'role_changed',
      subjectId: two,
      data: { before: { role: 'admin' }, after: { role: 'customer' } },
    }
    await here.db.auditEntry.create({ data: { ...note, actorId: other, at: new Date('2021-02-01') } })
    await madeAdmin(here.db, two, other, new Date('2021-02-02'))
    expect([await bothWays(one, two), await bothWays(other, two)]).toEqual([false, false])
  })
  test('become independent seven days after the command line vouches for one of them', async () => {
    const root = await createUser(here.db, { role: 'admin' })
    const made = await createUser(here.db)
    const ask = { db: here.db, ...(await signedIn(here.db, root.id)) }
    await changeRole(ask, { userId: made.id, from: 'customer', to: 'admin' })
    expect(await lastMail(here.db, root.email, 'admin_added')).toMatchObject({
      subject: `New administrator: ${made.email}`,
    })
    await expect(may(made.id, root.id, { now: inDays(8) })).rejects.toMatchObject({ code: 'forbidden' })
    await makeAdmin(here.db, 'https://wtf.example', made.email)
    await expect(may(made.id, root.id, { now: inDays(6) })).rejects.toMatchObject({ code: 'forbidden' })
    await may(made.id, root.id, { now: inDays(8) })
    // The new administrator is not emailed about themselves.
    expect(await kindsTo(here.db, made.email)).not.toContain('admin_added')
  })
  test('match a simple model of appointments for any history', async () => {
    const history = fc.array(fc.tuple(fc.option(fc.nat(5)), fc.nat(5)), { maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const ids = await Promise.all(Array.from({ length: 6 }, administrator))
        const makers = ids.map(() => new Set<number>())
        let at = Date.parse('2021-01-01')
        for (const [by, who] of steps) {
          if (by === who) continue
          await madeAdmin(here.db, ids[who]!, by === null ? null : ids[by]!, new Date((at += 1_000)))
          if (by === null) makers[who]!.clear()
          else makers[who]!.add(by)
        }
        const origins = (person: number, seen = new Set<number>()): Set<number> => {
          if (seen.has(person)) return seen
          seen.add(person)
          for (const maker of makers[person]!) origins(maker, seen)
          return seen
        }
        const found = await listAdministrators(here.db, NOW)
        const of = (index: number) => found.find(({ id }) => id === ids[index])!
        for (let one = 0; one < 6; one++)
          for (let other = 0; other < 6; other++)
            expect(areIndependent(of(one), of(other))).toBe(![...origins(one)].some((each) => origins(other).has(each)))
      }),
      { numRuns: 12 },
    )
  })
})

describe('a new administrator', () => {
  test('cannot propose or decide for seven days, even after losing and regaining the role', async () => {
    const [other, fresh] = [await administrator(), await administrator()]
    await madeAdmin(here.db, fresh, null, NOW)
    for (const days of [0, 6.9]) {
      await expect(may(fresh, null, { now: inDays(days) })).rejects.toThrow(
        /Your admin access is new\. From .*, you can /,
      )
      await expect(may(fresh, other, { now: inDays(days) })).rejects.toMatchObject({ code: 'forbidden' })
      await expect(may(other, fresh, { now: inDays(days) })).rejects.toMatchObject({ code: 'conflict' })
    }
    await may(fresh, other, { now: inDays(7.1) })
    await madeAdmin(here.db, fresh, null, inDays(8))
    await expect(may(fresh, null, { now: inDays(9) })).rejects.toMatchObject({ code: 'forbidden' })
  })
  test('is new from the creation of the account if no appointment is recorded', async () => {
    const { id } = await createUser(here.db, { role: 'admin', createdAt: NOW })
    await expect(may(id)).rejects.toMatchObject({ code: 'forbidden' })
  })
  test('cannot free an address of ADMIN_EMAILS for a second account, by changing it or closing the account', async () => {
    const user = await createUser(here.db, { role: 'admin' })
    configureAuth({ adminEmails: [user.email] })
    const ask = { db: here.db, ...(await signedIn(here.db, user.id)) }
    const change = requestEmailChange(ask, { email: 'another@example.test', currentPassword: '' })
    const refused = { code: 'conflict', message: expect.stringContaining('ADMIN_EMAILS') as string }
    await expect(change).rejects.toMatchObject(refused)
    await expect(requestDeletion(ask, { email: user.email })).rejects.toMatchObject(refused)
  })
  test('cannot create a second administrator by signing up for ADMIN_EMAILS and reading the code in the outbox', async () => {
    const rogue = await createUser(here.db, { role: 'admin' })
    configureAuth({ adminEmails: ['coming@example.test'] })
    const [visit, password] = [createVisit(), 'Correct-Horse-7']
    const typed = { fullName: 'Ada Example', email: 'coming@example.test', phone: '', password }
    await signUpCustomer({ db: here.db, visit }, signUpCustomerInput.parse({ ...typed, confirmPassword: password }))
    const { id } = (await lastMail(here.db, typed.email))!
    const ask = { db: here.db, ...(await signedIn(here.db, rogue.id)) }
    const read = await getOutboxMail(ask, id, (email) => opensMore(here.db, ask.viewer, email))
    expect([tokenIn(read), codeIn(read)]).toEqual(['', ''])
  })
})

test('an administrator who owns the store, works for it or has worked for it cannot decide about its money', async () => {
  const [owner, colleague, former, other] = await Promise.all(Array.from({ length: 4 }, administrator))
  const { id: partnerId } = await createPartner(here.db, { ownerId: owner! })
  await here.db.partnerMember.create({ data: { userId: colleague!, partnerId, role: 'editor' } })
  const note = { action: 'team_left', actorId: former!, subjectId: former!, data: { partnerId } }
  await here.db.auditEntry.create({ data: note })
  for (const tied of [owner, colleague, former]) {
    await expect(may(tied!, null, { partnerId })).rejects.toThrow(/own this store or have worked for it/)
    await expect(may(other!, tied!, { partnerId })).rejects.toMatchObject({ code: 'conflict' })
    await may(tied!)
  }
  await may(other!, null, { partnerId })
})

test('an approval explains why the viewer cannot approve it, and who can', async () => {
  const [root, child, other] = [
    await createUser(here.db, { role: 'admin' }),
    await administrator(),
    await createUser(here.db, { role: 'admin' }),
  ]
  await madeAdmin(here.db, child, root.id)
  const [mine, theirs] = await describeDeciding(
    here.db,
    child,
    [
      { proposedById: root.id, partnerId: null },
      { proposedById: other.id, partnerId: null },
    ],
    NOW,
  )
  expect(mine?.obstacle).toContain(`You and ${root.email} do not count as two independent people`)
  expect(mine?.deciders).toContain(other.email)
  expect(theirs?.obstacle).toBeNull()
})

test('an invalid proposal lists no approvers, and a new administrator learns why they cannot approve', async () => {
  const [left, other] = [await createUser(here.db, { role: 'customer' }), await administrator()]
  const fresh = await createUser(here.db, { role: 'admin', createdAt: NOW })
  await here.db.auditEntry.create({
    data: { action: 'role_changed', subjectId: fresh.id, data: { after: { role: 'admin' } } },
  })
  const proposals = [
    { proposedById: left.id, partnerId: null },
    { proposedById: fresh.id, partnerId: null },
  ]
  const seen = await describeDeciding(here.db, other, proposals, NOW)
  expect(seen).toEqual([
    { obstacle: expect.stringContaining('no longer has admin access'), deciders: null, canReject: true },
    { obstacle: expect.stringContaining(`${fresh.email} proposed this and is a new`), deciders: null, canReject: true },
  ])
  for (const each of await describeDeciding(here.db, fresh.id, proposals, NOW))
    expect(each).toMatchObject({ obstacle: expect.stringContaining('Your admin access is new'), canReject: false })
})

test('a simultaneous role change waits for the money transaction', async () => {
  const [root, other] = [await createUser(here.db, { role: 'admin' }), await administrator()]
  const ask = { db: here.db, ...(await signedIn(here.db, root.id)) }
  const order: string[] = []
  let demoted: Promise<unknown> = Promise.resolve()
  await here.db.$transaction(async (tx) => {
    await assertMayMoveMoney(tx, { action: 'adjustment', by: other, partnerId: null }, NOW)
    demoted = changeRole(ask, { userId: other, from: 'admin', to: 'customer' }).then(() => order.push('demoted'))
    // It waits for the lock before money is moved.
    for (let waiting = 0; waiting === 0;) {
      const [row] = await tx.$queryRaw<Array<{ waiting: number }>>`
        SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
      waiting = row?.waiting ?? 0
    }
    order.push('moved')
  })
  await demoted
  expect(order).toEqual(['moved', 'demoted'])
})
