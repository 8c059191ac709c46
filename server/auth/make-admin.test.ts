import { beforeAll, expect, it } from 'vitest'
import { seedAccounts } from '#prisma/seed/seed-accounts.ts'
import { createUser } from '#tests/factories.ts'
import { createAccount, PASSWORD, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth } from './auth-config.ts'
import { resetPasswordInput, signInInput } from './auth.schema.ts'
import { listAdmins, makeAdmin } from './make-admin.service.ts'
import { resetPassword } from './password.service.ts'
import { readViewer } from './session.service.ts'
import { signIn } from './sign-in.service.ts'

const test = useTestDatabase()
const SITE = 'https://wtf.example'
const OWN = 'Own-Password-55'
const setPassword = ({ link }: { link: string }, password: string) =>
  resetPassword(
    { db: test.db, visit: createVisit() },
    resetPasswordInput.parse({ token: new URL(link).searchParams.get('token'), password, confirmPassword: password }),
  )
const enter = async (email: string, password: string) => {
  const visit = createVisit()
  await signIn({ db: test.db, visit }, signInInput.parse({ email, password }))
  return readViewer({ db: test.db, visit })
}
beforeAll(() => configureAuth({ limits: 'off' }))

it('opens an account for the first admin, who sets a password by the link and signs in, without any mail', async () => {
  const made = await makeAdmin(test.db, SITE, 'first@example.test')
  expect(made).toEqual({
    link: expect.stringMatching(/^https:\/\/wtf\.example\/auth\/reset-password\?token=[\w-]{43}$/),
    minutes: 60,
  })
  expect(await listAdmins(test.db)).toEqual([{ email: 'first@example.test', hasPassword: false }])
  await setPassword(made, OWN)
  expect(await enter('first@example.test', OWN)).toMatchObject({
    role: 'admin',
    isEmailVerified: true,
    hasProfile: true,
  })
  await expect(setPassword(made, 'Other-Password-55')).rejects.toMatchObject({ code: 'bad_input' })
  expect(await listAdmins(test.db)).toEqual([{ email: 'first@example.test', hasPassword: true }])
})

it('makes an existing account an admin, keeps its password and ends its sessions', async () => {
  const user = await createAccount(test.db)
  const { visit } = await signedIn(test.db, user.id)
  await makeAdmin(test.db, SITE, user.email)
  expect([await readViewer({ db: test.db, visit }), (await enter(user.email, PASSWORD))?.role]).toEqual([null, 'admin'])
  expect(await test.db.auditEntry.findMany({ where: { subjectId: user.id, action: 'role_changed' } })).toMatchObject([
    { actorId: null, data: { from: 'customer', to: 'admin', by: 'npm run admin' } },
  ])
})

it('gives nothing to a stranger who opened the account before its address was proven', async () => {
  const user = await createUser(test.db, { emailVerifiedAt: null })
  const { visit } = await signedIn(test.db, user.id)
  await test.db.oAuthAccount.create({ data: { provider: 'google', subject: 'squatter', userId: user.id } })
  await makeAdmin(test.db, SITE, user.email)
  expect([
    await readViewer({ db: test.db, visit }),
    await test.db.oAuthAccount.count({ where: { userId: user.id } }),
    await test.db.password.count({ where: { userId: user.id } }),
  ]).toEqual([null, 0, 0])
})

it('gives an existing admin a new password link, and using it ends the others', async () => {
  const links = [
    await makeAdmin(test.db, SITE, 'twice@example.test'),
    await makeAdmin(test.db, SITE, 'twice@example.test'),
  ]
  await setPassword(links[0]!, OWN)
  await expect(setPassword(links[1]!, OWN)).rejects.toMatchObject({ code: 'bad_input' })
  expect((await enter('twice@example.test', OWN))?.role).toBe('admin')
})

it('neither makes a demo account a lasting admin nor lists it', async () => {
  await seedAccounts(test.db)
  for (const email of ['shopper@wtf.example', 'admin@wtf.example'])
    await expect(makeAdmin(test.db, SITE, email)).rejects.toMatchObject({ code: 'conflict' })
  expect((await listAdmins(test.db)).map(({ email }) => email)).not.toContain('admin@wtf.example')
})
