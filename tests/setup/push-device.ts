import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { SubscribedBrowser } from './push-service.ts'

/** Turns on notifications for an account in a browser of a new session. */
export async function createPushDevice(
  db: Db,
  userId: string,
  { endpoint, keys }: Pick<SubscribedBrowser, 'endpoint' | 'keys'> = {
    endpoint: `https://push.example/${newId()}`,
    keys: { p256dh: 'x', auth: 'x' },
  },
): Promise<{ id: string; sessionId: string }> {
  const sessionId = newId()
  await db.session.create({ data: { id: sessionId, userId, expiresAt: new Date('2100-01-01') } })
  return db.pushSubscription.create({
    data: { userId, sessionId, endpoint, ...keys },
    select: { id: true, sessionId: true },
  })
}

/** Returns the notifications queued for an account's devices, oldest first. */
export async function noticesOf(db: Db, userId: string): Promise<Array<{ title: string; body: string; path: string }>> {
  const waiting = await db.pushNotice.findMany({ where: { device: { userId } }, orderBy: [{ dueAt: 'asc' }] })
  return waiting.map(({ message }) => message as unknown as { title: string; body: string; path: string })
}
