// node tests/bench/in-my-size.ts [--tables N] [--products N]: compares a list in one person's size with the same list
// in any size. Measures reading the rules of N size tables from a separate database, sending them to the index, and
// searching an index of N products.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { getSizeRules } from '#server/fitting/get-size-rules.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import type { SizeRule } from '#server/search/engine.ts'
import { NO_SIZES } from '#server/sizing/person.schema.ts'
import { createCategory, createPartner } from '#tests/factories.ts'
import { EVERY_PRODUCT } from '#tests/setup/engine-query.ts'
import { largeIndex } from './large-index.ts'
import { format } from './print-table.ts'
import { median, percentile } from './statistics.ts'

const STORES = 500
const TIMED = 40
const LABELS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL']
const { values } = parseArgs({
  options: { tables: { type: 'string', default: '5000' }, products: { type: 'string', default: '1000000' } },
})
const [tables, products] = [Number(values.tables), Number(values.products)]
const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-bench-sizes-'))
const postgres = await startEmbeddedPostgres(dataDir, { durable: false })
await applyMigrations(postgres.url)
const db = connect(postgres.url, { poolSize: 4 })

try {
  const { sellers, categoryId } = await writeTables(db)
  const shopper = { ...NO_SIZES, measures: { chest: 960, waist: 760 } }
  const [cold, { rules, names }] = await timed(() => getSizeRules(db, shopper))
  const warm: number[] = []
  // A different person each time, because measurements never repeat in practice.
  for (let at = 0; at < TIMED; at++)
    warm.push(
      (await timed(() => getSizeRules(db, { ...NO_SIZES, measures: { chest: 880 + at * 4, waist: 700 + at * 4 } })))[0],
    )
  const sent = rules.map(({ partnerId, brandId, categoryId: category, genders, isExact, place, sizes }): SizeRule => ({
    partnerId,
    brandId,
    categoryId: category,
    genders,
    isExact,
    place,
    sizes,
  }))
  const clone: number[] = []
  for (let at = 0; at < TIMED; at++) clone.push((await timed(() => structuredClone(sent)))[0])
  const index = largeIndex(products, (at) => {
    const seller = sellers[at % sellers.length]!
    return { ...seller, categoryId, gender: at % 2 ? 'women' : 'men', sizes: [LABELS[at % 7]!, LABELS[(at + 2) % 7]!] }
  })
  index.names = names
  const search = async (inSize: SizeRule[] | null) => {
    const times: number[] = []
    let total = 0
    for (let at = 0; at < TIMED; at++) {
      // A different query each time, because answers are cached.
      const query = { ...EVERY_PRODUCT, sort: 'featured' as const, pageSize: 24, priceMin: at, inSize }
      const [ms, answer] = await timed(() => index.search(query))
      times.push(ms)
      total = answer.total
    }
    return { times, total }
  }
  const [any, mine] = [await search(null), await search(sent)]
  console.log(
    [
      `${format(tables)} size tables of ${STORES} stores, ${format(rules.length)} rules; ${format(products)} products`,
      `reading the rules: the first time ${format(cold)} ms, then ${spread(warm)}`,
      `sending them to the index: ${spread(clone)}`,
      `a list in any size: ${spread(any.times)} (${format(any.total)} products); in one's own: ${spread(mine.times)} (${format(mine.total)})`,
    ].join('\n'),
  )
} finally {
  await db.$disconnect()
  await postgres.release()
  await fs.rm(dataDir, { recursive: true, force: true })
}

function spread(times: number[]): string {
  return `${format(median(times))} ms (p95 ${format(percentile(times, 0.95))})`
}

async function timed<T>(work: () => T | Promise<T>): Promise<[ms: number, result: T]> {
  const started = performance.now()
  const result = await work()
  return [performance.now() - started, result]
}

/** Writes one table per brand. Each store has as many brands as needed. */
async function writeTables(
  on: Db,
): Promise<{ sellers: Array<{ partnerId: string; brandId: string }>; categoryId: string }> {
  const category = await createCategory(on)
  const partners: Array<{ id: string }> = []
  for (let at = 0; at < STORES; at++) partners.push(await createPartner(on))
  const sellers = Array.from({ length: tables }, (_, at) => ({
    partnerId: partners[at % STORES]!.id,
    brandId: newId(),
  }))
  await on.brand.createMany({ data: sellers.map(({ brandId }) => ({ id: brandId, name: brandId, slug: brandId })) })
  const rows = LABELS.map((label, at) => ({
    label,
    key: label,
    body: { chest: [760 + at * 60, 820 + at * 60], waist: [580 + at * 60, 640 + at * 60] },
  }))
  await on.sizeTable.createMany({
    data: sellers.map((seller) => ({
      ...seller,
      categoryId: category.id,
      audience: 'unisex',
      source: 'partner',
      measures: 'body',
      rows,
    })),
  })
  return { sellers, categoryId: category.id }
}
