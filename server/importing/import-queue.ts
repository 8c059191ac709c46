import type { ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import type { ProcessOptions, WorkDeath } from '#server/platform/work-process.ts'
import { IMPORT_CHANNEL } from './import-notice.ts'
import { WORK_MAY_TAKE_MS, workApart } from './importing-process.ts'
import { giveUp, nextImport, WAITING } from './work-for.ts'

/** A process is ended before, so that its import is known. */
const MAY_TAKE_SECONDS = WORK_MAY_TAKE_MS / 1000 + 60
/** So often an import may end its process without getting further. */
const MOST_DEATHS = 3
/** After a process that ended too early, in seconds. */
const PAUSES = {
  /** The first one is short: most often somebody has ended the process, or the machine was short of memory. */
  afterDeath: [5, 60],
  /** It could not even start, which is not its import's fault. */
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
 * Does what partners' imports wait for: one piece of work is all of a partner's, so that its imports take turns. It is
 * done in a process of its own. A step that was cut short is done again after a pause, or goes on where it was; an import
 * that ends its process again and again has failed.
 */
export function importQueue(given: ImportQueueParts): Queue<{ partnerId: string }> {
  const { db, databaseUrl, dataDir, pauses = PAUSES } = given
  /** By partner: where the import was whose process ended, and how often in a row it was there. */
  const deaths = new Map<string, { place: string; count: number }>()
  /** @returns seconds to pause */
  const noteDeath = async (partnerId: string, death: WorkDeath): Promise<number> => {
    const one = await nextImport(db, partnerId)
    if (!one) return 0
    const place = placeOf(one)
    const before = deaths.get(partnerId)
    const count = before?.place === place ? before.count + 1 : 1
    deaths.set(partnerId, { place, count })
    if (count < MOST_DEATHS) return pauses.afterDeath[count - 1] ?? 0
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
    // What was cut short is looked for again.
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
      // Others take their turn. What came meanwhile could not be put in.
      return outcome === 'more to do' || (await nextImport(db, partnerId)) ? next(0) : null
    },
    feed: takeUp({
      ...{ databaseUrl, channel: IMPORT_CHANNEL },
      find: () => findWaiting(db),
      told: (partnerId) => ({ partnerId }),
    }),
  }
}

/** How far an import is, as far as it would go on there. */
const placeOf = ({ id, status, done }: ProductImport) =>
  status === 'applying' || status === 'undoing' ? `${id} ${status} ${done}` : id

/** Partners with imports that wait. */
const findWaiting = (db: Db): Promise<Array<{ partnerId: string }>> =>
  db.productImport.findMany({
    where: { status: { in: [...WAITING] } },
    distinct: ['partnerId'],
    select: { partnerId: true },
  })
