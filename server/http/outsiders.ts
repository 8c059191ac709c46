import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { areDemoAccountsOn } from '#server/auth/demo-accounts.ts'
import { switchOffDemo } from '#server/connections/demo-store.ts'
import type { HeaderFields } from '#server/outbound/request-facts.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { isLoopback } from '#server/platform/reach.ts'

/** Headers that proxies add. */
const FORWARDED =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-scheme|x-client-ip|x-original-host|x-envoy-.+|cf-connecting-ip|fly-client-ip|true-client-ip)$/

/**
 * Disables the demo accounts once a request shows a sign of a proxy or a tunnel, for all later requests. The Host is no
 * reliable sign, because visitors can often choose it. Even a shop configured for local use may be behind a proxy.
 */
export function watchForOutsiders(db: Db): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const sign = areDemoAccountsOn() ? signOfProxy(c.req.raw.headers, c.env?.incoming?.httpVersion) : null
    if (sign !== null) {
      log.warn(
        // Logs only the header's name, because its value is a person's IP address.
        { sign: sign.split(':')[0] },
        'a request came from another machine: the demo accounts are switched off until the next start',
      )
      void switchOffDemo(db).catch((error: unknown) => log.error({ err: error }, "could not end the demo's sessions"))
    }
    return next()
  }
}

/** Returns the sign that a request came through a proxy; null if it came from a program on this machine. */
export function signOfProxy(
  headers: HeaderFields & { keys: () => Iterable<string> },
  httpVersion: string | undefined,
): string | null {
  const host = headers.get('host') ?? ''
  if (!isLoopback(hostnameOf(`http://${host}`))) return `host: ${host}`
  const forwarded = [...headers.keys()].find((name) => FORWARDED.test(name))
  if (forwarded) return `${forwarded}: ${headers.get(forwarded) ?? ''}`
  // In requests from our own pages, browsers send the shop's public name in Origin or Referer, even if a proxy has
  // replaced Host. They send Sec-Fetch-Site only to https and local sites.
  const site = headers.get('sec-fetch-site')
  const from =
    site === 'same-origin'
      ? (headers.get('origin') ?? headers.get('referer'))
      : site === null
        ? headers.get('origin')
        : null
  if (from !== null && from !== 'null' && !isLoopback(hostnameOf(from))) return `from: ${from.slice(0, 200)}`
  // nginx with its default settings gives no other sign.
  return httpVersion === '1.0' ? 'HTTP/1.0' : null
}

const hostnameOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')
