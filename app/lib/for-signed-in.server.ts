import { redirect } from '@remix-run/node'
import { paths } from './paths.ts'
import { returnPath } from './return-path.ts'

/** What a page loads for people who are signed in; others are led to sign in, and come back. @throws what `loading` refuses otherwise */
export async function forSignedIn<T>({ request }: { request: Request }, loading: Promise<T>): Promise<T> {
  try {
    return await loading
  } catch (error) {
    if (!(error instanceof Response) || error.status !== 401) throw error
    throw redirect(paths.login({ redirectTo: returnPath(new URL(request.url)) }))
  }
}
