/** In milliseconds. The values are product requirements (docs/decisions/2026-11-22-shared-mechanisms.md). */
const SESSION_TIMES = {
  refreshLead: 5 * 60_000,
  refreshGap: 5_000,
  refreshBackoff: 1_000,
  profileRetry: 2_000,
  profileMissing: 3_000,
  networkErrorClears: 5_000,
  sessionErrorClears: 10_000,
} as const
const MAX_ATTEMPTS = 3
/** Browsers store delays in 32 bits, and fire at once above this. */
const LONGEST_TIMER = 2 ** 31 - 1

export const SESSION_MESSAGES = {
  profileGaveUp: 'Failed to load profile after multiple attempts',
  profileMissing: 'Profile not found. Please complete your registration.',
  sessionExpired: 'Session expired. Please sign in again.',
  sessionInvalid: 'Invalid session. Please sign in again.',
  network: 'Network error. Please check your connection and try again.',
  profileFailed: 'Failed to load profile. Please try again.',
  initialFailed: 'Failed to get initial session',
  refreshUnexpected: 'Unexpected error during session refresh',
  refreshGaveUp: 'Session refresh failed after multiple attempts',
  refreshRefused: 'Session expired, please sign in again',
} as const

/** A session as the root loader returns it. */
export interface KnownSession {
  userId: string
  expiresAt: Date
  hasProfile: boolean
}

/** Why a call failed: no response, the session has expired, it is invalid, or another error. */
export type SessionFailure = 'network' | 'expired' | 'invalid' | 'other'

export interface SessionCalls {
  /** Asks the server to extend the session. */
  refresh: () => Promise<{ expiresAt: Date } | { failure: SessionFailure }>
  /** Reloads the session and its profile; null if there is no session. */
  load: () => Promise<KnownSession | null | { failure: SessionFailure }>
  /** Runs a job while no other tab runs one. */
  exclusively: (job: () => Promise<void>) => Promise<void>
  /** Notifies the other tabs. */
  tell: (news: SessionNews) => void
}

export type SessionNews = { kind: 'signed-out' } | { kind: 'refreshed'; expiresAt: number }

export interface SessionState {
  /** Null if there is no session, or it has ended. */
  session: KnownSession | null
  profile: 'none' | 'loading' | 'loaded' | 'missing' | 'failed'
  error: string | null
  /** The screen that replaces the page. */
  screen: 'error' | 'profile-not-found' | null
}

const SIGNED_OUT: SessionState = { session: null, profile: 'none', error: null, screen: null }

/**
 * The state of one tab's session: refreshes it in time, loads its profile with retries, shows and clears errors. It
 * does not depend on the browser or the server: calls, other tabs and listeners are passed in, and time is setTimeout.
 */
export class SessionMachine {
  readonly #calls: SessionCalls
  readonly #onChange: (state: SessionState) => void
  readonly #timers = new Map<'refresh' | 'profile' | 'gate', ReturnType<typeof setTimeout>>()
  #state = SIGNED_OUT
  #lastRefreshAt = -Infinity
  #failedRefreshes = 0
  /** Increases with each sign-in and sign-out. Responses to earlier requests are ignored. */
  #life = 0

  constructor(calls: SessionCalls, onChange: (state: SessionState) => void) {
    this.#calls = calls
    this.#onChange = onChange
  }

  get state(): SessionState {
    return this.#state
  }

  /** Starts with the root's session, or null. Clears errors. */
  start(session: KnownSession | null): void {
    const isSame = session !== null && session.userId === this.#state.session?.userId
    const lastRefreshAt = isSame ? this.#lastRefreshAt : -Infinity
    this.#begin()
    this.#lastRefreshAt = lastRefreshAt
    if (!session) return this.#change(SIGNED_OUT)
    if (session.expiresAt.getTime() <= Date.now()) return this.#end(SESSION_MESSAGES.refreshRefused)
    this.#accept(session)
    this.#scheduleRefresh()
  }

  stop(): void {
    this.#begin()
  }

  /** Call this when time may have passed without timers: the device slept, or the tab was in the background. */
  wake(): void {
    if (this.#state.session && this.#failedRefreshes === 0) this.#scheduleRefresh()
  }

  /** Ends the session here and tells other tabs. */
  signOut(): void {
    this.#calls.tell({ kind: 'signed-out' })
    this.#begin()
    this.#change(SIGNED_OUT)
  }

  /** Handles a message from another tab. */
  hear(news: SessionNews): void {
    const { session } = this.#state
    if (!session) return
    if (news.kind === 'signed-out') {
      this.#begin()
      this.#change(SIGNED_OUT)
    } else if (news.expiresAt > session.expiresAt.getTime()) {
      this.#failedRefreshes = 0
      this.#change({ session: { ...session, expiresAt: new Date(news.expiresAt) } })
      this.#scheduleRefresh()
    }
  }

  /** Retries at once, for the screen's button. */
  retry(): void {
    if (this.#state.session) void this.#loadProfile({ isAsked: true })
  }

  #begin(): void {
    this.#life++
    this.#failedRefreshes = 0
    this.#lastRefreshAt = -Infinity
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #end(error: string): void {
    this.#begin()
    this.#change({ ...SIGNED_OUT, error })
  }

  #change(change: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...change }
    this.#onChange(this.#state)
  }

