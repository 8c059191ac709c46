import type { FetchError } from '#server/platform/fetch-public.ts'
import { PORTS } from './outgoing-webhooks.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const REFUSED = lookup<string>({
  'it is not a URL': 'the URL is not valid',
  'it does not lead to a public address': 'the URL does not lead to a public address',
  'only https URLs are allowed': 'we only call https URLs',
  'URLs with a user name or password are not allowed': 'we do not call URLs with a user name or password',
  'this port is not allowed': `we only call the ports ${PORTS.join(' and ')}`,
})

/**
 * Returns why an attempt got no response, as the end of a sentence in the delivery log. The sentence does not name the
 * host or the URL.
 */
export const whyNotDelivered = ({ message }: Pick<FetchError, 'message'>): string =>
  REFUSED[message] ?? message.replace(/^its host/, 'the host')
