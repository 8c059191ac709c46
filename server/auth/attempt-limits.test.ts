import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createVisit } from '#tests/setup/visit.ts'
import { countAttempt, forgiveAttempts } from './attempt-limits.ts'
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
  it('takes the addresses of an IPv6 subscriber for one', async () => {
    for (let host = 1; host <= 5; host++) await tryAs(`2001:db8:1:2::${host}`, `account ${host}`)
    await expect(tryAs('2001:db8:1:2:ffff::6', 'account 6')).rejects.toMatchObject(TOO_MANY)
    await tryAs('2001:db8:1:3::1', 'account 6')
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
  it('counts a browser that the account knows by itself: strangers do not stop it, and it stops nobody', async () => {
    for (const address of ['10.0.0.1', '10.1.0.1', '10.2.0.1']) await tryAs(address, 'ada')
    await expect(tryAs('10.3.0.1', 'ada')).rejects.toMatchObject(TOO_MANY)
    const visit = createVisit({ address: '10.0.0.1' })
    for (let attempt = 1; attempt <= 3; attempt++) await countAttempt('signIn', visit, 'ada', 'her browser')
    await expect(countAttempt('signIn', visit, 'ada', 'her browser')).rejects.toMatchObject(TOO_MANY)
    await countAttempt('signIn', visit, 'ada', 'her telephone')
    for (const account of ['b', 'c', 'd', 'e']) await tryAs('10.0.0.1', account)
  })
  it('gives strangers no more tries when a known browser is forgiven', async () => {
    const visit = createVisit({ address: '10.0.0.1' })
    for (const address of ['10.0.0.1', '10.1.0.1', '10.2.0.1']) await tryAs(address, 'ada')
    for (let attempt = 1; attempt <= 20; attempt++) {
      await countAttempt('signIn', visit, 'ada', 'her browser')
      await forgiveAttempts('signIn', visit, 'ada', 'her browser')
    }
    await expect(tryAs('10.3.0.1', 'ada')).rejects.toMatchObject(TOO_MANY)
  })
  it('can be switched off', async () => {
    configureAuth({ limits: 'off' })
    for (let attempt = 1; attempt <= 100; attempt++) await tryAs('10.0.0.1', 'ada')
  })
})