  #after(timer: 'refresh' | 'profile' | 'gate', ms: number, act: () => void): void {
    clearTimeout(this.#timers.get(timer))
    const now = Math.min(Math.max(ms, 0), LONGEST_TIMER)
    this.#timers.set(
      timer,
      setTimeout(() => (ms > now ? this.#after(timer, ms - now, act) : act()), now),
    )
  }

  // ---- refreshing

  #scheduleRefresh(): void {
    const { session } = this.#state
    if (!session) return
    const now = Date.now()
    const due = session.expiresAt.getTime() - SESSION_TIMES.refreshLead - now
    const gap = this.#lastRefreshAt + SESSION_TIMES.refreshGap - now
    this.#after('refresh', Math.max(due, gap), () => void this.#refresh())
  }

  async #refresh(): Promise<void> {
    const life = this.#life
    this.#lastRefreshAt = Date.now()
    await this.#calls.exclusively(async () => {
      const { session } = this.#state
      // Another tab may have refreshed while this one was waiting for its turn.
      if (life !== this.#life || !session) return
      if (this.#failedRefreshes === 0 && session.expiresAt.getTime() - Date.now() > SESSION_TIMES.refreshLead)
        return this.#scheduleRefresh()
      const answer = await this.#calls.refresh().catch((): { failure: SessionFailure } => ({ failure: 'other' }))
      if (life !== this.#life) return
      if ('failure' in answer) return this.#refreshFailed(answer.failure)
      this.#failedRefreshes = 0
      this.#change({ session: { ...session, expiresAt: answer.expiresAt }, error: null, screen: null })
      this.#calls.tell({ kind: 'refreshed', expiresAt: answer.expiresAt.getTime() })
      this.#scheduleRefresh()
      void this.#loadProfile()
    })
  }

  #refreshFailed(failure: SessionFailure): void {
    if (failure === 'expired' || failure === 'invalid') return this.#end(SESSION_MESSAGES.refreshRefused)
    this.#failedRefreshes++
    if (this.#failedRefreshes >= MAX_ATTEMPTS) return this.#end(SESSION_MESSAGES.refreshGaveUp)
    if (failure === 'other') this.#change({ error: SESSION_MESSAGES.refreshUnexpected })
    this.#after('refresh', SESSION_TIMES.refreshBackoff * 2 ** (this.#failedRefreshes - 1), () => void this.#refresh())
  }

  // ---- the profile

  /** Makes three attempts; a single one if the user pressed the button. */
  async #loadProfile({ attempt = 1, isAsked = false } = {}): Promise<void> {
    const life = this.#life
    clearTimeout(this.#timers.get('profile'))
    clearTimeout(this.#timers.get('gate'))
    // Keep using the old profile while it is reloaded.
    if (this.#state.profile !== 'loaded') this.#change({ profile: 'loading', error: null, screen: null })
    const answer = await this.#calls.load().catch((): { failure: SessionFailure } => ({ failure: 'other' }))
    if (life !== this.#life) return
    if (answer === null) return this.#profileFailed(SESSION_MESSAGES.sessionExpired)
    if (!('failure' in answer)) return this.#accept(answer)
    if (answer.failure !== 'network') return this.#profileFailed(PROFILE_ERRORS[answer.failure])
    if (isAsked) return this.#profileFailed(SESSION_MESSAGES.network)
    if (attempt >= MAX_ATTEMPTS) return this.#profileFailed(SESSION_MESSAGES.profileGaveUp)
    this.#after('profile', SESSION_TIMES.profileRetry, () => void this.#loadProfile({ attempt: attempt + 1 }))
  }

  #accept(session: KnownSession): void {
    if (session.hasProfile) return this.#change({ session, profile: 'loaded', error: null, screen: null })
    this.#change({ session, profile: 'missing', error: SESSION_MESSAGES.profileMissing, screen: null })
    this.#after('gate', SESSION_TIMES.profileMissing, () => this.#change({ screen: 'profile-not-found' }))
  }

  #profileFailed(error: string): void {
    this.#change({ profile: 'failed', error, screen: 'error' })
    if (error === SESSION_MESSAGES.network)
      this.#after('gate', SESSION_TIMES.networkErrorClears, () => void this.#loadProfile())
    if (error === SESSION_MESSAGES.sessionExpired || error === SESSION_MESSAGES.sessionInvalid) {
      this.#after('gate', SESSION_TIMES.sessionErrorClears, () => this.start(null))
    }
  }
}

const PROFILE_ERRORS: Record<Exclude<SessionFailure, 'network'>, string> = {
  expired: SESSION_MESSAGES.sessionExpired,
  invalid: SESSION_MESSAGES.sessionInvalid,
  other: SESSION_MESSAGES.profileFailed,
}
