import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from './db.ts'
import { homeOf } from './network.ts'

/**
 * Hashes addresses with a salt that changes every UTC day, so that they can be compared within a day but never looked
 * up.
 */
export class AddressHasher {
  readonly #db: Db
  #today: { day: string; salt: Promise<Buffer> } | null = null

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * The hash is the same for all addresses of one home (an IPv6 /56).
   * @param about the subject: hashes with different subjects cannot be compared
   */
  async hash(address: string, about = ''): Promise<string> {
    const day = new Date().toISOString().slice(0, 10)
    if (this.#today?.day !== day) {
      const salt = this.#saltOf(day)
      this.#today = { day, salt }
      salt.catch(() => {
        this.#today = null
      })
    }
    return createHmac('sha256', await this.#today.salt)
      .update(JSON.stringify([homeOf(address), about]))
      .digest('hex')
      .slice(0, 32)
  }

  async #saltOf(day: string): Promise<Buffer> {
    const key = new Date(`${day}T00:00:00Z`)
    await this.#db.ipSalt.createMany({ data: [{ day: key, salt: randomBytes(32) }], skipDuplicates: true })
    const { salt } = await this.#db.ipSalt.findUniqueOrThrow({ where: { day: key } })
    return Buffer.from(salt)
  }
}
