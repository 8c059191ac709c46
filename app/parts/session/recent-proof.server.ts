import { redirect } from '@remix-run/node'
import { actionError } from '#app/lib/api.server.ts'
import { paths } from '#app/lib/paths.ts'

/**
 * Runs an action that needs a recent proof of identity. Without one, redirects the user to a page that asks for it and
 * returns.
 * @throws other refusals of `acting`
 */
export async function withRecentProof<T>(acting: Promise<T>, redirectTo: string): Promise<T> {
  try {
    return await acting
  } catch (error) {
    if (actionError(error).field !== 'recent-proof') throw error
    throw redirect(paths.proveAgain({ redirectTo }))
  }
}
