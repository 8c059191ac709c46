import { expect, test } from 'vitest'
import { forSignedIn } from './for-signed-in.server.ts'

const refused = () => Promise.reject<never>(new Response('Sign in', { status: 401 }))
const leadsTo = async (path: string) => {
  const answer: unknown = await forSignedIn({ request: new Request(`http://shop.test${path}`) }, refused()).catch(
    (thrown: unknown) => thrown,
  )
  return answer instanceof Response ? answer.headers.get('location') : answer
}

test('redirects to sign-in with a return path, but drops a long query', async () => {
  expect(await leadsTo('/admin/tickets?q=a')).toBe('/login?redirectTo=%2Fadmin%2Ftickets%3Fq%3Da')
  expect(await leadsTo(`/admin/tickets?q=${'%22'.repeat(33_000)}`)).toBe('/login?redirectTo=%2Fadmin%2Ftickets')
})
