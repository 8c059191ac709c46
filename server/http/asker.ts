import type { Db } from '#server/platform/db.ts'
import { anonymousPayer, signedInPayer, type Meter } from '#server/platform/meter.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import { findVisitsViewer } from './visit.ts'

/** The sender of a request. */
export interface Asker<Person = Viewer> {
  /** Reads the sender from the database, once per request. */
  viewer: () => Promise<Person | null>
  /**
   * Waits for this visitor's turn, runs the work, and charges the signed-in user or else the address.
   * @throws TooMuchAsked
   */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Names the account to charge: the user's if signed in, otherwise the address's. */
  key: () => Promise<string>
}

/** @param meter null charges nobody */
export const askerOf = (meter: Meter | null, db: Db, visit: Visit): Asker =>
  askerBy(meter, visit, () => findVisitsViewer({ db, visit }))

/** Like `askerOf`, but with a different way to find the sender. */
export function askerBy<Person extends Pick<Viewer, 'userId'>>(
  meter: Meter | null,
  visit: Visit,
  read: () => Promise<Person | null>,
): Asker<Person> {
  let asked: Promise<Person | null> | undefined
  const payerOf = (viewer: Person | null) =>
    viewer ? signedInPayer(viewer.userId, visit.address) : anonymousPayer(visit.address)
  const find = async () => {
    if (!meter) return read()
    // Reads the session even if the address has no budget left, because signed-in users have a separate budget.
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
