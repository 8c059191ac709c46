import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { MAX_AGENT_NAME } from '#server/outbound/outbound.schema.ts'

const SESSION = new RegExp(`^([\\w-]{1,${MAX_AGENT_NAME}})\\.[\\da-f-]{36}$`)

const hello = z.object({
  method: z.literal('initialize'),
  params: z.object({ clientInfo: z.object({ name: z.string(), title: z.string().optional() }) }),
})

/**
 * Returns the session id for a client's first message: its name and a random part. The client sends it with every later
 * message, so the server stores no sessions. Null if the message is not the first, or has no name.
 */
export function sessionIdFor(message: unknown): string | null {
  const { data } = hello.safeParse(message)
  const name = data && asName(data.params.clientInfo.title ?? data.params.clientInfo.name)
  return name ? `${name}.${randomUUID()}` : null
}

/** Returns the client's name from its session id, or else its user agent; null if there is neither. */
export function clientOf(headers: Headers): string | null {
  const [, name] = SESSION.exec(headers.get('mcp-session-id') ?? '') ?? []
  return name ?? asName(/^[^/\s]+/.exec(headers.get('user-agent') ?? '')?.[0] ?? '')
}

/** Converts a client's name: 'Claude Desktop (beta)' -> 'Claude-Desktop-beta'. */
const asName = (text: string): string | null =>
  text
    .slice(0, MAX_AGENT_NAME * 4)
    .replace(/[^\w-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_AGENT_NAME)
    .replace(/-+$/, '') || null
