import net from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type HttpContext = Context<{ Bindings: HttpBindings }>

/** Returns the IP address of a request: the one reported by a trusted proxy, or else that of the connection. */
export function clientAddressOf(c: HttpContext, trustProxy: boolean): string {
  return addressFrom(c.env.incoming.socket, c.req.header('x-forwarded-for'), trustProxy)
}

/**
 * @param forwardedFor the X-Forwarded-For header
 */
export function addressFrom(
  { remoteAddress }: Pick<net.Socket, 'remoteAddress'>,
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return (forwarded && parseAddress(forwarded)) || remoteAddress || 'unknown'
}

/**
 * Removes the port that some proxies add: '203.0.113.7:4711', '[2001:db8::1]:4711'. Null if it is not an IP address.
 */
function parseAddress(written: string): string | null {
  const [, v6, v4] = /^"?(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)"?$/.exec(written) ?? []
  const address = v6 ?? v4 ?? written
  return net.isIP(address) ? address : null
}
