import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { RECENT_PROOF_MINUTES } from './session-limits.ts'

/** Whether the viewer has signed in or entered their password within the last minutes. */
export const isProvenRecently = ({ authenticatedAt }: Pick<Viewer, 'authenticatedAt'>, now = new Date()): boolean =>
  now.getTime() - authenticatedAt.getTime() < RECENT_PROOF_MINUTES * 60_000

/**
 * Refuses a viewer without a recent sign-in. Call before adding a sign-in method, so that a stranger at an unattended
 * browser cannot add their own.
 * @throws AppError forbidden at 'recent-proof': the viewer has to sign in again, or enter the password, first
 */
export function assertRecentProof(viewer: Pick<Viewer, 'authenticatedAt'>, now = new Date()): void {
  if (!isProvenRecently(viewer, now))
    throw new AppError('forbidden', 'Please confirm your identity first.', { field: 'recent-proof' })
}
