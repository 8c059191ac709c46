import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount, lastMail, PASSWORD, signedIn, tokenIn } from '#tests/setup/auth.ts'
import { setUpSecondFactor } from '#tests/setup/second-factor.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { changePassword, proveAgain, requestPasswordReset, resetPassword } from './password.service.ts'
import { finishSignIn, readViewer, revokeSession, signOutEverywhere, startSession } from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import { finishSignUp, signUpCustomer } from './sign-up.service.ts'

const test = useTestDatabase()
beforeEach(() => configureAuth({ limits: USUAL_LIMITS }))
const NEW = 'Another-Horse-8'
let hosts = 0
const elsewhere = () => createVisit({ address: `198.51.${++hosts % 250}.7` })

async function reset(email: string): Promise<void> {
  await requestPasswordReset(test.db, elsewhere(), { email })
  await resetPassword(test.db, elsewhere(), { token: tokenIn(await lastMail(test.db, email, 'reset_password')), password: NEW, confirmPassword: NEW })
}

describe('a sign-in that is under way', () => {
  it('gets no session once the password that it proved is another', async () => {
    const { id, email } = await createAccount(test.db)
    const { hash } = await test.db.password.findUniqueOrThrow({ where: { userId: id } })
    await reset(email)
    await expect(startSession(test.db, elsewhere(), id, { remember: true, method: 'password', passwordHash: hash })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await test.db.session.count({ where: { userId: id } })).toBe(0)
  })
  it('leaves no session of the old password, whatever comes first', async () => {
    const { id, email } = await createAccount(test.db)
    await requestPasswordReset(test.db, elsewhere(), { email })
    const token = tokenIn(await lastMail(test.db, email, 'reset_password'))
    const signingIn = Array.from({ length: 6 }, () => signIn(test.db, elsewhere(), { email, password: PASSWORD, remember: true, redirectTo: '/' }).catch(() => null))
    await Promise.all([resetPassword(test.db, elsewhere(), { token, password: NEW, confirmPassword: NEW }), ...signingIn])
    expect(await test.db.session.count({ where: { userId: id } })).toBe(0)
  })
  it('does not bring back a session that was ended', async () => {
    const { id } = await createAccount(test.db)
    const [owner, thief] = [await signedIn(test.db, id), await signedIn(test.db, id)]
    await revokeSession(test.db, owner.visit, owner.viewer, thief.viewer.sessionId)
    await expect(proveAgain(test.db, thief.visit, thief.viewer, { currentPassword: PASSWORD })).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await readViewer(test.db, thief.visit)).toBeNull()
  })
})

describe("a sign-up's mail for an address that has an account", () => {
  it.each(['a reset', 'a change of password', 'signing out everywhere'])('opens nothing any more after %s', async (what) => {
    const { id, email } = await createAccount(test.db)
    const thief = elsewhere()
    await signUpCustomer(test.db, thief, { fullName: 'X Y', email, phone: '', password: NEW, confirmPassword: NEW } as never)
    const token = tokenIn(await lastMail(test.db, email))
    const { visit, viewer } = await signedIn(test.db, id)
    if (what === 'a reset') await reset(email)
    else if (what === 'a change of password') await changePassword(test.db, visit, viewer, { currentPassword: PASSWORD, password: NEW, confirmPassword: NEW })
    else await signOutEverywhere(test.db, visit, viewer)
    await expect(finishSignUp(test.db, thief, { token })).rejects.toMatchObject({ code: 'bad_input' })
    expect(await readViewer(test.db, thief)).toBeNull()
  })
})

it('many known browsers together have a limit at the second factor', async () => {
  const { id, email } = await createAccount(test.db, { role: 'admin' })
  const hoard: string[] = []
  const thief = elsewhere()
  for (let device = 0; device < 12; device++) {
    await signIn(test.db, thief, { email, password: PASSWORD, remember: false, redirectTo: '/' })
    hoard.push(thief.cookies.get('wtf_device') ?? '')
    thief.cookies.clear()
  }
  await setUpSecondFactor(test.db, id, new Date(Date.now() - 60_000))
  let tried = 0
  for (const device of [...hoard, ...hoard]) {
    const visit = elsewhere()
    visit.cookies.set('wtf_device', device)
    await signIn(test.db, visit, { email, password: PASSWORD, remember: false, redirectTo: '/' })
    for (let code = 0; code < 5; code++) {
      const refusal = await finishSignIn(test.db, visit, { code: '000000' }).then(() => null, (error: { code: string }) => error.code)
      if (refusal !== 'too_many') tried++
    }
  }
  expect(tried).toBeLessThanOrEqual(50)
})
