import { redirect } from '@remix-run/node'
import { actionError } from './api.server.ts'
import { paths } from './paths.ts'

/** What asks for a recent proof of who somebody is: without one he is led to give it, and comes back. @throws what `acting` refuses otherwise */
export async function withRecentProof<T>(acting: Promise<T>, redirectTo: string): Promise<T> {
  try {
    return await acting
  } catch (error) {
    if (actionError(error).field !== 'recent-proof') throw error
    throw redirect(paths.proveAgain({ redirectTo }))
  }
}
