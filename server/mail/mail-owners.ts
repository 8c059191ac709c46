import { isDatabaseAway } from '#server/platform/database-away.ts'
import { log } from '#server/platform/log.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface OwnersToMail<Owner> {
  /** The subject of the emails, for the log: 'wishlists'. */
  about: string
  /** The kind of message. Default: email. */
  what?: string
  /** Reads a page of possible recipients after an id, in the order of ids. */
  read: (after: string) => Promise<Owner[]>
  /** The page size of `read`. A shorter page is the last one. */
  atOnce: number
  isDue: (owner: Owner) => boolean
  /** @returns whether an email was written */
  send: (owner: Owner) => Promise<boolean>
  signal?: AbortSignal | undefined
}

/**
 * Writes one kind of email or notification for all recipients, one after the other. A message that cannot be written is
 * logged and does not stop the others.
 * @returns the number of messages written
 * @throws at the end, if a message could not be written; immediately, if the database is unavailable
 */
export async function mailOwners<Owner extends { userId: string }>({
  about,
  what = 'email',
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
        log.error({ err: error, userId: owner.userId }, `the ${what} about ${about} could not be queued`)
      }
    }
    after = owners.length < atOnce ? undefined : owners.at(-1)?.userId
  }
  if (failed) throw new Error(`${failed} ${what}s about ${about} could not be queued; ${sent} were.`)
  return sent
}
