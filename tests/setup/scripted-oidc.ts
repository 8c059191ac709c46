import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void

/** The provider's faults. Everything else is correct. */
export interface Script {
  discovery?: Handler
  jwks?: Handler
  token?: Handler
  /** Replaces claims of a valid ID token. */
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  signWith?: KeyObject
}

export interface ScriptedProvider {
  issuer: string
  play: (script: Script) => void
  /** The number of requests to each part. */
  asked: Record<'discovery' | 'jwks' | 'token', number>
  /** Returns the provider's response to an authorization request. */
  answer: (url: string) => Record<string, string>
  stop: () => Promise<void>
}

export const answerJson =
  (body: unknown, status = 200): Handler =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
export const neverAnswer: Handler = () => undefined

export const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/**
 * Starts an OpenID provider on loopback for the client `shop`. A script makes it lie, drop connections or not respond.
 */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const key = newKey()
  const asked = { discovery: 0, jwks: 0, token: 0 }
  let script: Script = {}
  let nonce = ''
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const { n, e } = key.export({ format: 'jwk' })
  const discovery = answerJson({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  })
  const idToken = () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: 'shop',
      sub: 'scripted',
      iat: now,
      exp: now + 300,
      nonce,
      email: 'scripted@example.test',
      email_verified: true,
      ...script.claims,
    }
    const text = [{ alg: 'RS256', kid: 'k', ...script.header }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${text}.${sign('sha256', Buffer.from(text), script.signWith ?? key).toString('base64url')}`
  }
  server.on('request', (request, response) => {
    const path = request.url ?? ''
    if (path.includes('openid-configuration')) {
      asked.discovery++
      ;(script.discovery ?? discovery)(request, response)
    } else if (path === '/jwks') {
      asked.jwks++
      ;(script.jwks ?? answerJson({ keys: [{ kty: 'RSA', n, e, kid: 'k', alg: 'RS256', use: 'sig' }] }))(
        request,
        response,
      )
    } else {
      asked.token++
      ;(script.token ?? answerJson({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken() }))(
        request,
        response,
      )
    }
  })

  return {
    issuer,
    asked,
    play: (next) => {
      script = next
    },
    answer: (url) => {
      const { searchParams } = new URL(url)
      nonce = searchParams.get('nonce') ?? ''
      return { code: 'code', state: searchParams.get('state') ?? '' }
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
