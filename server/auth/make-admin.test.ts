import { beforeAll, expect, test } from 'vitest'
import { seedAccounts } from '#demo/seed-accounts.ts'
import { createUser } from '#tests/factories.ts'
import { createAccount, PASSWORD, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth } from './auth-config.ts'
import { resetPasswordInput, signInInput } from './auth.schema.ts'
import { listAdmins, makeAdmin } from './make-admin.service.ts'
import { resetPassword } from './password.service.ts'
import { findViewer } from './session.service.ts'
import { signIn } from './sign-in.service.ts'

const database = useTestDatabase()
const SITE = 'https://wtf.example'
const OWN = 'Own-Password-55'
const setPassword = ({ link }: { link: string }, password: string) =>
  resetPassword(
    { db: database.db, visit: createVisit() },
    resetPasswordInput.parse({ token: new URL(link).searchParams.get('token'), password, confirmPassword: password }),
  )
const enter = async (email: string, password: string) => {
  const visit = createVisit()
  await signIn({ db: database.db, visit }, signInInput.parse({ email, password }))
  return findViewer({ db: database.db, visit })
}
beforeAll(() => configureAuth({ limits: 'off' }))

test('creates an account for the first admin, who sets a password through a link, without any email', async () => {
  const made = await makeAdmin(database.db, SITE, 'first@example.test')
  expect(made).toEqual({
    link: expect.stringMatching(/^https:\/\/wtf\.example\/auth\/reset-password\?token=[\w-]{43}$/),
    minutes: 60,
  })
  expect(await listAdmins(database.db)).toEqual([{ email: 'first@example.test', hasPassword: false }])
  await setPassword(made, OWN)
  expect(await enter('first@example.test', OWN)).toMatchObject({
    role: 'admin',
    isEmailVerified: true,
    hasProfile: true,
  })
  await expect(setPassword(made, 'Other-Password-55')).rejects.toMatchObject({ code: 'bad_input' })
  expect(await listAdmins(database.db)).toEqual([{ email: 'first@example.test', hasPassword: true }])
})

test('makes an existing account an admin, keeps its password and ends its sessions', async () => {
  const user = await createAccount(database.db)
  const { visit } = await signedIn(database.db, user.id)
  await makeAdmin(database.db, SITE, user.email)
  expect([await findViewer({ db: database.db, visit }), (await enter(user.email, PASSWORD))?.role]).toEqual([
    null,
    'admin',
  ])
  expect(
    await database.db.auditEntry.findMany({ where: { subjectId: user.id, action: 'role_changed' } }),
  ).toMatchObject([
    { actorId: null, data: { before: { role: 'customer' }, after: { role: 'admin' }, by: 'npm run admin' } },
  ])
})

test('removes the access of a stranger who opened the account before its address was verified', async () => {
  const user = await createUser(database.db, { emailVerifiedAt: null })
  const { visit } = await signedIn(database.db, user.id)
  await database.db.oAuthAccount.create({ data: { provider: 'google', subject: 'squatter', userId: user.id } })
  await makeAdmin(database.db, SITE, user.email)
  expect([
    await findViewer({ db: database.db, visit }),
    await database.db.oAuthAccount.count({ where: { userId: user.id } }),
    await database.db.password.count({ where: { userId: user.id } }),
  ]).toEqual([null, 0, 0])
})

test('gives an existing admin a new password link, and using it ends their sessions', async () => {
  const links = [
    await makeAdmin(database.db, SITE, 'twice@example.test'),
    await makeAdmin(database.db, SITE, 'twice@example.test'),
  ]
  await setPassword(links[0]!, OWN)
  await expect(setPassword(links[1]!, OWN)).rejects.toMatchObject({ code: 'bad_input' })
  expect((await enter('twice@example.test', OWN))?.role).toBe('admin')
})

test('neither makes a demo account a permanent admin nor lists it', async () => {
  await seedAccounts(database.db)
  for (const email of ['shopper@wtf.example', 'admin@wtf.example'])
    await expect(makeAdmin(database.db, SITE, email)).rejects.toMatchObject({ code: 'conflict' })
  expect((await listAdmins(database.db)).map(({ email }) => email)).not.toContain('admin@wtf.example')
})
