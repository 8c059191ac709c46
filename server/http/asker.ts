import type { Db } from '#server/platform/db.ts'
import { anonymousPayer, signedInPayer, type Meter } from '#server/platform/meter.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import { viewerOf } from './visit.ts'

/** The sender of a request. */
export interface Asker {
  /** Read from the session in the database, once. */
  viewer: () => Promise<Viewer | null>
  /**
   * Runs work when it is this visitor's turn, and charges it to the user if signed in, else to the address.
   * @throws TooMuchAsked
   */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Names the account that is charged: the user's if signed in, else the address's. */
  key: () => Promise<string>
}

/**
 * @param meter null: nobody is charged.
 * @param read reads the viewer, if more data is read together
 */
export function askerOf(
  meter: Meter | null,
  db: Db,
  visit: Visit,
  read: () => Promise<Viewer | null> = () => viewerOf({ db, visit }),
): Asker {
  let asked: Promise<Viewer | null> | undefined
  const payerOf = (viewer: Viewer | null) =>
    viewer ? signedInPayer(viewer.userId, visit.address) : anonymousPayer(visit.address)
  const find = async () => {
    if (!meter) return read()
    // Even if the address has used up its share: a signed-in user has a share of their own, and only the session tells
    // who it is.
    const { value, ms } = await meter.measure(read)
    meter.charge(payerOf(value), ms)
    return value
  }
  const viewer = () => (asked ??= find())
  const payer = async () => payerOf(await viewer().catch(() => null))
  return {
    viewer,
    inTurn: async (work) => (meter ? meter.run(await payer(), work) : work()),
    key: async () => (await payer()).key,
  }
}
