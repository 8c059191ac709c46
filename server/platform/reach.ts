import type { Env } from './env.ts'

const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|::1)$/i

/** Whether a name is this machine: 'localhost', 'shop.localhost', '127.0.0.1', '::1', '[::1]'. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname.replace(/^\[(.*)\]$/, '$1'))

/** Returns the setting that opens the shop to other machines, such as 'HOST=0.0.0.0'; null if no setting does. */
export function openedBy({
  HOST,
  SITE_URL,
  TRUST_PROXY,
}: Pick<Env, 'HOST' | 'SITE_URL' | 'TRUST_PROXY'>): string | null {
  if (!isLoopback(HOST)) return `HOST=${HOST}`
  if (!isLoopback(new URL(SITE_URL).hostname)) return `SITE_URL=${SITE_URL}`
  return TRUST_PROXY ? 'TRUST_PROXY=true' : null
}
