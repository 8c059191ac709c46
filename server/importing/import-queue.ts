import type { ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import type { ProcessOptions, WorkDeath } from '#server/platform/work-process.ts'
import { IMPORT_CHANNEL } from './wake-imports.ts'
import { WORK_MAY_TAKE_MS, workApart } from './start-import-process.ts'
import { giveUp, nextImport, WAITING } from './work-for.ts'

/** Longer than the process may take, so that a hanging process is ended first, and counts as a crash of its import. */
const MAY_TAKE_SECONDS = WORK_MAY_TAKE_MS / 1000 + 60
/** How many times in a row an import may crash its process without progress. */
const MAX_DEATHS = 3
/** Pauses after a process that ended too early, in seconds. */
const PAUSES = {
  /** The first pause is short: usually the process was killed, or memory was short. */
  afterDeath: [5, 60],
  /** The process could not start, which is not the import's fault. */
  notBegun: 30,
}

interface ImportQueueParts {
  db: Db
  databaseUrl: string
  dataDir: string
  /** For tests. */
  process?: ProcessOptions
  /** For tests. */
  pauses?: typeof PAUSES
}

/**
 * Runs partners' pending imports. One queue item covers all work of a partner, so a partner's imports run in turn, each
 * in a separate process. An interrupted step is repeated after a pause, or resumed. An import that keeps crashing its
 * process fails.
 */
export function importQueue(given: ImportQueueParts): Queue<{ partnerId: string }> {
  const { db, databaseUrl, dataDir, pauses = PAUSES } = given
  /** The position of the import at its last crash and the number of crashes in a row there, by partner. */
  const deaths = new Map<string, { place: string; count: number }>()
  /** @returns the pause in seconds */
  const noteDeath = async (partnerId: string, death: WorkDeath): Promise<number> => {
    const one = await nextImport(db, partnerId)
    if (!one) return 0
    const place = placeOf(one)
    const before = deaths.get(partnerId)
    const count = before?.place === place ? before.count + 1 : 1
    deaths.set(partnerId, { place, count })
    if (count < MAX_DEATHS) return pauses.afterDeath[count - 1] ?? 0
    deaths.delete(partnerId)
    await giveUp({ db, dataDir }, one, death)
    return 0
  }
  return {
    name: 'imports',
    keyOf: ({ partnerId }) => partnerId,
    atOnce: 2,
    pollSeconds: 5,
    mayTakeSeconds: MAY_TAKE_SECONDS,
    signOfLifeSeconds: 30,
    // No retries, because `feed` finds interrupted work again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async ({ partnerId }, signal) => {
      if (!(await nextImport(db, partnerId))) return null
      const outcome = await workApart({ databaseUrl, dataDir, partnerId }, signal, given.process)
      const next = (inSeconds: number) => ({ piece: { partnerId }, inSeconds })
      if (outcome === 'not begun') return next(pauses.notBegun)
      if (outcome !== 'done' && outcome !== 'more to do') return next(await noteDeath(partnerId, outcome))
      deaths.delete(partnerId)
      // Let other partners take their turn. Work that arrived during this item could not be queued.
      return outcome === 'more to do' || (await nextImport(db, partnerId)) ? next(0) : null
    },
    feed: takeUp({
      databaseUrl,
      channel: IMPORT_CHANNEL,
      find: () => findWaiting(db),
      jobOf: (partnerId) => ({ partnerId }),
    }),
  }
}

/** Returns an import's progress, as the point from which it would resume. */
const placeOf = ({ id, status, done }: ProductImport) =>
  status === 'applying' || status === 'undoing' ? `${id} ${status} ${done}` : id

const findWaiting = (db: Db): Promise<Array<{ partnerId: string }>> =>
  db.productImport.findMany({
    where: { status: { in: [...WAITING] } },
    distinct: ['partnerId'],
    select: { partnerId: true },
  })
