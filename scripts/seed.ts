// npm run db:seed -- --products N [--seed S]: grows the generated catalogue to N products.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { progress } from './progress.ts'

const { values } = parseArgs({ options: { products: { type: 'string' }, seed: { type: 'string', default: '1' } } })
const options = z
  .object({
    products: z.coerce.number().int().min(1).max(1_000_000),
    seed: z.coerce.number().int().min(1).max(1_000_000_000),
  })
  .safeParse(values)
if (!options.success) {
  console.error('Usage: npm run db:seed -- --products N [--seed S], N from 1 to 1,000,000.')
  process.exit(1)
}
const env = parseEnv(process.env)
const database = await openDatabase(env)
try {
  const added = await seedCatalogue({
    databaseUrl: database.url,
    dataDir: env.DATA_DIR,
    count: options.data.products,
    seed: options.data.seed,
    onProgress: (done) => progress(`${done} of ${options.data.products} products`),
  })
  progress('')
  console.log(added ? `Added ${added} products.` : 'All products already exist. Nothing was changed.')
} finally {
  progress('')
  await database.release()
}
