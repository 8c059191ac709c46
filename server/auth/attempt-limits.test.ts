import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createVisit } from '#tests/setup/visit.ts'
import { countAttempt, forgiveAttempts, networkOf } from './attempt-limits.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'

beforeEach(() => configureAuth({ limits: { ...USUAL_LIMITS, signIn: { account: 3, address: 5, network: 7, minutes: 15 } } }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

const tryAs = (address: string, account: string) => countAttempt('signIn', createVisit({ address }), account)
const TOO_MANY = { code: 'too_many', message: 'Too many attempts. Please try again in 15 minutes.' }

describe('countAttempt', () => {
  it('stops an account, from wherever it is tried', async () => {
    for (const address of ['10.0.0.1', '10.1.0.1', '10.2.0.1']) await tryAs(address, 'ada')
    await expect(tryAs('10.3.0.1', 'ada')).rejects.toMatchObject(TOO_MANY)
    await tryAs('10.3.0.1', 'grace')
  })
  it('stops an address, whatever accounts it tries', async () => {
    for (const account of ['a', 'b', 'c', 'd', 'e']) await tryAs('10.0.0.1', account)
    await expect(tryAs('10.0.0.1', 'f')).rejects.toMatchObject(TOO_MANY)
    await tryAs('10.0.0.2', 'f')
  })
  it('stops a network, whatever addresses it comes from', async () => {
    for (let host = 1; host <= 7; host++) await tryAs(`10.0.0.${host}`, `account ${host}`)
    await expect(tryAs('10.0.0.8', 'account 8')).rejects.toMatchObject(TOO_MANY)
    await tryAs('10.0.1.8', 'account 8')
  })
  it('lets nobody who is stopped lock others out any further', async () => {
    for (let attempt = 1; attempt <= 5; attempt++) await tryAs('10.0.0.1', `account ${attempt}`)
    for (let attempt = 1; attempt <= 20; attempt++) await expect(tryAs('10.0.0.1', 'ada')).rejects.toMatchObject(TOO_MANY)
    await tryAs('10.9.0.1', 'ada')
  })
  it('counts attempts that come at once', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 40 }, () => tryAs('10.0.0.1', 'ada')))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })
  it('forgets what was forgiven', async () => {
    const visit = createVisit({ address: '10.0.0.1' })
    for (let attempt = 1; attempt <= 20; attempt++) {
      await countAttempt('signIn', visit, 'ada')
      await forgiveAttempts('signIn', visit, 'ada')
    }
  })
  it('can be switched off', async () => {
    configureAuth({ limits: 'off' })
    for (let attempt = 1; attempt <= 100; attempt++) await tryAs('10.0.0.1', 'ada')
  })
})

describe('networkOf', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'], ['::ffff:203.0.113.77', '203.0.113.0/24'], ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'], ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'], ['fe80::1%eth0', 'fe80:0:0:0::/64'], ['2001:db8::', '2001:db8:0:0::/64'], ['', ''], ['unknown', 'unknown'],
  ])('%s lies in %s', (address, network) => expect(networkOf(address)).toBe(network))
  it('is the same for all of a /64, and another for others', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))
    fc.assert(fc.property(half, half, half, half, (net, otherNet, host, otherHost) => {
      expect(networkOf(`${net}:${host}`)).toBe(`${net}::/64`)
      expect(networkOf(`${net}:${otherHost}`)).toBe(`${net}::/64`)
      expect(networkOf(`${otherNet}:${host}`) === networkOf(`${net}:${host}`)).toBe(net === otherNet)
    }))
  })
  it('is told of whatever is an address, in every spelling', () => {
    fc.assert(fc.property(fc.oneof(fc.ipV6(), fc.ipV4()), (address) => {
      expect(networkOf(address)).toMatch(/^[0-9a-f:]+::\/64$|^[\d.]+\.0\/24$/)
    }))
  })
})
