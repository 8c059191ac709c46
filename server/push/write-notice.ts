import type { Prisma } from '#prisma/generated/client.ts'

/** A notification as the service worker reads it (server/http/service-worker/notify.js). Contains no secrets. */
export interface PushMessage {
  title: string
  body: string
  /** The page that it leads to. */
  path: string
  /** The number of unseen finds, for the icon of the installed app. */
  unseen?: number
}

/**
 * The subject of a notification, at most 32 letters, digits and hyphens (RFC 8030). A newer notification replaces a
 * waiting or displayed one about the same subject. Each notification about sales has a separate subject, so that none
 * replaces another.
 */
type PushTopic = 'new-in' | 'store-reviews' | 'store-inventory' | `sales-${string}`

/** How long a notification may wait for a device that is off. */
const LIFETIME_MS = 12 * 3600_000

/**
 * Writes a notification for each device of these people, together with the transaction's other changes. The job
 * `send-pushes` sends it.
 * @returns the number of devices
 */
export function writeNotice(
  tx: Prisma.TransactionClient,
  userIds: readonly string[],
  topic: PushTopic,
  message: PushMessage,
  now: Date,
): Promise<number> {
  const text = JSON.stringify({ ...message, tag: topic })
  // Locks the rows, to skip devices whose session is just ending.
  return tx.$executeRaw`
    WITH devices AS (SELECT id FROM push_subscriptions WHERE user_id = ANY(${userIds}::uuid[]) ORDER BY id FOR KEY SHARE)
    INSERT INTO push_notices (device_id, topic, message, waiting_until, due_at)
    SELECT id, ${topic}, ${text}::jsonb, ${new Date(now.getTime() + LIFETIME_MS)}, ${now}::timestamptz FROM devices
    ON CONFLICT (device_id, topic) DO UPDATE SET message = excluded.message, waiting_until = excluded.waiting_until, due_at = excluded.due_at, tries = 0`
}
