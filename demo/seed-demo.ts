import type { Db } from '#server/platform/db.ts'
import { rollUpSearches } from '#server/search/log/roll-up.ts'
import { updatePopularity } from '#server/search/log/update-popularity.ts'
import { PARTNERS } from './catalogue/partners.ts'
import { demoId } from './demo-ids.ts'
import { seedAccounts } from './seed-accounts.ts'
import { seedActivity } from './seed-activity.ts'
import { seedAppearances } from './seed-appearances.ts'
import { seedCatalogue } from './seed-catalogue.ts'
import { seedDemand } from './seed-demand.ts'
import { seedHistory } from './seed-history.ts'
import { seedJoining } from './seed-joining.ts'
import { seedMonths } from './seed-months.ts'
import { seedOffers } from './seed-offers.ts'
import { seedReviews } from './seed-reviews.ts'
import { seedSales } from './seed-sales.ts'
import { seedSearches } from './seed-searches.ts'
import { seedSizes } from './seed-sizes.ts'
import { seedSpread } from './seed-spread.ts'
import { seedStoreYear } from './seed-store-year.ts'

export const DEMO_PRODUCTS = 1_200
export const DEMO_SEED = 1

/**
 * Fills a database without products with the demo: partners, catalogue, pictures, two weeks of visitors and their
 * searches, accounts of every kind, partners in onboarding, a year of one store, and reviews.
 * @param withAccounts false if others can reach the shop, because the password of these accounts is public
 */
export async function seedDemoIfEmpty(
  db: Db,
  databaseUrl: string,
  dataDir: string,
  withAccounts: boolean,
): Promise<void> {
  if (!(await db.product.findFirst({ select: { id: true } }))) {
    console.log(`Drawing the demo: ${PARTNERS.length} partners, ${DEMO_PRODUCTS.toLocaleString('en')} products ...`)
    await seedCatalogue({ databaseUrl, dataDir, count: DEMO_PRODUCTS, seed: DEMO_SEED })
  }
  // Each part has a separate condition, because a first start may have been interrupted.
  const isDemo = await db.product.findUnique({ where: { id: demoId(DEMO_SEED, 'product', 0) }, select: { id: true } })
  if (isDemo && !(await db.productView.findFirst({ select: { id: true } }))) {
    await seedMonths(db, new Date())
    await seedAppearances(db)
    await seedOffers(db, DEMO_SEED)
    await seedActivity(databaseUrl)
  }
  const hasSearches =
    (await db.searchLog.findFirst({ select: { id: true } })) ??
    (await db.searchDay.findFirst({ select: { day: true } }))
  if (isDemo && !hasSearches) {
    await seedSearches(databaseUrl)
    // Counts popular searches, also for a shop without jobs.
    await rollUpSearches(db, new Date())
    await updatePopularity(db, new Date())
    await seedSpread(db, DEMO_SEED, DEMO_PRODUCTS, new Date())
  }
  if (isDemo) await seedSizes(db)
  if (!isDemo || !withAccounts) return
  await seedAccounts(db)
  await seedJoining(db)
  await seedHistory(db, databaseUrl)
  await seedStoreYear(databaseUrl)
  await seedSales(db)
  await seedDemand(db)
  await seedReviews(db)
}
