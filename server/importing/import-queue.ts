import type { Db } from '#server/platform/db.ts'
import { listen } from '#server/platform/listen.ts'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import { IMPORT_CHANNEL } from './import-notice.ts'
import { workApart, type ProcessOptions } from './importing-process.ts'
import { FEED_TIMEOUT_MS } from './read-feeds.ts'
import { giveUp, nextImport, WAITING } from './work-for.ts'

const LOOK_EVERY_MS = 15_000
/** Longer than any file takes to be read, and than a feed may take to answer. */
const MAY_TAKE_SECONDS = Math.max(600, FEED_TIMEOUT_MS / 1000 + 60)
/** So often an import may end its process. */
const MOST_DEATHS = 3

interface ImportQueueParts {
  db: Db
  databaseUrl: string
  dataDir: string
  /** For tests. */
  process?: ProcessOptions
}

/**
 * Does what partners' imports wait for: one piece of work is all of a partner's, so that its imports take turns. It is
 * done in a process of its own. A step that was cut short is done again, or goes on where it was; an import that ends its
 * process again and again has failed.
 */
export function importQueue(given: ImportQueueParts): Queue<{ partnerId: string }> {
  const { db, databaseUrl, dataDir } = given
  /** By partner: the import whose process ended, and how often in a row. */
  const deaths = new Map<string, { importId: string; count: number }>()
  const noteDeath = async (partnerId: string, isOutOfMemory: boolean) => {
    const one = await nextImport(db, partnerId)
    if (!one) return
    const before = deaths.get(partnerId)
    const count = before?.importId === one.id ? before.count + 1 : 1
    deaths.set(partnerId, { importId: one.id, count })
    if (count >= MOST_DEATHS) await giveUp({ db, dataDir }, one, isOutOfMemory)
  }
  return {
    name: 'imports',
    keyOf: ({ partnerId }) => partnerId,
    atOnce: 2,
    pollSeconds: 5,
    mayTakeSeconds: MAY_TAKE_SECONDS,
    signOfLifeSeconds: 30,
    // What was cut short is looked for again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async ({ partnerId }, signal) => {
      while (await nextImport(db, partnerId)) {
        const outcome = await workApart({ databaseUrl, dataDir, partnerId }, signal, given.process)
        if (outcome === 'out of memory' || outcome === 'killed') await noteDeath(partnerId, outcome === 'out of memory')
        else deaths.delete(partnerId)
        // Others take their turn.
        if (outcome === 'more to do') return { piece: { partnerId }, inSeconds: 0 }
      }
      return null
    },
    feed: (add) => watch(given, add),
  }
}

/** Takes up the work of partners as it comes, and now and then what was lost. */
function watch(
  { db, databaseUrl }: ImportQueueParts,
  add: (pieces: Array<{ partnerId: string }>) => Promise<void>,
): { stop: () => void } {
  let isStopped = false
  const unlessStopping = (work: Promise<void>) =>
    void work.catch((error: unknown) => {
      if (!isStopped) log.warn({ err: error }, 'imports not taken up; trying again')
    })
  const look = async () => {
    const waiting = await db.productImport.findMany({
      where: { status: { in: [...WAITING] } },
      distinct: ['partnerId'],
      select: { partnerId: true },
    })
    if (waiting.length) await add(waiting)
  }
  const listening = listen(databaseUrl, IMPORT_CHANNEL, {
    onConnect: () => unlessStopping(look()),
    onNotice: (partnerId) => unlessStopping(add([{ partnerId }])),
  })
  // In the process, as listening is: it makes up for what that has missed.
  const looking = setInterval(() => unlessStopping(look()), LOOK_EVERY_MS)
  return {
    stop: () => {
      isStopped = true
      clearInterval(looking)
      listening.stop()
    },
  }
}
