import { expect, test } from 'vitest'
import { TOKEN_SCOPES } from '#server/auth/personal-tokens/token-scopes.schema.ts'
import { connectAssistant } from '#tests/setup/assistant.ts'
import { createAccount } from '#tests/setup/auth.ts'
import type { HtmlPage } from './html-page.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const PAGE = '/settings/assistants'

/** Returns the token that a page shows. */
const shownIn = (page: HtmlPage) =>
  page
    .all('main pre code')
    .map((code) => code.textContent ?? '')
    .find((text) => text.startsWith('wtfp_'))

test('a person creates a token, sees it once, uses it and revokes it without JavaScript', async () => {
  const { id } = await createAccount(shop.db)
  const visitor = await shop.visitorAs(id)
  const empty = await visitor.open(PAGE)
  expect(empty.text('#tokens')).toContain('No tokens yet.')
  expect(empty.all('#tokens [name=scopes][checked]').map((box) => box.getAttribute('value'))).toEqual(
    Object.keys(TOKEN_SCOPES).filter((scope) => scope.endsWith(':read')),
  )

  const refused = await empty.press('Create token', { Name: ' ' })
  expect(refused.text('#tokens')).toContain('Please enter a name for this token')
  const made = await refused.press('Create token', { Name: 'My laptop', 'Expires after': '30 days' })
  const token = shownIn(made) ?? ''
  expect(made.text('#tokens [role=status].notice')).toContain('Token "My laptop" created.')
  expect(token).toMatch(/^wtfp_[\w-]{43}$/)
  expect(made.headers.get('cache-control')).toContain('no-store')

  const again = await visitor.open(PAGE)
  expect([again.html.includes(token), again.text('#tokens')]).toEqual([
    false,
    expect.stringMatching(/My laptopActivewishlist:read, searches:read, sizes:read.*Never used/),
  ])
  const { client, call } = await connectAssistant(shop.url, { token })
  expect((await client.listTools()).tools).toHaveLength(11)
  expect(await call('list_wishlist')).toMatchObject({ total: 0 })
  expect((await visitor.open(PAGE)).text('#tokens')).toContain('Last used')

  const revoked = await again.press('Yes, revoke My laptop')
  expect([revoked.text('#tokens'), revoked.text('#tokens')]).toEqual([
    expect.stringContaining('Token revoked'),
    expect.stringContaining('No tokens yet.'),
  ])
  await expect(call('list_wishlist')).rejects.toThrow('not valid')
})

test('people who signed in a while ago must confirm their identity first', async () => {
  const { id } = await createAccount(shop.db)
  const visitor = await shop.visitorAs(id)
  const open = await visitor.open(PAGE)
  await shop.db.session.updateMany({
    where: { userId: id },
    data: { authenticatedAt: new Date(Date.now() - 3_600_000) },
  })
  const late = await open.press('Create token', { Name: 'My laptop' })
  expect(late.address).toBe(`/auth/again?redirectTo=${encodeURIComponent(`${PAGE}#tokens`)}`)
  const page = await visitor.open(PAGE)
  expect(page.all('#tokens [name=scopes]')).toEqual([])
  expect(page.link('Confirm it’s you to create a token')).toBe(late.address)
})

test('people with an unconfirmed address cannot create tokens', async () => {
  const { id } = await createAccount(shop.db, { emailVerifiedAt: null })
  const page = await (await shop.visitorAs(id)).open(PAGE)
  expect(page.text('#tokens')).toContain('Confirm your email address to create tokens.')
})
