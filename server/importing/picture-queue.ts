import type { Db } from '#server/platform/db.ts'
import type { Network } from '#server/platform/fetch-public.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import { PICTURE_CHANNEL } from '#server/products/await-pictures.ts'
import { findDuePictures } from './claim-pictures.ts'
import { fetchPictures } from './fetch-pictures.ts'

/** Batches of a partner before other partners take their turn. */
const BATCHES = 3

interface PictureQueueParts {
  db: Db
  databaseUrl: string
  dataDir: string
  /** For tests. */
  network?: Network
}

/**
 * Downloads pictures for products from all sources. A job is a few batches of one partner, so that a partner with many
 * pictures does not delay the others.
 */
export function pictureQueue({ db, databaseUrl, dataDir, network }: PictureQueueParts): Queue<{ partnerId: string }> {
  return {
    name: 'pictures',
    keyOf: ({ partnerId }) => partnerId,
    atOnce: 2,
    pollSeconds: 5,
    mayTakeSeconds: 600,
    signOfLifeSeconds: 30,
    // No retries, because the pictures become due again after a pause.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async ({ partnerId }, signal) => {
      const { fetched, failed, limitReason } = await fetchPictures(db, {
        partnerId,
        dataDir,
        signal,
        batches: BATCHES,
        ...(network && { network }),
      })
      return limitReason === null && fetched + failed > 0 ? { piece: { partnerId }, inSeconds: 0 } : null
    },
    feed: takeUp({
      databaseUrl,
      channel: PICTURE_CHANNEL,
      find: () => findDuePictures(db),
      jobOf: (partnerId) => ({ partnerId }),
    }),
  }
}
