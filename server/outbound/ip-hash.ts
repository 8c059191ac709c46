import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'

const KEEP_DAYS = 30

/** Hashes addresses with a salt that changes every UTC day, so that they can be compared within a day and never looked up. */
export class IpHasher {
  readonly #db: Db
  #today: { day: string; salt: Promise<Buffer> } | null = null

  constructor(db: Db) {
    this.#db = db
  }

  async hash(address: string): Promise<string> {
    const day = new Date().toISOString().slice(0, 10)
    if (this.#today?.day !== day) {
      const salt = this.#saltOf(day)
      this.#today = { day, salt }
      salt.catch(() => { this.#today = null })
    }
    return createHmac('sha256', await this.#today.salt).update(address).digest('hex').slice(0, 32)
  }

  async #saltOf(day: string): Promise<Buffer> {
    const key = new Date(`${day}T00:00:00Z`)
    await this.#db.ipSalt.createMany({ data: [{ day: key, salt: randomBytes(32) }], skipDuplicates: true })
    const { salt } = await this.#db.ipSalt.findUniqueOrThrow({ where: { day: key } })
    return Buffer.from(salt)
  }
}

/** Forgets the address hashes of clicks older than 30 days, and their salts. @returns how many clicks were purged. */
export async function purgeIpHashes(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEEP_DAYS * 86_400_000)
  const purged = await db.outboundClick.updateMany({ where: { clickedAt: { lt: before }, ipHash: { not: null } }, data: { ipHash: null } })
  await db.ipSalt.deleteMany({ where: { day: { lt: before } } })
  return purged.count
}
