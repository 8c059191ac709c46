import { RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#server/platform/errors.ts'
import { networkOf, subscriberOf } from '#server/platform/network.ts'
import { memoryStore, type AttemptCounter, type AttemptStore } from './attempt-store.ts'
import { authConfig, type Limit, type LimitedAct } from './auth-config.ts'
import type { Visit } from '#server/platform/visit.ts'

type Counters = Record<'account' | 'device' | 'devices' | 'address' | 'network', AttemptCounter>

/**
 * All known browsers of an account together get this many times the attempts of one browser, because a thief who once
 * had the password may have registered many.
 */
const DEVICES_AT_ONCE = 5

let store: AttemptStore = memoryStore
let counters = new WeakMap<Limit, Counters>()
let uses = new Map<string, AttemptCounter>()

/** Sets the store that counts attempts. By default they are counted in this process's memory. */
export function countAttemptsIn(given: AttemptStore): void {
  store = given
  counters = new WeakMap()
  uses = new Map()
}

/**
 * Counts an attempt before it is made. Does not check whether the account exists.
 * @param account identifies the account: the typed email address, or the user's id
 * @param device number of a browser that the account knows (known-device.ts). It is counted separately, so strangers
 *   cannot block it. All known browsers of an account also share a limit
 * @throws AppError too_many, with the minutes to wait
 */
export async function countAttempt(
  act: LimitedAct,
  visit: Visit,
  account: string,
  device: string | null = null,
): Promise<void> {
  const { limits } = authConfig()
  if (limits === 'off') return
  const { network, address, account: accounts, device: oneDevice, devices } = countersOf(act, limits[act])
  if (device) {
    await consume(oneDevice, device)
    return consume(devices, account)
  }
  // Narrowest first, because an attempt that is refused for its address must not count against the network or the
  // account.
  await consume(address, subscriberOf(visit.address))
  await consume(network, networkOf(visit.address))
  await consume(accounts, account)
}

/**
 * Records that the attempt succeeded: resets the account's count, and stops counting this attempt for its address.
 * @param device as in countAttempt. Resets only that browser's count, so strangers get no extra tries each time the
 *   owner signs in.
 */
export async function forgiveAttempts(
  act: LimitedAct,
  visit: Visit,
  account: string,
  device: string | null = null,
): Promise<void> {
  const { limits } = authConfig()
  if (limits === 'off') return
  const { network, address, device: oneDevice, devices } = countersOf(act, limits[act])
  if (device) return void (await Promise.all([oneDevice.delete(device), devices.reward(account)]))
  await Promise.all([
    forgiveAccount(act, account),
    address.reward(subscriberOf(visit.address)),
    network.reward(networkOf(visit.address)),
  ])
}

/** Resets the account's count after its owner has proven who they are in another way. */
export async function forgiveAccount(act: LimitedAct, account: string): Promise<void> {
  const { limits } = authConfig()
  if (limits !== 'off') await countersOf(act, limits[act]).account.delete(account)
}

/**
 * Marks a single-use secret as used, in all processes of the shop.
 * @param what the kind of secret; always with the same `minutes`
 * @param minutes how long the secret would work
 * @returns false if it was used before
 */
export async function useOnce(what: string, secret: string, minutes: number): Promise<boolean> {
  const counter = uses.get(what) ?? store.counter(what, { points: 1, minutes, isFinal: true })
  uses.set(what, counter)
  try {
    await counter.consume(secret)
    return true
  } catch (error) {
    if (error instanceof RateLimiterRes) return false
    throw error
  }
}

function countersOf(act: LimitedAct, limit: Limit): Counters {
  const known = counters.get(limit)
  if (known) return known
  const counter = (kind: keyof Counters, points: number) =>
    store.counter(`${act} ${kind}`, {
      points,
      minutes: limit.minutes,
      isFinal: kind === 'address' || kind === 'network',
    })
  const made = {
    account: counter('account', limit.account),
    device: counter('device', limit.account),
    devices: counter('devices', limit.account * DEVICES_AT_ONCE),
    address: counter('address', limit.address),
    network: counter('network', limit.network),
  }
  counters.set(limit, made)
  return made
}

async function consume(counter: AttemptCounter, key: string): Promise<void> {
  try {
    await counter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const minutes = Math.max(1, Math.ceil(error.msBeforeNext / 60_000))
    throw new AppError(
      'too_many',
      `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    )
  }
}
