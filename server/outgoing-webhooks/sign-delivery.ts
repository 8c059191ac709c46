import { Webhook } from 'standardwebhooks'

/**
 * Returns the headers of the Standard Webhooks specification for one attempt, with a signature for each secret.
 * @param delivery.id the same at each attempt, so that receivers recognise repeats
 */
export function signDelivery(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: Date,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}
