import net from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type HttpContext = Context<{ Bindings: HttpBindings }>

/** The address that a request comes from: as a trusted proxy reports it, else that of the connection. */
export function addressOf(c: HttpContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return (forwarded && readAddress(forwarded)) || c.env.incoming.socket.remoteAddress || 'unknown'
}

/** Some proxies add the port: '203.0.113.7:4711', '[2001:db8::1]:4711'. Null if it is no address. */
function readAddress(written: string): string | null {
  const [, v6, v4] = /^"?(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)"?$/.exec(written) ?? []
  const address = v6 ?? v4 ?? written
  return net.isIP(address) ? address : null
}
