import type { Db } from '#server/platform/db.ts'
import { anonymousPayer, signedInPayer, type Meter } from '#server/platform/meter.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import { findVisitsViewer } from './visit.ts'

/** The sender of a request. */
export interface Asker {
  /** Reads the session from the database, once per request. */
  viewer: () => Promise<Viewer | null>
  /**
   * Waits for this visitor's turn, runs the work, and charges the signed-in user or else the address.
   * @throws TooMuchAsked
   */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Names the account to charge: the user's if signed in, otherwise the address's. */
  key: () => Promise<string>
}

/**
 * @param meter null charges nobody
 * @param read reads the viewer, if more data is read together
 */
export function askerOf(
  meter: Meter | null,
  db: Db,
  visit: Visit,
  read: () => Promise<Viewer | null> = () => findVisitsViewer({ db, visit }),
): Asker {
  let asked: Promise<Viewer | null> | undefined
  const payerOf = (viewer: Viewer | null) =>
    viewer ? signedInPayer(viewer.userId, visit.address) : anonymousPayer(visit.address)
  const find = async () => {
    if (!meter) return read()
    // Even if the address has no budget left: signed-in users have their own, and only the session says who they are.
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
