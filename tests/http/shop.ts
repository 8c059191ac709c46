import { afterAll, beforeAll, inject } from 'vitest'
import { connect, type Db } from '#server/platform/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { Visitor } from './visitor.ts'

/** The built server with the demo, asked by plain HTTP. */
export interface Shop {
  /** Without a trailing slash. */
  url: string
  db: Db
  /** For jobs with connections of their own. */
  databaseUrl: string
  /** Somebody with a browser of his own. */
  visitor: (headers?: Record<string, string>) => Visitor
  /** Somebody who is signed in. */
  visitorAs: (userId: string) => Promise<Visitor>
}

/** The shop of the run. What a test writes shows within a second. */
export function useShop(): Shop {
  const url = inject('shopUrl')
  let postgres: EmbeddedPostgres
  const shop = {
    url,
    visitor: (headers) => new Visitor(url, headers),
    visitorAs: async (userId) => {
      const { visit } = await signedIn(shop.db, userId, { visit: createVisit({ siteUrl: url }) })
      const visitor = new Visitor(url)
      for (const [name, value] of visit.cookies) visitor.keepCookie(name, value)
      return visitor
    },
  } as Shop
  beforeAll(async () => {
    postgres = await startEmbeddedPostgres(inject('shopDataDir'))
    shop.databaseUrl = postgres.url
    shop.db = connect(postgres.url, { poolSize: 2 })
  })
  afterAll(async () => {
    await shop.db.$disconnect()
    await postgres.release()
  })
  return shop
}
