import { redirect } from '@remix-run/node'
import { paths } from '#app/lib/paths.ts'
import { returnPath } from '#app/lib/return-path.ts'

/**
 * Loads data for signed-in users. Others have to sign in first, and then come back.
 * @throws other refusals of `loading`
 */
export async function forSignedIn<T>({ request }: { request: Request }, loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401) throw error
    throw redirect(paths.login({ redirectTo: returnPath(new URL(request.url)) }))
  }
}
