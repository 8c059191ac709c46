import { listen } from './listen.ts'
import { log } from './log.ts'
import type { Queue } from './queue.ts'

const LOOK_EVERY_MS = 15_000

interface Found<Piece extends object> {
  databaseUrl: string
  /** Of NOTIFY: what commits new work tells it. */
  channel: string
  /** All that waits, from the tables: what is in the queue already is not put in twice. */
  find: () => Promise<Piece[]>
  /** The piece that a notification is about. Absent: it only says that there is something. */
  told?: (payload: string) => Piece
  lookEveryMs?: number
}

/** What a queue is fed by when its work waits in tables: it is taken up as it comes, and now and then what was missed, lost or had to wait. */
export function takeUp<Piece extends object>({
  databaseUrl,
  channel,
  find,
  told,
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
      onNotice: (payload) => unlessStopping(told ? add([told(payload)]) : look()),
    })
    // In the process, as listening is: it makes up for what that has missed, and for a queue that was lost itself.
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
