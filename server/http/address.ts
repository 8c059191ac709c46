import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type HttpContext = Context<{ Bindings: HttpBindings }>

/** Whose request it is: of a trusted proxy what that says, else who is connected. */
export function addressOf(c: HttpContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return forwarded || c.env.incoming.socket.remoteAddress || 'unknown'
}
