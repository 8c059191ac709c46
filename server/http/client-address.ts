import net from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type HttpContext = Context<{ Bindings: HttpBindings }>

/** Returns the IP address of a request: the one reported by a trusted proxy, or else that of the connection. */
export function clientAddressOf(c: HttpContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return (forwarded && parseAddress(forwarded)) || c.env.incoming.socket.remoteAddress || 'unknown'
}

/**
 * Removes the port that some proxies add: '203.0.113.7:4711', '[2001:db8::1]:4711'. Null if it is not an IP address.
 */
function parseAddress(written: string): string | null {
  const [, v6, v4] = /^"?(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)"?$/.exec(written) ?? []
  const address = v6 ?? v4 ?? written
  return net.isIP(address) ? address : null
}
