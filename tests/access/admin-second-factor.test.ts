import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiFor } from '#app/lib/api.server.ts'
import { configureAuth } from '#server/auth/auth-config.ts'
import { decideOnDemoAccounts } from '#server/auth/demo-accounts.ts'
import { describeSession, findViewer } from '#server/auth/session.service.ts'
import { parseEnv } from '#server/platform/env.ts'
import { createCaller } from '#server/router.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { codeAt } from '#tests/setup/second-factor.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { TestVisit } from '#tests/setup/visit.ts'
import { guardsIn, routerPaths } from './find-guards.ts'

const here = useTestDatabase()
const PUBLIC = parseEnv({ SITE_URL: 'https://shop.example', HOST: '0.0.0.0' })
beforeAll(() => decideOnDemoAccounts(here.db, PUBLIC))
afterAll(() => configureAuth({ adminSecondFactor: 'optional' }))

const signIn = async () => signedIn(here.db, (await createAccount(here.db, { role: 'admin' })).id)
const contextOf = async (visit: TestVisit) => ({
  db: here.db,
  engine: new SqlEngine(here.db),
  dataDir: here.dataDir,
  isOpen: true,
  visit,
  viewer: await findViewer({ db: here.db, visit }),
})
const callerOf = async (visit: TestVisit) => createCaller(await contextOf(visit))

function adminProcedures(): string[] {
  const texts = fs.globSync('server/**/*router.ts').map((file) => [file, fs.readFileSync(file, 'utf8')] as const)
  const paths = routerPaths(texts.map(([, text]) => text))
  return texts
    .flatMap(([file, text]) => guardsIn(file, text, paths))
    .flatMap(({ removed, prefixes }) => (removed === 'adminProcedure' ? prefixes : []))
}

const call = (caller: unknown, procedure: string): Promise<unknown> => {
  const ask = procedure.split('.').reduce((within, name) => (within as Record<string, unknown>)[name], caller)
  return (ask as () => Promise<unknown>)()
}

describe('an administrator without a second factor, on a public site', () => {
  test('cannot call any administrator procedure', async () => {
    const { visit } = await signIn()
    const caller = await callerOf(visit)
    const procedures = adminProcedures()
    expect(procedures.length).toBeGreaterThan(100)
    for (const procedure of procedures)
      await expect(call(caller, procedure), procedure).rejects.toMatchObject({
        code: 'FORBIDDEN',
        cause: { reason: 'second-factor-required' },
      })
  })
  test('is redirected to the set-up page from every administrator page', async () => {
    const { visit } = await signIn()
    const api = await callerOf(visit)
    const refused = await apiFor({ context: { api } as never })
      .admin.desk.waiting()
      .catch((error: unknown) => error as Response)
    expect(refused).toBeInstanceOf(Response)
    expect([(refused as Response).status, (refused as Response).headers.get('location')]).toEqual([
      302,
      '/settings/second-factor',
    ])
  })
  test('can sign out without one, or set one up for full access, but cannot remove it', async () => {
    const { visit, viewer } = await signIn()
    expect((await describeSession(viewer))?.viewer.mustSetUpSecondFactor).toBe(true)
    await (await callerOf(visit)).auth.startSecondFactor({})
    const { setup, isRequired } = await (await callerOf(visit)).auth.secondFactor()
    expect(isRequired).toBe(true)
    await (await callerOf(visit)).auth.confirmSecondFactor({ code: codeAt(setup!.secret, new Date()) })
    const guarded = await callerOf(visit)
    expect(await guarded.admin.desk.waiting()).toBeDefined()
    expect((await guarded.auth.session())?.viewer.mustSetUpSecondFactor).toBe(false)
    await expect(guarded.auth.removeSecondFactor({ code: '000000' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Administrators need two-factor authentication. You can switch to another app instead.',
    })
    const other = await signIn()
    await (await callerOf(other.visit)).auth.signOut()
    expect(await findViewer({ db: here.db, visit: other.visit })).toBeNull()
  })
  test('is not restricted if the shop is only reachable from its own machine', async () => {
    const { visit } = await signIn()
    await decideOnDemoAccounts(here.db, parseEnv({}))
    expect(await (await callerOf(visit)).admin.desk.waiting()).toBeDefined()
    await decideOnDemoAccounts(here.db, PUBLIC)
    await expect((await callerOf(visit)).admin.desk.waiting()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
