import { z } from 'zod'

/** Maximum length of a push service's address. Real ones have a few hundred characters. */
const MAX_ENDPOINT = 1_000

/** Whether this can be a push service's address, on the https port. The sender also checks that it does not lead to a private network. */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  return protocol === 'https:' && !port && !username && !password && /[a-z]$/.test(hostname) && hostname.includes('.')
}

const endpointProblem = 'We cannot send notifications to this browser. Please try another one.'

/** A browser's push subscription: `PushSubscription.toJSON()`. The key is a point (65 bytes), the secret 16 bytes. */
export const deviceInput = z.object({
  endpoint: z.string().max(MAX_ENDPOINT, endpointProblem).refine(isEndpoint, endpointProblem),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
})
export type DeviceInput = z.output<typeof deviceInput>

/** The browser to forget, by default the requesting one. */
export const forgetDeviceInput = z.object({ deviceId: z.uuid().optional() })
