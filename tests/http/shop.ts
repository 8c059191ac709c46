import { afterAll, beforeAll, inject } from 'vitest'
import { connect, type Db } from '#server/platform/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { Visitor } from './visitor.ts'

/** The built server with the demo, over plain HTTP. */
export interface Shop {
  /** Without a trailing slash. */
  url: string
  db: Db
  /** For jobs with separate connections. */
  databaseUrl: string
  /** Creates a visitor with a separate browser. */
  visitor: (headers?: Record<string, string>) => Visitor
  /** Creates a signed-in visitor. */
  visitorAs: (userId: string) => Promise<Visitor>
}

/** Returns the run's shop. Rows that a test writes show within a second. */
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
