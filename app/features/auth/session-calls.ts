import { client } from '#app/lib/trpc-client.ts'
import type { KnownSession, SessionCalls, SessionFailure, SessionNews } from '#app/parts/session/session-machine.ts'

const CHANNEL = 'wtf-session'

/** Returns the calls that the session machine makes to this browser and to the server. */
export function openSessionCalls(hear: (news: SessionNews) => void): { calls: SessionCalls; close: () => void } {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
  channel?.addEventListener('message', ({ data }) => hear(data as SessionNews))
  return {
    close: () => channel?.close(),
    calls: {
      refresh: () => client.auth.refresh.mutate().catch(failure),
      load: async () => {
        const session = await client.auth.session.query().catch(failure)
        return session && 'viewer' in session ? knownSession(session) : session
      },
      exclusively: async (job) => {
        await (navigator.locks ? navigator.locks.request(CHANNEL, job) : job())
      },
      tell: (news) => channel?.postMessage(news),
    },
  }
}

/** Returns the part of the root's data that the session machine needs. */
export function knownSession({
  viewer,
  expiresAt,
}: {
  viewer: { userId: string; hasProfile: boolean }
  expiresAt: Date
}): KnownSession {
  return { userId: viewer.userId, hasProfile: viewer.hasProfile, expiresAt }
}

function failure(error: unknown): { failure: SessionFailure } {
  const code = (error as { data?: { code?: string } }).data?.code
  if (code === undefined) return { failure: 'network' }
  return { failure: code === 'UNAUTHORIZED' ? 'expired' : code === 'FORBIDDEN' ? 'invalid' : 'other' }
}
