import { isDatabaseAway } from '#server/platform/database-away.ts'
import { log } from '#server/platform/log.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface OwnersToMail<Owner> {
  /** What the emails are about, for the log: 'wishlists'. */
  about: string
  /** The name of the messages, if they are not emails. */
  what?: string
  /** Lists some people who may get an email, after an id, in the order of ids. */
  read: (after: string) => Promise<Owner[]>
  /** The most that `read` returns at a time. */
  atOnce: number
  isDue: (owner: Owner) => boolean
  /**
   * @returns whether an email was queued
   */
  send: (owner: Owner) => Promise<boolean>
  signal?: AbortSignal | undefined
}

/**
 * Queues everyone's email of a kind, or other messages, one owner after the other. A failure is logged and does not
 * stop the others.
 * @returns the number of queued emails
 * @throws at the end, if one failed; at once, if the database is unavailable
 */
export async function mailOwners<Owner extends { userId: string }>({
  about,
  what = 'mail',
  read,
  atOnce,
  isDue,
  send,
  signal,
}: OwnersToMail<Owner>): Promise<number> {
  let sent = 0
  let failed = 0
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const owners: Owner[] = await read(after)
    for (const owner of owners) {
      if (signal?.aborted) return sent
      if (!isDue(owner)) continue
      try {
        if (await send(owner)) sent++
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failed++
        log.error({ err: error, userId: owner.userId }, `a ${what} about ${about} was not written`)
      }
    }
    after = owners.length < atOnce ? undefined : owners.at(-1)?.userId
  }
  if (failed) throw new Error(`${failed} ${what}s about ${about} were not written; ${sent} were.`)
  return sent
}
