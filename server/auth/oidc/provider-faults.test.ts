import { generateKeyPairSync, verify } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  answerJson,
  neverAnswer,
  newKey,
  startScriptedProvider,
  type Script,
  type ScriptedProvider,
} from '#tests/setup/scripted-oidc.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureOidc, type OidcSettings } from './oidc-config.ts'
import { finishOAuth, startOAuth } from './oidc.service.ts'

const SITE = 'http://127.0.0.1:3000'
const MESSAGE = 'Failed to authenticate with Google. Please try again.'
const database = useTestDatabase()
let provider: ScriptedProvider

const configure = (more: Partial<OidcSettings> = {}) =>
  configureOidc({
    google: { issuer: provider.issuer, clientId: 'shop', clientSecret: 'secret' },
    siteUrl: SITE,
    ...more,
  })

beforeAll(async () => {
  provider = await startScriptedProvider()
})
afterAll(() => provider.stop())
beforeEach(() => {
  configureAuth({ limits: 'off' })
  provider.play({})
  Object.assign(provider.asked, { discovery: 0, jwks: 0, token: 0 })
  configure()
})

/** Simulates the return from a provider that behaves as scripted. */
async function comeBack(script: Script, changed: Record<string, string> = {}) {
  const visit = createVisit()
  const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google' })
  const params = { ...provider.answer(url), ...changed }
  provider.play(script)
  return { visit, finished: finishOAuth({ db: database.db, visit }, { params }) }
}

const tooLong = answerJson(`{"a":"${'x'.repeat(300_000)}"}`)
const now = () => Math.floor(Date.now() / 1000)

test('accepts a valid ID token', async () => {
  const { visit, finished } = await comeBack({})
  expect(await finished).toEqual({ redirectTo: '/', isNew: true, notice: null })
  expect(await findViewer({ db: database.db, visit })).toMatchObject({ email: 'scripted@example.test' })
  const { finished: again } = await comeBack({ claims: { azp: 'shop', aud: ['shop', 'other'] } })
  expect(await again).toMatchObject({ isNew: false })
})

test('accepts a callback once, even if the provider accepts a code twice', async () => {
  const visit = createVisit()
  const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google' })
  const again = createVisit()
  again.cookies.set('wtf_oauth', visit.cookies.get('wtf_oauth')!)
  const params = provider.answer(url)
  await finishOAuth({ db: database.db, visit }, { params })
  await expect(finishOAuth({ db: database.db, visit: again }, { params })).rejects.toMatchObject({
    code: 'unauthorized',
    message: MESSAGE,
  })
  expect(await findViewer({ db: database.db, visit: again })).toBeNull()
})

