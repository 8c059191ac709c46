import { expect, test } from 'vitest'
import { useShop } from './shop.ts'

const shop = useShop()

for (const [provider, email, name] of [
  ['Google', 'newcomer@google.example', 'Gina Google'],
  ['Apple', 'newcomer@apple.example', 'Adam Apple'],
] as const) {
  test(`people sign in with ${provider}`, async () => {
    const login = await shop.visitor().open('/login?redirectTo=/about-wtf')
    const asked = await login.press(`Continue with ${provider}`)
    const answer = await asked.press(`Continue as ${name}`, {}, 'html')
    const inside = await answer.press('Continue')
    expect([inside.address, inside.signedInAs]).toEqual(['/about-wtf', email])
    // Apple sends the name only by POST, which requires https.
    expect(await shop.db.user.findUnique({ where: { email }, include: { profile: true } })).toMatchObject({
      role: 'customer',
      profile: { fullName: provider === 'Google' ? name : expect.any(String) },
    })
  })
}

test('a person who cancels at the provider sees a message, and can sign in differently', async () => {
  const asked = await (await shop.visitor().open('/login')).press('Continue with Google')
  const answer = await (await asked.press('Cancel', {}, 'html')).press('Continue')
  expect(answer.address).toMatch(/^\/login\?error=cancelled/)
  expect(answer.texts('main [role=alert]')).toContain('Signing in was cancelled.')
  expect(answer.signedInAs).toBeNull()
})

test('an invalid response from the provider shows an error', async () => {
  const visitor = shop.visitor()
  const login = await visitor.open('/login')
  const asked = await visitor.ask('/login', {
    method: 'POST',
    body: new URLSearchParams({ form: 'social', accountType: 'customer', provider: 'google' }),
    headers: { referer: login.url.href },
  })
  const { origin, searchParams } = new URL(asked.headers.get('location') ?? '')
  const state = searchParams.get('state') ?? ''
  expect(state).not.toBe('')
  const back = new URLSearchParams({ code: 'nonsense', state, iss: origin })
  const refused = await (await visitor.open(`/auth/callback?${back}`)).press('Continue')
  expect(refused.address).toMatch(/^\/login\?error=social/)
  expect(refused.text()).toContain('Failed to sign in with social provider.')
})

test('an unexpected callback leads to /login with a message', async () => {
  for (const query of ['', '?code=x&state=y', '?error=server_error&state=y']) {
    const page = await shop.visitor().open(`/auth/callback${query}`)
    const login = page.url.pathname === '/login' ? page : await page.press('Continue')
    expect([query, login.address]).toEqual([query, expect.stringMatching(/^\/login\?error=no-session/)])
    expect(login.text()).toContain('No session found after OAuth callback')
  }
})

test('an error from the provider shows that signing in was cancelled', async () => {
  for (const error of ['access_denied', 'user_cancelled_authorize']) {
    const page = await shop.visitor().open(`/auth/callback?error=${error}&state=y`)
    const login = page.url.pathname === '/login' ? page : await page.press('Continue')
    expect([error, login.address]).toEqual([error, expect.stringMatching(/^\/login\?error=cancelled/)])
    expect(login.texts('main [role=alert]')).toContain('Signing in was cancelled.')
  }
})
