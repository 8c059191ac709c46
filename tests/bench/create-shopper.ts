import type { Db } from '#server/platform/db.ts'
import { createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'

/**
 * Creates a customer with a session, and the cookies that a browser would send.
 * @param url the URL of the shop
 */
export async function createShopper(db: Db, url: string) {
  const { id: userId } = await createUser(db)
  const { visit, viewer } = await signedIn(db, userId, { visit: createVisit({ siteUrl: url }) })
  return { userId, viewer, cookie: [...visit.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}
