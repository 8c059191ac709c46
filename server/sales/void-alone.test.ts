import { expect, test } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { NotConnected } from '#server/platform/database-away.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { withFailingTransactions } from '#tests/setup/failing-transactions.ts'
import { createAdminAsk, createOwedSale, madeAdmin } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { resolveFlag, voidDue } from './resolve-flag.service.ts'
import { ALONE_DAYS, MAX_ALONE_MINOR } from './void-alone.ts'

const database = useTestDatabase()
const SITE = 'https://wtf.example'

test('lets a single administrator void only a small total amount', async () => {
  const { db } = database
  const [alone, second] = [await createAdminAsk(db), await createAdminAsk(db)]
  const start = new Date()
  const find = async (by: typeof alone, at: Date) => {
    const { partnerId, saleId: conversionId } = await createOwedSale(db)
    const { id: flagId } = await db.conversionFlag.create({ data: { partnerId, conversionId, kind: 'own_staff' } })
    const found = { flagId, worth: '10000 GBP', outcome: 'does_not_count', resolution: 'Their own.' } as const
    const { isWaiting, holdsFrom } = await resolveFlag(by, found, at)
    expect(isWaiting).toBe(true)
    return { flagId, found, holdsFrom, conversionId }
  }
  const owed = async (conversionId: string) =>
    (await db.commissionEntry.aggregate({ where: { conversionId }, _sum: { amountMinor: true } }))._sum.amountMinor
  // 10 pounds are owed for each sale, which are 40 dollars at this rate. Two sales are within the limit.
  await db.exchangeRate.update({ where: { currency: 'GBP' }, data: { toBase: '4' } })
  const found = []
  for (let count = 0; count < 3; count++) found.push(await find(alone, start))
  const tomorrow = new Date(start.getTime() + DAY_MS)
  // The void date is only announced for sales within the limit.
  expect(found.map(({ holdsFrom }) => holdsFrom)).toEqual([tomorrow, tomorrow, null])
  expect(await voidDue(db, SITE, tomorrow)).toBe(2)
  expect(await voidDue(db, SITE, tomorrow)).toBe(0)
  const rest = []
  for (const each of found) if ((await owed(each.conversionId)) !== 0n) rest.push(each)
  expect(rest).toHaveLength(1)
  const used = await db.auditEntry.findMany({ where: { actorId: alone.viewer.userId, action: 'flag_resolved' } })
  const sum = used.reduce((total, { data }) => total + BigInt((data as { aloneBaseMinor: number }).aloneBaseMinor), 0n)
  expect(sum).toBe(80_00n)
  expect(sum).toBeLessThanOrEqual(MAX_ALONE_MINOR)
  // Voiding after a day is no longer offered, but a second administrator can agree immediately.
  expect((await find(alone, tomorrow)).holdsFrom).toBeNull()
  const { found: one, conversionId } = rest[0]!
  await resolveFlag(second, one, tomorrow)
  expect(await owed(conversionId)).toBe(0n)
  expect(await voidDue(db, SITE, new Date(tomorrow.getTime() + (ALONE_DAYS + 1) * DAY_MS))).toBeGreaterThan(0)
})

test('does not give up on a void if PostgreSQL or a lock is unavailable', async () => {
  const { db } = database
  const by = await createAdminAsk(db)
  const { partnerId, saleId: conversionId } = await createOwedSale(db)
  const { id: flagId } = await db.conversionFlag.create({ data: { partnerId, conversionId, kind: 'own_staff' } })
  const found = { flagId, worth: '10000 GBP', outcome: 'does_not_count', resolution: 'Their own.' } as const
  const { holdsFrom } = await resolveFlag(by, found, new Date())
  const late = new Date(holdsFrom!.getTime() + DAY_MS)
  await expect(voidDue(withFailingTransactions(db, new NotConnected('x')), SITE, late)).rejects.toThrow(NotConnected)
  const slow = new Prisma.PrismaClientKnownRequestError('expired transaction', { code: 'P2028', clientVersion: '7' })
  expect(await voidDue(withFailingTransactions(db, slow), SITE, late)).toBe(0)
  expect(await voidDue(db, SITE, late)).toBe(1)
})

test(
  'administrators who appointed each other share a limit, even after one of them is deleted',
  { timeout: 90_000 },
  async () => {
    const { db } = database
    const [maker, made, sibling, other] = await Promise.all(Array.from({ length: 4 }, () => createAdminAsk(db)))
    for (const { viewer } of [made!, sibling!]) await madeAdmin(db, viewer.userId, maker!.viewer.userId)
    await db.exchangeRate.update({ where: { currency: 'GBP' }, data: { toBase: '9' } })
    let at = new Date()
    const voidedBy = async (by: NonNullable<typeof maker>) => {
      const { partnerId, saleId: conversionId } = await createOwedSale(db)
      const { id: flagId } = await db.conversionFlag.create({ data: { partnerId, conversionId, kind: 'own_staff' } })
      const found = { flagId, worth: '10000 GBP', outcome: 'does_not_count', resolution: 'Their own.' } as const
      const { holdsFrom } = await resolveFlag(by, found, at)
      at = new Date(at.getTime() + DAY_MS)
      expect(await voidDue(db, SITE, at)).toBe(holdsFrom ? 1 : 0)
      return holdsFrom !== null
    }
    expect(await voidedBy(made!)).toBe(true)
    await db.user.update({ where: { id: made!.viewer.userId }, data: { role: 'customer' } })
    expect(await voidedBy(sibling!)).toBe(false)
    expect(await voidedBy(maker!)).toBe(false)
    expect(await voidedBy(other!)).toBe(true)
  },
)

test('never lets a single administrator void a larger sale', async () => {
  const { db } = database
  const ask = await createAdminAsk(db)
  const { partnerId, saleId: conversionId } = await createOwedSale(db)
  await db.exchangeRate.update({ where: { currency: 'GBP' }, data: { toBase: '100' } })
  const { id: flagId } = await db.conversionFlag.create({ data: { partnerId, conversionId, kind: 'own_staff' } })
  const found = { flagId, worth: '10000 GBP', outcome: 'does_not_count', resolution: 'Their own.' } as const
  expect(await resolveFlag(ask, found)).toEqual({ isWaiting: true, holdsFrom: null })
  expect(await voidDue(db, SITE, new Date(Date.now() + 400 * DAY_MS))).toBe(0)
})