describe('an ID token', () => {
  const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  test.each<[string, Script]>([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another audience', { claims: { aud: 'other' } }],
    ['an additional audience', { claims: { aud: ['shop', 'other'] } }],
    ['another authorized party', { claims: { azp: 'other' } }],
    ['another authorized party among more audiences', { claims: { aud: ['shop', 'other'], azp: 'other' } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['an expiry in the past', { claims: { exp: now() - 120, iat: now() - 600 } }],
    ['a start in the future', { claims: { nbf: now() + 600 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['a subject that is not text', { claims: { sub: { a: 1 } } }],
    ['a subject that cannot be stored', { claims: { sub: 'a\u0000b' } }],
    ['a long subject', { claims: { sub: 'x'.repeat(256) } }],
    ['a signature by another key', { signWith: other }],
    ['an unknown key', { header: { kid: 'unknown' } }],
    ['no signature', { header: { alg: 'none' } }],
    ['a signature made with the client secret', { header: { alg: 'HS256' } }],
    ['an unknown critical header', { header: { crit: ['x'], x: 1 } }],
  ])('is rejected with %s', async (_name, script) => {
    const { visit, finished } = await comeBack(script)
    await expect(finished).rejects.toMatchObject({ code: 'unauthorized', message: MESSAGE })
    expect(await findViewer({ db: database.db, visit })).toBeNull()
  })

  test.each<[string, unknown]>([
    ['missing', undefined],
    ['invalid', 'nobody'],
    ['an object', {}],
    ['an array', ['a@example.test', 'b@example.test']],
    ['invalid because of a zero byte', 'a\u0000@example.test'],
    ['too long', `${'x'.repeat(300)}@example.test`],
  ])('of an unknown user is rejected if the address is %s', async (_name, email) => {
    const { finished } = await comeBack({ claims: { sub: 'unknown', email } })
    await expect(finished).rejects.toMatchObject({ code: 'unauthorized', message: MESSAGE })
  })

  test.each<[unknown, string]>([
    ['\ud800 A\u0000\n B  ', '\ufffd A B'],
    [{}, ''],
    ['x'.repeat(1_000), 'x'.repeat(100)],
  ])('with an invalid name is accepted, and the name is cleaned: %j', async (name, shown) => {
    const sub = `named-${shown.length}`
    const { visit, finished } = await comeBack({ claims: { sub, email: `${sub}@example.test`, name } })
    await finished
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ fullName: shown })
  })
})

describe('a faulty provider', () => {
  beforeEach(() => configure({ timeoutSeconds: 1 }))

  test.each<[string, Script]>([
    ['never answers the token request', { token: neverAnswer }],
    ['closes the connection', { token: (request) => request.socket.destroy() }],
    [
      'never ends its response',
      {
        token: (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).write('{')
        },
      },
    ],
    ['answers 500', { token: answerJson({ error: 'server_error' }, 500) }],
    [
      'refuses',
      { token: answerJson({ error: 'invalid_grant', error_description: '<b>secret words of the provider</b>' }, 400) },
    ],
    [
      'answers HTML',
      {
        token: (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
        },
      },
    ],
    ['answers truncated JSON', { token: answerJson('{"access_token":') }],
    ['answers null', { token: answerJson('null') }],
    ['answers an array', { token: answerJson([]) }],
    ['answers without an ID token', { token: answerJson({ access_token: 'a', token_type: 'Bearer' }) }],
    [
      'answers with an invalid ID token',
      { token: answerJson({ access_token: 'a', token_type: 'Bearer', id_token: 'a.b.c' }) },
    ],
    ['answers too many bytes', { token: tooLong }],
    [
      'redirects',
      {
        token: (_request, response) => {
          response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
        },
      },
    ],
  ])('fails the sign-in if it %s', async (_name, token) => {
    const { visit, finished } = await comeBack(token)
    const begun = Date.now()
    await expect(finished).rejects.toMatchObject({ code: 'unauthorized', message: MESSAGE })
    expect(Date.now() - begun).toBeLessThan(4_000)
    expect(visit.cookies.size).toBe(0)
  })

  test.each<[string, Script]>([
    ['never arrives', { jwks: neverAnswer }],
    ['is invalid', { jwks: answerJson('nonsense') }],
    ['is empty', { jwks: answerJson({ keys: [] }) }],
    ['is too long', { jwks: tooLong }],
    ['contains no valid key', { jwks: answerJson({ keys: [{ kty: 'RSA', kid: 'k' }, null, 7] }) }],
  ])('fails the sign-in if its key set %s', async (_name, script) => {
    const { finished } = await comeBack(script)
    await expect(finished).rejects.toMatchObject({ code: 'unauthorized', message: MESSAGE })
  })

  const described = (changed: object) =>
    answerJson({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/auth`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/jwks`,
      ...changed,
    })
  test.each<[string, () => Script]>([
    ['never arrives', () => ({ discovery: neverAnswer })],
    ['is cut off', () => ({ discovery: (request) => request.socket.destroy() })],
    ['is not found', () => ({ discovery: answerJson({}, 404) })],
    ['is empty', () => ({ discovery: answerJson({}) })],
    ['is not JSON', () => ({ discovery: answerJson('<html>') })],
    ['names another issuer', () => ({ discovery: described({ issuer: 'https://accounts.google.com' }) })],
    ['has no authorization endpoint', () => ({ discovery: described({ authorization_endpoint: undefined }) })],
    [
      'has a script as its authorization endpoint',
      () => ({ discovery: described({ authorization_endpoint: 'javascript:alert(1)' }) }),
    ],
    ['has an invalid authorization endpoint', () => ({ discovery: described({ authorization_endpoint: { a: 1 } }) })],
    ['is too long', () => ({ discovery: described({ padding: 'x'.repeat(300_000) }) })],
  ])('cannot start a sign-in if its discovery document %s', async (_name, script) => {
    provider.play(script())
    const visit = createVisit()
    await expect(startOAuth({ db: database.db, visit }, { provider: 'google' })).rejects.toMatchObject({
      code: 'unavailable',
      message: MESSAGE,
    })
    expect(visit.headers).toEqual([])
  })

  test('is queried again after a failure, and once an hour after a success, for any number of visitors', async () => {
    provider.play({ discovery: answerJson({}, 500) })
    await expect(startOAuth({ db: database.db, visit: createVisit() }, { provider: 'google' })).rejects.toBeInstanceOf(
      AppError,
    )
    provider.play({})
    await Promise.all(
      Array.from({ length: 10 }, () => startOAuth({ db: database.db, visit: createVisit() }, { provider: 'google' })),
    )
    expect(provider.asked.discovery).toBe(2)
    const now = performance.now() + 3_601_000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    try {
      await startOAuth({ db: database.db, visit: createVisit() }, { provider: 'google' })
    } finally {
      clock.mockRestore()
    }
    expect(provider.asked.discovery).toBe(3)
  })

  test('gets a limited number of requests on behalf of one visitor address', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 2, address: 3, network: 10, minutes: 15 } } })
    for (let i = 0; i < 5; i++) await (await comeBack({})).finished
    provider.asked.token = 0
    const outcomes: unknown[] = []
    for (let i = 0; i < 5; i++)
      outcomes.push(
        await (
          await comeBack({ token: answerJson({ error: 'invalid_grant' }, 400) })
        ).finished.catch((error: unknown) => (error as AppError).code),
      )
    expect(outcomes).toEqual(['unauthorized', 'unauthorized', 'unauthorized', 'too_many', 'too_many'])
    expect(provider.asked.token).toBe(3)
  })

  test('is reported as unavailable if it is unreachable', async () => {
    const gone = await startScriptedProvider()
    await gone.stop()
    configure({ google: { issuer: gone.issuer, clientId: 'shop', clientSecret: 'secret' } })
    await expect(startOAuth({ db: database.db, visit: createVisit() }, { provider: 'google' })).rejects.toMatchObject({
      code: 'unavailable',
      message: MESSAGE,
    })
  })

  test('gets no token request if the callback contains an error, no code or another issuer', async () => {
    const callbacks: Array<Record<string, string>> = [
      { error: 'access_denied', code: '' },
      { error: 'server_error', error_description: '<script>' },
      { code: '' },
      { iss: 'https://evil.example' },
    ]
    for (const changed of callbacks) {
      const { finished } = await comeBack({}, changed)
      await expect(finished).rejects.toMatchObject({ code: 'unauthorized', message: MESSAGE })
    }
    expect(provider.asked.token).toBe(0)
  })
})

