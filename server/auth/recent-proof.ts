import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from './viewer.ts'

/** So long after proving who he is, somebody may add ways into his account. */
export const RECENT_MINUTES = 10

/** Whether the viewer has signed in, or given his password, within the last minutes. */
export const isProvenRecently = ({ authenticatedAt }: Pick<Viewer, 'authenticatedAt'>, now = new Date()): boolean =>
  now.getTime() - authenticatedAt.getTime() < RECENT_MINUTES * 60_000

/**
 * Whoever finds an open browser must not add a way of his own into the account.
 * @throws AppError forbidden at 'recent-proof': sign in again, or give the password, first.
 */
export function assertRecentProof(viewer: Pick<Viewer, 'authenticatedAt'>, now = new Date()): void {
  if (!isProvenRecently(viewer, now)) throw new AppError('forbidden', 'Please show first that it is you.', { field: 'recent-proof' })
}
