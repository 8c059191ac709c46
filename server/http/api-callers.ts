import { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import type { KeyScope } from '#server/sales/conversions-api/key-scopes.schema.ts'
import { BEARER, findBearer, type KeyHolder } from '#server/sales/conversions-api/store-keys.service.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'
import { refuseApiRequest, unauthorized } from './api-answers.ts'
import { KnownKeys } from './known-keys.ts'

/** Maximum keys of an IP address that are wrong, or still being looked up, per minute. Limits guessing. */
const UNKNOWN_KEYS_A_MINUTE = 30

const NO_KEY =
  'Send the header "Authorization: Bearer wtf_..." with a key that has not been revoked. Store owners can create a key on the Connect Store page. Keys only work while your store is approved.'

/** Finds the key that a call was made with. Attempts with unknown keys are limited for each IP address. */
export class ApiCallers {
  readonly #db: Db
  readonly #trustProxy: boolean
  /** Shared by all kinds of keys. */
  readonly unknownKeys = new RateLimit('unknown keys', UNKNOWN_KEYS_A_MINUTE, MINUTE_MS)
  readonly #keys = new KnownKeys<KeyHolder>(this.unknownKeys)
  readonly #holders = new WeakMap<HttpContext, KeyHolder>()

  constructor(db: Db, trustProxy: boolean) {
    this.#db = db
    this.#trustProxy = trustProxy
  }

  /** Returns the key holder that `find` has found for a call, whatever its scopes. */
  holderOf(c: HttpContext): KeyHolder | undefined {
    return this.#holders.get(c)
  }

  addressOf(c: HttpContext): string {
    return clientAddressOf(c, this.#trustProxy)
  }

  /**
   * Returns the key's holder, or the answer to a call without a valid key or without the scope. A text that cannot be a
   * key is refused without a lookup, so it is not counted.
   * @throws TooMuchAsked
   */
  async find(c: HttpContext, scope: KeyScope): Promise<KeyHolder | Response> {
    const [, key = ''] = /^Bearer (\S{1,100})$/i.exec(c.req.header('authorization') ?? '') ?? []
    const holder = BEARER.test(key)
      ? await this.#keys.find(this.addressOf(c), key, () => findBearer(this.#db, key, new Date()))
      : null
    if (!holder) return unauthorized(NO_KEY)
    this.#holders.set(c, holder)
    if (holder.scopes.includes(scope)) return holder
    return refuseApiRequest(
      403,
      `This key does not have the permission ${scope}. The store's owner can create a key with it on Connect Store > API.`,
    )
  }
}
