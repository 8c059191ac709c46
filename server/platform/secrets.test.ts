import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { connect } from './db.ts'
import { appSecret } from './secrets.ts'

const test = useTestDatabase()

describe('appSecret', () => {
  it('is 32 random bytes, another for every name', async () => {
    const [one, other] = await Promise.all([appSecret(test.db, 'one'), appSecret(test.db, 'other')])
    expect([one.length, other.length]).toEqual([32, 32])
    expect(one.equals(other)).toBe(false)
  })
  it('is the same in every process, however many ask first at once', async () => {
    const processes = Array.from({ length: 6 }, () => connect(test.url, { poolSize: 2 }))
    const secrets = await Promise.all(processes.flatMap((db) => [appSecret(db, 'shared'), appSecret(db, 'shared')]))
    await Promise.all(processes.map((db) => db.$disconnect()))
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(await test.db.appSecret.count({ where: { name: 'shared' } })).toBe(1)
  })
  it('is kept in memory', async () => {
    const secret = await appSecret(test.db, 'kept')
    await test.db.appSecret.delete({ where: { name: 'kept' } })
    expect(await appSecret(test.db, 'kept')).toBe(secret)
  })
  it('is asked for again after a failure', async () => {
    await test.db.$executeRaw`ALTER TABLE app_secrets RENAME TO app_secrets_away`
    await expect(appSecret(test.db, 'late')).rejects.toThrow()
    await test.db.$executeRaw`ALTER TABLE app_secrets_away RENAME TO app_secrets`
    expect(await appSecret(test.db, 'late')).toHaveLength(32)
  })
})
