import { listen } from './listen.ts'
import { log } from './log.ts'
import type { Queue } from './queue.ts'

const LOOK_EVERY_MS = 15_000

interface Found<Piece extends object> {
  databaseUrl: string
  /** The NOTIFY channel that announces new work at commits. */
  channel: string
  /** Lists all waiting work from the tables. Jobs that are already in the queue are not added twice. */
  find: () => Promise<Piece[]>
  /** Returns the job that a notification is about. Without it, a notification only means that there is work. */
  jobOf?: (payload: string) => Piece
  lookEveryMs?: number
}

/**
 * Feeds a queue whose work waits in tables. Adds work as it arrives and, from time to time, work that was missed, lost
 * or delayed.
 */
export function takeUp<Piece extends object>({
  databaseUrl,
  channel,
  find,
  jobOf,
  lookEveryMs = LOOK_EVERY_MS,
}: Found<Piece>): NonNullable<Queue<Piece>['feed']> {
  return (add) => {
    let isStopped = false
    const unlessStopping = (work: Promise<void>) =>
      void work.catch((error: unknown) => {
        if (!isStopped) log.warn({ err: error, channel }, 'work not started; retrying')
      })
    const look = async () => {
      const found = await find()
      if (found.length) await add(found)
    }
    const listening = listen(databaseUrl, channel, {
      onConnect: () => unlessStopping(look()),
      onNotice: (payload) => unlessStopping(jobOf ? add([jobOf(payload)]) : look()),
    })
    // Polls in this process, like the listener. This finds work whose notification was missed or whose job was lost.
    const looking = setInterval(() => unlessStopping(look()), lookEveryMs)
    return {
      stop: () => {
        isStopped = true
        clearInterval(looking)
        listening.stop()
      },
    }
  }
}
