import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { areDemoAccountsOn, switchOffDemoAccounts } from '#server/auth/demo-accounts.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { isLoopback } from '#server/platform/reach.ts'

/** What proxies add. */
const FORWARDED = /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-scheme|x-client-ip|x-original-host|x-envoy-.+|cf-connecting-ip|fly-client-ip|true-client-ip)$/

/**
 * A shop whose settings say that it is this machine's alone may stand behind a proxy or a tunnel that they do not know of.
 * The first request that tells of one switches the demo's accounts off, for every request from then on: who comes
 * through a proxy can often choose what Host it passes on.
 */
export function watchForOutsiders(db: Db): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const sign = areDemoAccountsOn() ? signOfProxy(c.req.raw.headers, c.env?.incoming?.httpVersion) : null
    if (sign !== null) {
      log.warn({ sign }, "a request came from elsewhere than this machine: the demo's accounts are switched off until the next start")
      void switchOffDemoAccounts(db).catch((error: unknown) => log.error({ err: error }, "the demo's sessions are not ended"))
    }
    return next()
  }
}

/** What tells that a request came by a proxy; null: it came from a program of this machine. */
export function signOfProxy(headers: Headers, httpVersion: string | undefined): string | null {
  const host = headers.get('host') ?? ''
  if (!isLoopback(hostnameOf(`http://${host}`))) return `host: ${host}`
  const forwarded = [...headers.keys()].find((name) => FORWARDED.test(name))
  if (forwarded) return `${forwarded}: ${headers.get(forwarded) ?? ''}`
  // A browser calls our own page by the name that people know; a proxy has replaced it. To a plain http site of another name it says nothing of the site.
  const site = headers.get('sec-fetch-site')
  const from = site === 'same-origin' ? (headers.get('origin') ?? headers.get('referer')) : site === null ? headers.get('origin') : null
  if (from !== null && from !== 'null' && !isLoopback(hostnameOf(from))) return `from: ${from.slice(0, 200)}`
  // nginx, as it comes, tells nothing else of itself.
  return httpVersion === '1.0' ? 'HTTP/1.0' : null
}

const hostnameOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')
