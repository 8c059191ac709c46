import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { connect } from './db.ts'
import { appSecret } from './secrets.ts'

const database = useTestDatabase()

describe('appSecret', () => {
  test('is 32 random bytes, different for every name', async () => {
    const [one, other] = await Promise.all([appSecret(database.db, 'one'), appSecret(database.db, 'other')])
    expect([one.length, other.length]).toEqual([32, 32])
    expect(one.equals(other)).toBe(false)
  })
  test('is the same in every process, however many start at once', async () => {
    const processes = Array.from({ length: 6 }, () => connect(database.url, { poolSize: 2 }))
    const secrets = await Promise.all(processes.flatMap((db) => [appSecret(db, 'shared'), appSecret(db, 'shared')]))
    await Promise.all(processes.map((db) => db.$disconnect()))
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(await database.db.appSecret.count({ where: { name: 'shared' } })).toBe(1)
  })
  test('is cached in memory', async () => {
    const secret = await appSecret(database.db, 'kept')
    await database.db.appSecret.delete({ where: { name: 'kept' } })
    expect(await appSecret(database.db, 'kept')).toBe(secret)
  })
  test('is read again after a failed read', async () => {
    await database.db.$executeRaw`ALTER TABLE app_secrets RENAME TO app_secrets_away`
    await expect(appSecret(database.db, 'late')).rejects.toThrow()
    await database.db.$executeRaw`ALTER TABLE app_secrets_away RENAME TO app_secrets`
    expect(await appSecret(database.db, 'late')).toHaveLength(32)
  })
})
