import type { HttpBindings } from '@hono/node-server'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { MiddlewareHandler } from 'hono'
import {
  findTokenHolder,
  PERSONAL_TOKEN,
  type TokenHolder,
} from '#server/auth/personal-tokens/personal-tokens.service.ts'
import { assistantServer } from '#server/mcp/assistant-server.ts'
import { clientOf, sessionIdFor } from '#server/mcp/client-name.ts'
import { MAX_MESSAGE_BYTES } from '#server/mcp/limits.values.ts'
import type { Problem } from '#server/open-data/problem.schema.ts'
import { troubleOf } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { TooMuchAsked, type Meter } from '#server/platform/meter.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import type { HttpContext } from './client-address.ts'
import type { ApiCallers } from './api-callers.ts'
import { askerBy } from './asker.ts'
import { whileClosed, type Routes } from './for-programs.ts'
import { KnownKeys } from './known-keys.ts'
import { readBody } from './request-body.ts'
import { visitOf } from './visit.ts'

const PATH = '/mcp'
const SESSION = 'mcp-session-id'

/** JSON-RPC 2.0 codes. */
const CODES = { notJson: -32_700, notValid: -32_600, refused: -32_000 }

/**
 * Browsers may call /mcp from any site. It uses no cookies, so a page learns nothing that its own server could not
 * learn.
 */
const FROM_ANYWHERE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Mcp-Session-Id, Retry-After, WWW-Authenticate',
}
const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Mcp-Protocol-Version, Mcp-Session-Id',
  'access-control-max-age': '86400',
}

const INVALID_TOKEN = 'Bearer error="invalid_token"'
const NO_TOKEN =
  'This token is not valid: it has expired or was revoked. Create one in your settings, under Assistants, or send no Authorization header to use the tools that need no token.'

interface Parts {
  db: Db
  engine: SearchEngine
  meter: Meter | null
  env: Pick<Env, 'SITE_URL' | 'TRUST_PROXY'>
  /** Limits the keys that an address may guess. */
  callers: Pick<ApiCallers, 'unknownKeys'>
}

/**
 * Adds POST /mcp: the Model Context Protocol for assistants (Streamable HTTP, one JSON response to one message). The
 * server keeps no session. Each message is charged like a page: to the holder of its token, or else to the sender's
 * address.
 */
export function addMcp(app: Routes, { db, engine, meter, env, callers }: Parts): void {
  const { SITE_URL: siteUrl, TRUST_PROXY: trustProxy } = env
  const tokens = new KnownKeys<TokenHolder>(callers.unknownKeys)
  app.use(PATH, forAssistants)
  app.options(PATH, () => new Response(null, { status: 204, headers: PREFLIGHT }))
  app.post(
    PATH,
    readBody(MAX_MESSAGE_BYTES, () => refusal(413, `A message can be up to ${MAX_MESSAGE_BYTES / 1024} KB.`)),
    async (c) => {
      const closed = await whileClosed(db)
      if (closed) {
        const { detail } = (await closed.json()) as Problem
        return refusal(closed.status, detail, { 'retry-after': closed.headers.get('retry-after') ?? '60' })
      }
      const message = parseJson(await c.req.raw.text())
      if (message === undefined) return refusal(400, 'The message is not valid JSON.', {}, CODES.notJson)
      if (Array.isArray(message)) return refusal(400, 'Send one message at a time.', {}, CODES.notValid)
      const authorization = c.req.header('authorization')
      const { visit } = visitOf(c, { siteUrl, trustProxy })
      const asker = askerBy(meter, visit, async () => {
        const [, token = ''] = /^Bearer (\S{1,100})$/i.exec(authorization ?? '') ?? []
        return PERSONAL_TOKEN.test(token) ? tokens.find(visit.address, token, () => findTokenHolder(db, token)) : null
      })
      const holder = await asker.viewer()
      // Refuse an invalid token. If it were ignored, the person would believe that the answer is about their own data.
      if (authorization !== undefined && !holder) return refusal(401, NO_TOKEN, { 'www-authenticate': INVALID_TOKEN })
      const client = clientOf(c.req.raw.headers)
      const response = await asker.inTurn(() => answer(c, message, { db, engine, siteUrl, client, holder }))
      const session = sessionIdFor(message)
      if (session !== null) response.headers.set(SESSION, session)
      return response
    },
  )
  app.all(PATH, () => refusal(405, 'Send a message with POST.', { allow: 'POST, OPTIONS' }))
}

async function answer(c: HttpContext, message: unknown, ask: Parameters<typeof assistantServer>[0]): Promise<Response> {
  const server = assistantServer(ask)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const { status, headers, body } = await transport.handleRequest(c.req.raw, { parsedBody: message })
    return new Response(body, { status, headers: new Headers(headers) })
  } finally {
    await server.close()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = CODES.refused,
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers })
}

/** Answers failures in the protocol's format. They are already logged. */
const forAssistants: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next()
  const trouble = troubleOf(c.error)
  if (c.error instanceof TooMuchAsked)
    c.res = refusal(429, c.error.message, { 'retry-after': String(c.error.retryAfterSeconds) })
  else if (trouble)
    c.res = refusal(503, `${trouble.forPrograms} Send the same message again.`, {
      'retry-after': String(trouble.retryAfterSeconds),
    })
  else if (c.error) c.res = refusal(500, 'Something went wrong on our side. Send the same message again later.')
  c.res.headers.set('cache-control', 'no-store')
  for (const [name, value] of Object.entries(FROM_ANYWHERE)) c.res.headers.set(name, value)
}
