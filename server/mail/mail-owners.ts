import { isDatabaseAway } from '#server/platform/database-away.ts'
import { log } from '#server/platform/log.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface OwnersToMail<Owner> {
  /** What the emails are about, for the log: 'wishlists'. */
  about: string
  /** What they are, if no mails. */
  what?: string
  /** Some of those who could be mailed, after an id, in the order of ids. */
  read: (after: string) => Promise<Owner[]>
  /** How many `read` gives while there may be more. */
  atOnce: number
  isDue: (owner: Owner) => boolean
  /**
   * @returns whether there was an email to write.
   */
  send: (owner: Owner) => Promise<boolean>
  signal?: AbortSignal | undefined
}

/**
 * Writes everybody's mail of a kind, or whatever else tells them, one owner after the other. An email that cannot be
 * written is logged and keeps no other from its owner.
 * @returns how many emails were written
 * @throws at the end, if one could not be written; at once, if the database is away
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
