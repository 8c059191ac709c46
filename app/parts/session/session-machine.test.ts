import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  SESSION_MESSAGES,
  SessionMachine,
  type KnownSession,
  type SessionCalls,
  type SessionFailure,
  type SessionNews,
  type SessionState,
} from './session-machine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = new Date('2026-11-21T00:00:00Z')

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

const inMs = (ms: number) => new Date(Date.now() + ms)
const sessionFor = (ms: number, more: Partial<KnownSession> = {}): KnownSession => ({
  userId: 'u',
  expiresAt: inMs(ms),
  hasProfile: true,
  ...more,
})
const passing = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A session machine with a fake server that returns the given responses in order, then repeats the last one. */
function machine(
  given: Partial<{
    refresh: Array<number | SessionFailure>
    load: Array<'profile' | 'none' | 'signed out' | SessionFailure>
    exclusively: SessionCalls['exclusively']
  }> = {},
) {
  const next = <T>(list: T[]): T => (list.length > 1 ? list.shift()! : list[0]!)
  const refreshes: number[] = []
  const loads: number[] = []
  const news: SessionNews[] = []
  const states: SessionState[] = []
  const it: SessionMachine = new SessionMachine(
    {
      refresh: async () => {
        refreshes.push(Date.now() - START.getTime())
        const answer = next(given.refresh ?? [HOUR])
        return typeof answer === 'number' ? { expiresAt: inMs(answer) } : { failure: answer }
      },
      load: async (): ReturnType<SessionCalls['load']> => {
        loads.push(Date.now() - START.getTime())
        const answer = next(given.load ?? ['profile'])
        if (answer === 'signed out') return null
        if (answer !== 'profile' && answer !== 'none') return { failure: answer as SessionFailure }
        return { userId: 'u', expiresAt: it.state.session!.expiresAt, hasProfile: answer === 'profile' }
      },
      exclusively: given.exclusively ?? ((job) => job()),
      tell: (each) => news.push(each),
    },
    (state) => states.push(state),
  )
  return { it, refreshes, loads, news, states }
}

