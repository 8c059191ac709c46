import { listen } from '#server/platform/listen.ts'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'

const LOOK_EVERY_MS = 15_000

/** A piece of work is all that waits of one store. */
export interface StorePiece {
  connectionId: string
}

interface FeedParts {
  databaseUrl: string
  /** Of NOTIFY; its text is the id of a connection. */
  channel: string
  /** Which connections have work that is due. */
  find: () => Promise<string[]>
}

/** Takes up the work of stores as it comes, and now and then what was lost or had to wait. */
export function feedStores({ databaseUrl, channel, find }: FeedParts): NonNullable<Queue<StorePiece>['feed']> {
  return (add) => {
    let isStopped = false
    const unlessStopping = (work: Promise<void>) =>
      void work.catch((error: unknown) => {
        if (!isStopped) log.warn({ err: error, channel }, 'work of stores not taken up; trying again')
      })
    const look = async () => {
      const found = await find()
      if (found.length) await add(found.map((connectionId) => ({ connectionId })))
    }
    const listening = listen(databaseUrl, channel, {
      onConnect: () => unlessStopping(look()),
      onNotice: (connectionId) => unlessStopping(add([{ connectionId }])),
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
}
