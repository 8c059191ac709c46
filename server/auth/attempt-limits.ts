import net from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#server/platform/errors.ts'
import { authConfig, type Limit, type LimitedAct } from './auth-config.ts'
import type { Visit } from './viewer.ts'

type Counters = Record<'account' | 'address' | 'network', RateLimiterMemory>

// In this process's memory: a restart forgets them, and a second process would count for itself. The shop runs in one.
const counters = new WeakMap<Limit, Counters>()

/**
 * Counts an attempt before it is made. Whether the account exists is not asked.
 * @param account what identifies it: the address typed, or the user's id
 * @throws AppError too_many, with the minutes to wait.
 */
export async function countAttempt(act: LimitedAct, visit: Visit, account: string): Promise<void> {
  const { limits } = authConfig()
  if (limits === 'off') return
  const { network, address, account: accounts } = countersOf(limits[act])
  // The account last: whoever is stopped by the address cannot lock others out of their accounts any further.
  await consume(network, networkOf(visit.address))
  await consume(address, visit.address)
  await consume(accounts, account)
}

/** It was whoever may: the account starts anew, and the attempt does not count for others of the same address. */
export async function forgiveAttempts(act: LimitedAct, visit: Visit, account: string): Promise<void> {
  const { limits } = authConfig()
  if (limits === 'off') return
  const { network, address } = countersOf(limits[act])
  await Promise.all([forgiveAccount(act, account), address.reward(visit.address), network.reward(networkOf(visit.address))])
}

/** The account starts anew: its owner has proven to be one by other means. */
export async function forgiveAccount(act: LimitedAct, account: string): Promise<void> {
  const { limits } = authConfig()
  if (limits !== 'off') await countersOf(limits[act]).account.delete(account)
}

/** '203.0.113.0/24', '2001:db8:1:2::/64'; what is no IP address is a network of its own. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (net.isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`
  if (!net.isIPv6(address)) return address
  const plain = address.replace(/%.*$/, '')
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const groups = tail === undefined ? left : [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}

function countersOf(limit: Limit): Counters {
  const known = counters.get(limit)
  if (known) return known
  const counter = (points: number) => new RateLimiterMemory({ points, duration: limit.minutes * 60 })
  const made = { account: counter(limit.account), address: counter(limit.address), network: counter(limit.network) }
  counters.set(limit, made)
  return made
}

async function consume(counter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await counter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const minutes = Math.max(1, Math.ceil(error.msBeforeNext / 60_000))
    throw new AppError('too_many', `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`)
  }
}