describe('provider settings', () => {
  test('allow plain HTTP only for localhost, and only valid Apple keys', () => {
    const google = { clientId: 'shop', clientSecret: 'secret' }
    for (const issuer of ['http://accounts.google.com', 'http://127.0.0.1.evil.example', 'ftp://127.0.0.1', 'nonsense'])
      expect(() => configure({ google: { ...google, issuer } })).toThrow()
    for (const issuer of ['https://accounts.google.com', 'http://localhost:1234'])
      expect(() => configure({ google: { ...google, issuer } })).not.toThrow()
    const apple = { issuer: provider.issuer, clientId: 'shop', teamId: 'TEAM', keyId: 'KEY' }
    for (const privateKey of ['', 'nonsense', newKey().export({ type: 'pkcs8', format: 'pem' }).toString()])
      expect(() => configure({ apple: { ...apple, privateKey } })).toThrow(/P-256/)
  })

  test("sign the client secret with Apple's key", async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('\n', '\\n')
    configure({ apple: { issuer: provider.issuer, clientId: 'shop', teamId: 'TEAM', keyId: 'KEY', privateKey: pem } })
    const visit = createVisit()
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'apple' })
    let sent = ''
    provider.play({
      token: (request, response) =>
        void text(request).then((body) => {
          sent = body
          response.writeHead(500).end()
        }),
    })
    await expect(finishOAuth({ db: database.db, visit }, { params: provider.answer(url) })).rejects.toMatchObject({
      message: 'Failed to authenticate with Apple. Please try again.',
    })

    const body = Object.fromEntries(new URLSearchParams(sent))
    expect(body).toMatchObject({
      client_id: 'shop',
      grant_type: 'authorization_code',
      redirect_uri: `${SITE}/auth/callback`,
      code_verifier: expect.stringMatching(/^.{43}$/),
    })
    const [header, claims, signature] = body.client_secret!.split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
    expect(read(header!)).toEqual({ alg: 'ES256', kid: 'KEY' })
    expect(read(claims!)).toMatchObject({ iss: 'TEAM', sub: 'shop', aud: provider.issuer })
    expect(
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature!, 'base64url'),
      ),
    ).toBe(true)
  })
})
