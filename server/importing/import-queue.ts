import type { ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import type { ProcessOptions } from '#server/platform/work-process.ts'
import { IMPORT_CHANNEL } from './wake-imports.ts'
import { WORK_MAY_TAKE_MS, workApart } from './start-import-process.ts'
import type { Interruption } from './work-end.ts'
import { giveUp, nextImport, WAITING } from './work-for.ts'

/** Longer than the process may take, so that a hanging process is ended first, and counts as a crash of its import. */
const MAY_TAKE_SECONDS = WORK_MAY_TAKE_MS / 1000 + 60
/** From this many interruptions by the database in a row, without progress, each is logged as an error. */
const MANY = 3
/** Pauses in seconds. An import fails if it is interrupted at the same place again after the last pause. */
const PAUSES = {
  /** The first pause is short: usually the process was killed, or memory was short. */
  afterDeath: [5, 60],
  /**
   * The database was unavailable and responds again. The import is rarely at fault, but it may crash the database. The
   * pauses add up to several hours.
   */
  afterAway: [15, 60, 300, ...Array.from({ length: 10 }, () => 1_800)],
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
 * in a separate process. An interrupted step is repeated after a pause, or resumed. An import fails if it keeps
 * crashing its process or the database.
 */
export function importQueue(given: ImportQueueParts): Queue<{ partnerId: string }> {
  const { db, databaseUrl, dataDir, pauses = PAUSES } = given
  /** By partner: where the import was last interrupted, and how often in a row there, for each kind. */
  const interruptions = new Map<string, { place: string; afterDeath: number; afterAway: number }>()
  /**
   * @returns the pause in seconds
   * @throws if the database is still unavailable, so that the interruption is not counted
   */
  const noteInterruption = async (partnerId: string, interruption: Interruption): Promise<number> => {
    const one = await nextImport(db, partnerId)
    if (!one) return 0
    const place = placeOf(one)
    const before = interruptions.get(partnerId)
    const counts = before?.place === place ? before : { place, afterDeath: 0, afterAway: 0 }
    interruptions.set(partnerId, counts)
    const kind = interruption === 'away' ? 'afterAway' : 'afterDeath'
    const pause = pauses[kind][counts[kind]++]
    if (counts.afterAway >= MANY)
      log.error({ importId: one.id, times: counts.afterAway }, 'the database interrupts an import again and again')
    if (pause !== undefined) return pause
    interruptions.delete(partnerId)
    await giveUp({ db, dataDir }, one, interruption)
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
      if (outcome !== 'done' && outcome !== 'more to do') return next(await noteInterruption(partnerId, outcome))
      interruptions.delete(partnerId)
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
