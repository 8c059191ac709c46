import { expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createLevelCaller } from './levels.ts'

const here = useTestDatabase()
const ask = async (userId: string) =>
  createLevelCaller({
    db: here.db,
    engine: new SqlEngine(here.db),
    dataDir: here.dataDir,
    isOpen: true,
    ...(await signedIn(here.db, userId)),
  }).level.partner()

test('tells partners why access is denied', async () => {
  const { id } = await createUser(here.db, { role: 'partner' })
  await expect(ask(id)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'partners record not found' })
  const { id: partnerId } = await createPartner(here.db, { ownerId: id, verificationStatus: 'pending' })
  expect(await ask(id)).toBe('let in')
  await here.db.partner.update({ where: { id: partnerId }, data: { verificationStatus: 'suspended' } })
  await expect(ask(id)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'This partner account is suspended. Please contact support.',
  })
  await here.db.partner.update({ where: { id: partnerId }, data: { verificationStatus: 'rejected' } })
  await expect(ask(id)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'We did not approve this brand. See your dashboard for the reason.',
  })
})