describe('refreshing', () => {
  test('happens 5 minutes before each expiry', async () => {
    const { it: session, refreshes } = machine()
    session.start(sessionFor(HOUR))
    await passing(55 * MINUTE - 1)
    expect(refreshes).toEqual([])
    await passing(1)
    expect(refreshes).toEqual([55 * MINUTE])
    await passing(55 * MINUTE)
    expect(refreshes).toEqual([55 * MINUTE, 110 * MINUTE])
    expect(session.state).toMatchObject({ profile: 'loaded', error: null })
  })

  test('happens at once if the session expires within 5 minutes, and at most every 5 seconds', async () => {
    const { it: session, refreshes } = machine({ refresh: [2 * MINUTE, HOUR] })
    session.start(sessionFor(4 * MINUTE))
    await passing(0)
    expect(refreshes).toEqual([0])
    session.wake()
    await passing(4_999)
    expect(refreshes).toEqual([0])
    await passing(1)
    expect(refreshes).toEqual([0, 5_000])
  })

  test('supports sessions longer than the maximum timer delay', async () => {
    const { it: session, refreshes } = machine({ refresh: [60 * 24 * HOUR] })
    session.start(sessionFor(60 * 24 * HOUR))
    await passing(59 * 24 * HOUR)
    expect(refreshes).toEqual([])
    await passing(24 * HOUR)
    expect(refreshes).toEqual([60 * 24 * HOUR - 5 * MINUTE])
  })

  test('retries 3 times, 1 and 2 seconds apart, then clears the session', async () => {
    const { it: session, refreshes } = machine({ refresh: ['network'] })
    session.start(sessionFor(MINUTE))
    await passing(10 * MINUTE)
    expect(refreshes).toEqual([0, 1_000, 3_000])
    expect(session.state).toMatchObject({ session: null, error: 'Session refresh failed after multiple attempts' })
  })

  test('resets the retry count after a success', async () => {
    const { it: session, refreshes } = machine({ refresh: ['network', 'other', HOUR, 'network', 'network', HOUR] })
    session.start(sessionFor(MINUTE))
    await passing(1_500)
    expect(session.state.error).toBe('Unexpected error during session refresh')
    await passing(1_500)
    expect(session.state).toMatchObject({ error: null, session: { userId: 'u' } })
    await passing(HOUR)
    expect(refreshes).toHaveLength(6)
    expect(session.state.session).not.toBeNull()
  })

  test.each(['expired', 'invalid'] as const)(
    'ends the session at once if the server reports it as %s',
    async (failure) => {
      const { it: session, refreshes } = machine({ refresh: [failure] })
      session.start(sessionFor(MINUTE))
      await passing(HOUR)
      expect(refreshes).toEqual([0])
      expect(session.state).toEqual({
        session: null,
        profile: 'none',
        error: 'Session expired, please sign in again',
        screen: null,
      })
    },
  )

  test('stops once the session has ended', async () => {
    const { it: session, refreshes } = machine()
    session.start(sessionFor(0))
    await passing(HOUR)
    expect(refreshes).toEqual([])
    expect(session.state).toMatchObject({ session: null, error: 'Session expired, please sign in again' })
  })

  test('reloads the profile, and shows the previous one until it arrives', async () => {
    const { it: session, loads, states } = machine()
    session.start(sessionFor(MINUTE))
    await passing(0)
    expect(loads).toEqual([0])
    expect(states.every(({ profile }) => profile === 'loaded')).toBe(true)
  })

  test('catches up after the device wakes from sleep', async () => {
    const { it: session, refreshes } = machine()
    session.start(sessionFor(HOUR))
    vi.setSystemTime(inMs(58 * MINUTE))
    session.wake()
    await passing(0)
    expect(refreshes).toHaveLength(1)
  })

  test('never runs within 5 seconds of a success, for any expiry', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -HOUR, max: HOUR }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: HOUR }),
        async (expiries, first) => {
          vi.setSystemTime(START)
          const { it: session, refreshes } = machine({ refresh: [...expiries, HOUR] })
          session.start(sessionFor(first))
          for (let n = 0; n < 40; n++) {
            await passing(1_000)
            session.wake()
          }
          session.stop()
          expect(refreshes.every((at, n) => n === 0 || at - refreshes[n - 1]! >= 5_000)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('multiple tabs', () => {
  test('send one request if two refreshes are due at the same time', async () => {
    let turn = Promise.resolve()
    const exclusively: SessionCalls['exclusively'] = (job) => (turn = turn.then(job))
    const one = machine({ exclusively })
    const two = machine({ exclusively })
    const tell = (to: SessionMachine, news: SessionNews[]) => (
      (news.push = (...items) => (items.forEach((item) => to.hear(item)), 0)),
      undefined
    )
    tell(two.it, one.news)
    tell(one.it, two.news)
    one.it.start(sessionFor(MINUTE))
    two.it.start(sessionFor(MINUTE))
    await passing(MINUTE)
    expect([...one.refreshes, ...two.refreshes]).toEqual([0])
    expect(one.it.state.session?.expiresAt).toEqual(two.it.state.session?.expiresAt)
  })

  test('all sign out together', async () => {
    const { it: session, refreshes } = machine()
    session.start(sessionFor(HOUR))
    session.hear({ kind: 'signed-out' })
    await passing(2 * HOUR)
    expect(session.state).toEqual({ session: null, profile: 'none', error: null, screen: null })
    expect(refreshes).toEqual([])
  })

  test('ignore an earlier expiry from another tab', () => {
    const { it: session } = machine()
    session.start(sessionFor(HOUR))
    session.hear({ kind: 'refreshed', expiresAt: Date.now() + MINUTE })
    expect(session.state.session?.expiresAt).toEqual(inMs(HOUR))
  })

  test('are notified of a sign-out, and a pending refresh is dropped', async () => {
    const { it: session, news } = machine()
    session.start(sessionFor(MINUTE))
    vi.advanceTimersByTime(0)
    session.signOut()
    await passing(HOUR)
    expect(news).toEqual([{ kind: 'signed-out' }])
    expect(session.state.session).toBeNull()
  })
})

describe('the profile', () => {
  test('is reported as missing after 3 seconds', async () => {
    const { it: session } = machine()
    session.start(sessionFor(HOUR, { hasProfile: false }))
    expect(session.state).toMatchObject({ profile: 'missing', error: SESSION_MESSAGES.profileMissing, screen: null })
    await passing(2_999)
    expect(session.state.screen).toBeNull()
    await passing(1)
    expect(session.state.screen).toBe('profile-not-found')
  })

  test('is shown once a retry finds it', async () => {
    const { it: session } = machine({ load: ['profile'] })
    session.start(sessionFor(HOUR, { hasProfile: false }))
    await passing(3_000)
    session.retry()
    expect(session.state).toMatchObject({ profile: 'loading', screen: null })
    await passing(0)
    expect(session.state).toMatchObject({ profile: 'loaded', error: null, screen: null })
  })

  test('is requested 3 times, 2 seconds apart, if there is no response', async () => {
    const { it: session, loads } = machine({ load: ['network'] })
    session.start(sessionFor(MINUTE))
    await passing(30_000)
    expect(loads).toEqual([0, 2_000, 4_000])
    expect(session.state).toMatchObject({
      profile: 'failed',
      error: 'Failed to load profile after multiple attempts',
      screen: 'error',
    })
  })

  test('clears a network error 5 seconds after a retry, and tries again', async () => {
    const { it: session } = machine({ load: ['network', 'network', 'network', 'network', 'profile'] })
    session.start(sessionFor(MINUTE))
    await passing(4_000)
    session.retry()
    await passing(0)
    expect(session.state).toMatchObject({
      error: 'Network error. Please check your connection and try again.',
      screen: 'error',
    })
    await passing(4_999)
    expect(session.state.screen).toBe('error')
    await passing(1)
    expect(session.state).toMatchObject({ profile: 'loaded', error: null, screen: null })
  })

  test.each([
    ['expired', 'Session expired. Please sign in again.'],
    ['invalid', 'Invalid session. Please sign in again.'],
    ['signed out', 'Session expired. Please sign in again.'],
  ] as const)('%s: clears the error and the session after 10 seconds', async (failure, message) => {
    const { it: session } = machine({ load: [failure] })
    session.start(sessionFor(MINUTE))
    await passing(9_999)
    expect(session.state).toMatchObject({ error: message, screen: 'error' })
    await passing(1)
    expect(session.state).toEqual({ session: null, profile: 'none', error: null, screen: null })
  })

  test('shows any other error until a retry', async () => {
    const { it: session, loads } = machine({ load: ['other', 'profile'] })
    session.start(sessionFor(MINUTE))
    await passing(MINUTE)
    expect(loads).toEqual([0])
    expect(session.state).toMatchObject({ error: 'Failed to load profile. Please try again.', screen: 'error' })
    session.retry()
    await passing(0)
    expect(session.state).toMatchObject({ error: null, screen: null })
  })

  test('clears its errors on a new sign-in', async () => {
    const { it: session } = machine({ load: ['other'] })
    session.start(sessionFor(MINUTE))
    await passing(0)
    session.start(sessionFor(HOUR))
    expect(session.state).toMatchObject({ profile: 'loaded', error: null, screen: null })
  })
})
