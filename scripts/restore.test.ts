import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Db } from '#server/platform/db.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { createMail, createUser } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'

// Runs the commands as people type them, on databases of the embedded PostgreSQL, and checks output and results.

let [shop, fresh] = ['', '']
let file = ''
beforeAll(async () => {
  ;[shop, fresh] = [await createDataDir('wtf-backup-'), await createDataDir('wtf-restore-')]
  file = path.join(shop, 'copy.tar')
}, 120_000)
afterAll(async () => {
  for (const dataDir of [shop, fresh]) await removeDataDir(dataDir)
})

/** Returns the exit code and the output. */
const run = (script: string, dataDir: string, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' }
    const scripts = import.meta.dirname
    execFile(process.execPath, [path.join(scripts, 'run.ts'), script, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: `${out}${err}` }),
    )
  })

async function inside<T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ DATA_DIR: dataDir })
  const db = connect(database.url, { poolSize: 2 })
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
    await database.release()
  }
}
const emails = (dataDir: string) =>
  inside(dataDir, async (db) => (await db.user.findMany({ orderBy: { email: 'asc' } })).map(({ email }) => email))

test(
  'restores a backup on an empty machine and over newer data, and undoes the restore',
  { timeout: 240_000 },
  async () => {
    await inside(shop, async (db) => {
      await createUser(db, { email: 'first@house.example' })
      await createMail(db, { toAddress: 'first@house.example' })
    })
    expect(await run('backup.ts', shop, file)).toEqual({
      code: 0,
      said: expect.stringMatching(/The backup was verified\./) as string,
    })
    expect((await inside(shop, (db) => db.backup.findMany())).map(({ fileName }) => fileName)).toEqual(['copy.tar'])
    expect(await run('backup.ts', shop, file)).toEqual({
      code: 1,
      said: expect.stringContaining('already exists') as string,
    })

    expect(await run('restore.ts', fresh, '--check', file)).toEqual({
      code: 0,
      said: expect.stringContaining('is complete, and this version can restore it') as string,
    })
    const restored = await run('restore.ts', fresh, file)
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.said).toMatch(/Restored the shop to 20/)
    expect(restored.said).toContain('may have been sent since the backup: 1.')
    expect(restored.said).not.toContain('previous database is kept')
    expect(await emails(fresh)).toEqual(['first@house.example'])

    await inside(fresh, (db) => createUser(db, { email: 'second@house.example' }))
    const [bytes, cut] = [await fs.readFile(file), path.join(shop, 'cut.tar')]
    await fs.writeFile(cut, bytes.subarray(0, bytes.length - 3_000))
    expect(await run('restore.ts', fresh, cut)).toEqual({
      code: 1,
      said: expect.stringContaining('is incomplete') as string,
    })
    await inside(fresh, async (db) => {
      await db.$queryRaw`SELECT 1`
      const refused = await run('restore.ts', fresh, file)
      expect(refused).toEqual({ code: 1, said: expect.stringContaining('The shop is running') as string })
    })
    expect(await emails(fresh)).toHaveLength(2)

    expect((await run('restore.ts', fresh, file)).said).toMatch(/The previous database is kept as/)
    expect(await emails(fresh)).toEqual(['first@house.example'])
    expect(await run('restore.ts', fresh, '--undo')).toMatchObject({ code: 0 })
    expect(await emails(fresh)).toHaveLength(2)
    expect((await run('restore.ts', fresh, '--drop-earlier')).said).toMatch(/and freed/)
    expect(await run('restore.ts', fresh, '--undo')).toMatchObject({
      code: 1,
      said: expect.stringContaining('No earlier') as string,
    })
  },
)

test('prints the usage for invalid arguments', { timeout: 120_000 }, async () => {
  expect(await run('restore.ts', fresh)).toEqual({ code: 1, said: expect.stringContaining('Usage:') as string })
  // Without `--` before it, npm consumes --check. In that case the command must not restore.
  vi.stubEnv('npm_config_check', 'true')
  expect(await run('restore.ts', fresh, file)).toEqual({
    code: 1,
    said: expect.stringMatching(/Put -- before them[^]*Usage:/) as string,
  })
  vi.unstubAllEnvs()
  expect(await run('backup.ts', shop, '--help')).toEqual({ code: 1, said: expect.stringContaining('Usage:') as string })
})
