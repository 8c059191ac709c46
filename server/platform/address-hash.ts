import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import type { Db } from './db.ts'
import { homeOf } from './network.ts'

/**
 * Hashes addresses with a salt that changes every UTC day. Hashes can be compared within a day. Without the salt,
 * nobody can turn them back into addresses.
 */
export class AddressHasher {
  readonly #db: Db
  #today: { day: string; salt: Promise<KeyObject> } | null = null
  #known: { day: string; salt: KeyObject } | null = null

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Returns a hash that is the same for all addresses of one home (an IPv6 /56).
   * @param about the subject: hashes with different subjects cannot be compared
   */
  async hash(address: string, about = ''): Promise<string> {
    return hashOf(await this.load(), address, about)
  }

  /** Hashes an address without waiting; null if the day's salt is not loaded. */
  hashNow(address: string): string | null {
    return this.#known?.day === today() ? hashOf(this.#known.salt, address, '') : null
  }

  /** Whether `hashNow` returns hashes. */
  isLoaded(): boolean {
    return this.#known?.day === today()
  }

  /** Loads the day's salt. */
  load(): Promise<KeyObject> {
    const day = today()
    if (this.#today?.day !== day) {
      const salt = this.#saltOf(day)
      this.#today = { day, salt }
      salt.then(
        (known) => {
          this.#known = { day, salt: known }
        },
        () => {
          this.#today = null
        },
      )
    }
    return this.#today.salt
  }

  async #saltOf(day: string): Promise<KeyObject> {
    const key = new Date(`${day}T00:00:00Z`)
    await this.#db.ipSalt.createMany({ data: [{ day: key, salt: randomBytes(32) }], skipDuplicates: true })
    const { salt } = await this.#db.ipSalt.findUniqueOrThrow({ where: { day: key } })
    // A key object, because preparing raw bytes for each hash costs six times as much as the hash.
    return createSecretKey(salt)
  }
}

const today = () => new Date().toISOString().slice(0, 10)

const hashOf = (salt: KeyObject, address: string, about: string) =>
  createHmac('sha256', salt)
    .update(JSON.stringify([homeOf(address), about]))
    .digest('hex')
    .slice(0, 32)
