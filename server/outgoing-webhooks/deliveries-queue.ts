import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import { DELIVERIES_CHANNEL } from './record-event.ts'
import { sendDeliveries, type Sending } from './send-deliveries.ts'

interface Piece {
  webhookId: string
}

/** Webhooks that each process serves at the same time. Their senders mostly wait for receivers. */
const SENDERS = 16
const FINISH_WITHIN_MS = 5_000

/** Delivers events to partners' webhooks. A webhook has at most one job at a time. */
export function deliveriesQueue({
  databaseUrl,
  lookEverySeconds = 15,
  ...sending
}: Sending & {
  databaseUrl: string
  /** The maximum delay of a retry, and of deliveries that a dead process has left. */
  lookEverySeconds?: number
}): Queue<Piece> {
  return {
    name: 'webhooks-out',
    keyOf: ({ webhookId }) => webhookId,
    atOnce: SENDERS,
    pollSeconds: 5,
    // Longer than a turn and the attempts that it has begun.
    mayTakeSeconds: 90,
    signOfLifeSeconds: 10,
    // No retries, because `feed` finds interrupted deliveries again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: FINISH_WITHIN_MS,
    work: async ({ webhookId }, signal) => {
      const inSeconds = await sendDeliveries(sending, webhookId, signal)
      return inSeconds === null ? null : { piece: { webhookId }, inSeconds }
    },
    feed: takeUp({
      databaseUrl,
      channel: DELIVERIES_CHANNEL,
      lookEveryMs: lookEverySeconds * 1000,
      find: () => findDue(sending.db),
      jobOf: (webhookId) => ({ webhookId }),
    }),
  }
}

async function findDue(db: Sending['db']): Promise<Piece[]> {
  const due = await db.outgoingWebhook.findMany({
    where: {
      state: 'active',
      partner: { verificationStatus: 'approved' },
      deliveries: { some: { state: 'waiting', nextAt: { lte: new Date() } } },
    },
    select: { id: true },
  })
  return due.map(({ id }) => ({ webhookId: id }))
}
