import { generateKeyPairSync, randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider'

export interface ProviderUser {
  sub: string
  email?: string
  /** Apple sometimes sends a string. */
  email_verified?: boolean | 'true' | 'false'
  name?: string
}

export interface TestOidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  addUser: (user: ProviderUser) => void
  /**
   * Signs everyone in as this user from now on, without asking. With null, a page shows a button for each user, and one
   * to cancel.
   */
  signInAs: (sub: string | null) => void
  /** Declines every sign-in from now on (access_denied). */
  decline: () => void
  stop: () => Promise<void>
}

const CLIENT_ID = 'shop'
const DECLINE = Symbol('decline')
const CALLBACK = /^(http:\/\/(127\.0\.0\.1|localhost)(:\d+)?|https:\/\/[a-z.]+\.test)\/auth\/callback$/

/**
 * Starts a real OpenID provider on loopback that acts as Google or Apple (start one for each). It requires PKCE, and
 * accepts callbacks to /auth/callback on this machine or on https://*.test. It puts the email address and name into the
 * ID token, and remembers nobody between two sign-ins. By default (`port: 0`) it uses any free port.
 */
export async function startOidcProvider({ port = 0 } = {}): Promise<TestOidcProvider> {
  const users = new Map<string, ProviderUser>()
  let choice: string | typeof DECLINE | null = null
  const clientSecret = randomBytes(24).toString('base64url')
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1/auth/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'name', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_ctx, sub) => {
      const user = users.get(sub)
      return user && { accountId: sub, claims: () => ({ ...user }) }
    },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain'
      ctx.body = `${out.error}: ${out.error_description ?? ''}`
    },
  })
  provider.Client.prototype.redirectUriAllowed = (uri: string) => CALLBACK.test(uri)

  const answer = async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
    chosen: string | typeof DECLINE,
  ) => {
    if (chosen === DECLINE)
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The user said no',
      })
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: chosen, clientId: CLIENT_ID })
    grant.addOIDCScope(String(params.scope))
    return provider.interactionFinished(request, response, {
      login: { accountId: chosen },
      consent: { grantId: await grant.save() },
    })
  }
  const interact = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (request.method === 'POST') {
      const sub = new URLSearchParams(await text(request)).get('sub')
      return answer(request, response, sub !== null && users.has(sub) ? sub : DECLINE)
    }
    if (choice !== null) return answer(request, response, choice)
    response.setHeader('content-type', 'text/html; charset=utf-8').end(choicePage([...users.values()]))
  }
  const serve = provider.callback()
  server.on('request', (request, response) => {
    // Drops the cookie, so that the provider does not remember the last user.
    if (request.url?.startsWith('/auth?')) delete request.headers.cookie
    const done = request.url?.startsWith('/interaction/') ? interact(request, response) : serve(request, response)
    done.catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret,
    addUser: (user) => void users.set(user.sub, user),
    signInAs: (sub) => {
      choice = sub
    },
    decline: () => {
      choice = DECLINE
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const choicePage = (
  users: ProviderUser[],
): string => `<!doctype html><html lang="en"><title>Choose an account</title><h1>Choose an account</h1><form method="post">
${users.map(({ sub, name, email }) => `<p><button name="sub" value="${escaped(sub)}">Continue as ${escaped(name ?? email ?? sub)}</button></p>`).join('\n')}
<p><button name="cancel" value="1">Cancel</button></p></form></html>`

const escaped = (value: string): string => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Replaces oidc-provider's own development adapter, without its warning. */
function memoryAdapter(): (model: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      upsert: async (id, payload) => void rows.set(keyOf(id), payload),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: async (uid) => [...rows.values()].find((row) => row.kind === model && row.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const row = rows.get(keyOf(id))
        if (row) row.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void rows.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}

/**
 * Acts as a browser between leaving for a provider and returning: follows redirects with the provider's cookies.
 * @param click the account to choose on the provider's page, if it asks; null: Cancel
 * @returns the callback's parameters and method
 */
export async function walkThrough(
  url: string,
  click: string | null = null,
): Promise<{ method: 'GET' | 'POST'; callback: string; params: Record<string, string> }> {
  const jar = new Map<string, string>()
  let next = new URL(url)
  let body: string | null = null
  for (;;) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, {
      redirect: 'manual',
      ...(body !== null && { method: 'POST', body }),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    })
    for (const header of response.headers.getSetCookie())
      jar.set(...(/^([^=]+)=([^;]*)/.exec(header)!.slice(1) as [string, string]))
    const location = response.headers.get('location')
    body = null
    if (location) {
      next = new URL(location, next)
      if (CALLBACK.test(next.origin + next.pathname))
        return { method: 'GET', callback: next.origin + next.pathname, params: Object.fromEntries(next.searchParams) }
      continue
    }
    const page = await response.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (action && CALLBACK.test(action)) {
      const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&'),
      ])
      return { method: 'POST', callback: action, params: Object.fromEntries(fields) as Record<string, string> }
    }
    if (!page.includes('Choose an account'))
      throw new Error(`The provider answers ${response.status}: ${page.slice(0, 200)}`)
    body = click === null ? 'cancel=1' : new URLSearchParams({ sub: click }).toString()
  }
}
