import type { Db } from '#server/platform/db.ts'
import { seedActivity } from './seed-activity.ts'
import { seedCatalogue } from './seed-catalogue.ts'

export const DEMO_PRODUCTS = 1_200
export const DEMO_SEED = 1

/** Fills a database that has no products yet with the demo: partners, catalogue, pictures and two weeks of visitors. */
export async function seedDemoIfEmpty(db: Db, databaseUrl: string, dataDir: string): Promise<boolean> {
  if (await db.product.findFirst({ select: { id: true } })) return false
  console.log('Drawing the demo: 14 partners, 1,200 products ...')
  await seedCatalogue({ databaseUrl, dataDir, count: DEMO_PRODUCTS, seed: DEMO_SEED })
  await seedActivity(databaseUrl)
  return true
}
