import { RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#server/platform/errors.ts'
import { networkOf, subscriberOf } from '#server/platform/network.ts'
import { memoryStore, type AttemptCounter, type AttemptStore } from './attempt-store.ts'
import { authConfig, type Limit, type LimitedAct } from './auth-config.ts'
import type { Visit } from './viewer.ts'

type Counters = Record<'account' | 'device' | 'devices' | 'address' | 'network', AttemptCounter>

/** As many times what one browser may try is what all that are known to an account may: whoever has once had the password may have made many known. */
const DEVICES_AT_ONCE = 5

let store: AttemptStore = memoryStore
let counters = new WeakMap<Limit, Counters>()

/** Where tries are counted from now on; until then it is this process's memory. */
export function countAttemptsIn(given: AttemptStore): void {
  store = given
  counters = new WeakMap()
}

/**
 * Counts an attempt before it is made. Whether the account exists is not asked.
 * @param account what identifies it: the address typed, or the user's id
 * @param device the number of a browser that is known to the account (known-device.ts). Its attempts count by themselves: whatever strangers do, from wherever,
 * does not stop it. All known ones of an account together have a limit too.
 * @throws AppError too_many, with the minutes to wait.
 */
export async function countAttempt(act: LimitedAct, visit: Visit, account: string, device: string | null = null): Promise<void> {
  const { limits } = authConfig()
  if (limits === 'off') return
  const { network, address, account: accounts, device: oneDevice, devices } = countersOf(act, limits[act])
  if (device) {
    await consume(oneDevice, device)
    return consume(devices, account)
  }
  // From the narrow to the wide: whoever is stopped by his address cannot stop his neighbours or lock others out of their accounts any further.
  await consume(address, subscriberOf(visit.address))
  await consume(network, networkOf(visit.address))
  await consume(accounts, account)
}

/**
 * It was whoever may: the account starts anew, and the attempt does not count for others of the same address.
 * @param device as it was counted: a known browser starts anew by itself, for its owner's coming and going must not give strangers more tries.
 */
export async function forgiveAttempts(act: LimitedAct, visit: Visit, account: string, device: string | null = null): Promise<void> {
  const { limits } = authConfig()
  if (limits === 'off') return
  const { network, address, device: oneDevice, devices } = countersOf(act, limits[act])
  if (device) return void (await Promise.all([oneDevice.delete(device), devices.reward(account)]))
  await Promise.all([forgiveAccount(act, account), address.reward(subscriberOf(visit.address)), network.reward(networkOf(visit.address))])
}

/** The account starts anew: its owner has proven to be one by other means. */
export async function forgiveAccount(act: LimitedAct, account: string): Promise<void> {
  const { limits } = authConfig()
  if (limits !== 'off') await countersOf(act, limits[act]).account.delete(account)
}

function countersOf(act: LimitedAct, limit: Limit): Counters {
  const known = counters.get(limit)
  if (known) return known
  const counter = (kind: keyof Counters, points: number) => store.counter(`${act} ${kind}`, { points, minutes: limit.minutes, isFinal: kind === 'address' || kind === 'network' })
  const made = {
    account: counter('account', limit.account), device: counter('device', limit.account), devices: counter('devices', limit.account * DEVICES_AT_ONCE),
    address: counter('address', limit.address), network: counter('network', limit.network),
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
    throw new AppError('too_many', `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`)
  }
}
