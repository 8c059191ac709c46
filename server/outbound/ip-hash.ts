import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { homeOf } from '#server/platform/network.ts'

const DAY_MS = 86_400_000
const KEEP_DAYS = 30

/** Hashes addresses with a salt that changes every UTC day, so that they can be compared within a day and never looked up. */
export class IpHasher {
  readonly #db: Db
  #today: { day: string; salt: Promise<Buffer> } | null = null

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * The same for all addresses of one home (an IPv6 /56).
   * @param about makes it tell no more than that the same home did the same thing.
   */
  async hash(address: string, about = ''): Promise<string> {
    const day = new Date().toISOString().slice(0, 10)
    if (this.#today?.day !== day) {
      const salt = this.#saltOf(day)
      this.#today = { day, salt }
      salt.catch(() => { this.#today = null })
    }
    return createHmac('sha256', await this.#today.salt).update(JSON.stringify([homeOf(address), about])).digest('hex').slice(0, 32)
  }

  async #saltOf(day: string): Promise<Buffer> {
    const key = new Date(`${day}T00:00:00Z`)
    await this.#db.ipSalt.createMany({ data: [{ day: key, salt: randomBytes(32) }], skipDuplicates: true })
    const { salt } = await this.#db.ipSalt.findUniqueOrThrow({ where: { day: key } })
    return Buffer.from(salt)
  }
}

/**
 * Forgets the address hashes of clicks older than 30 days, and their salts. Those of looks go after a day: they are there to
 * limit what one address adds in it. @returns how many rows were purged.
 */
export async function purgeIpHashes(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEEP_DAYS * DAY_MS)
  const clicks = await db.outboundClick.updateMany({ where: { clickedAt: { lt: before }, ipHash: { not: null } }, data: { ipHash: null } })
  const views = await db.productView.updateMany({ where: { viewedAt: { lt: new Date(now.getTime() - DAY_MS) }, ipHash: { not: null } }, data: { ipHash: null } })
  await db.ipSalt.deleteMany({ where: { day: { lt: before } } })
  return clicks.count + views.count
}
