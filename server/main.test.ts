import net from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { seedAccounts } from '#demo/seed-accounts.ts'
import { configureAuth } from '#server/auth/auth-config.ts'
import { areDemoAccountsOn } from '#server/auth/demo-accounts.ts'
import { parseEnv } from '#server/platform/env.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { startServer, type RunningServer } from './main.ts'

const database = useTestDatabase()
const running: RunningServer[] = []
const start = async (given: Record<string, string>) => {
  const env = parseEnv({ PORT: '0', JOBS: 'off', DATA_DIR: database.dataDir, LOG_LEVEL: 'silent', ...given })
  const server = await startServer(env, database.url, { renderPage: async () => new Response('page'), assets: null })
  running.push(server)
  return server
}
const answersAt = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net
      .connect(port, host, () => resolve(true))
      .on('error', () => resolve(false))
      .on('close', () => resolve(false))
    socket.unref().on('connect', () => socket.destroy())
  })
beforeAll(() => seedAccounts(database.db))
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

test.runIf(process.platform === 'linux')('listens only on 127.0.0.1 unless HOST is set', async () => {
  const [usual, open] = [await start({}), await start({ HOST: '0.0.0.0' })]
  // Another loopback address simulates an address that other machines can reach.
  expect([
    await answersAt('127.0.0.1', usual.port),
    await answersAt('127.0.0.2', usual.port),
    await answersAt('127.0.0.2', open.port),
  ]).toEqual([true, false, true])
})

test('counts sign-in attempts in the database that all processes share', async () => {
  const { port } = await start({})
  const answer = await fetch(`http://127.0.0.1:${port}/trpc/auth.signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: { email: 'ada@example.test', password: 'Wrong-Horse-7' } }),
  })
  expect([answer.status, await database.db.attemptCount.count()]).toEqual([401, 3])
})

test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ SITE_URL: 'https://wtf.example' }, false],
  [{ TRUST_PROXY: 'true' }, false],
])('with %j, keeps demo accounts and their sessions: %s', async (env, isOn) => {
  configureAuth({ demoAccounts: 'on' })
  const { id } = await database.db.user.findUniqueOrThrow({ where: { email: 'admin@wtf.example' } })
  await signedIn(database.db, id)
  await start(env)
  expect([areDemoAccountsOn(), (await database.db.session.count()) > 0]).toEqual([isOn, isOn])
})
