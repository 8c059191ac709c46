import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { DAY_MS } from '#server/platform/durations.values.ts'
import type { Env } from '#server/platform/env.ts'

const SECURITY_TXT = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/**
 * Adds well-known URLs for programs, which also work while the site is closed: how to report a vulnerability (RFC
 * 9116), and where to change passwords.
 */
export function addWellKnown(
  app: Hono<{ Bindings: HttpBindings }>,
  { SITE_URL, CONTACT_EMAIL }: Pick<Env, 'SITE_URL' | 'CONTACT_EMAIL'>,
): void {
  app.get(SECURITY_TXT, (c) =>
    c.text(securityTxt({ SITE_URL, CONTACT_EMAIL }, new Date()), 200, { 'cache-control': 'public, max-age=86400' }),
  )
  app.get('/security.txt', (c) => c.redirect(SECURITY_TXT, 301))
  app.get('/.well-known/change-password', (c) => c.redirect('/settings?edit=password#password', 302))
}

/** Returns security.txt. It is generated for every request, so it never expires while the shop runs. */
export function securityTxt({ SITE_URL, CONTACT_EMAIL }: Pick<Env, 'SITE_URL' | 'CONTACT_EMAIL'>, now: Date): string {
  const expires = new Date(Math.ceil(now.getTime() / DAY_MS + VALID_DAYS) * DAY_MS)
  return [
    `Contact: ${CONTACT_EMAIL ? `mailto:${encodeURI(CONTACT_EMAIL)}` : `${SITE_URL}/contact`}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${SITE_URL}${SECURITY_TXT}`,
    '',
  ].join('\n')
}
