// node tests/bench/new-in.ts --data DIR [--searches N] [--products N]: measures how saved searches find new products,
// on the seeded database of a DATA_DIR. Removes all data that it adds.
import { parseArgs } from 'node:util'
import { performance } from 'node:perf_hooks'
import { connect, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { findNew } from '#server/new-in/find-new.ts'
import { noteFirstListings } from '#server/new-in/first-listings.ts'
import { listOf } from '#server/new-in/saved-list.ts'
import { searchQueryParams } from '#server/search/search.schema.ts'
import { sendNewIn } from '#server/new-in/send-new-in.ts'
import { SearchDrawer } from './draw-searches.ts'
import { openPool } from './shop-under-test.ts'

const OF_ONE = 50
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    searches: { type: 'string', default: '10000' },
    products: { type: 'string', default: '2000' },
  },
})
if (!values.data) throw new Error('Usage: node tests/bench/new-in.ts --data DIR [--searches N] [--products N]')
const [searches, products] = [Number(values.searches), Number(values.products)]
const postgres = await startEmbeddedPostgres(values.data)
const db = connect(postgres.url, { poolSize: 4 })
const pool = openPool(postgres.url)
const userIds = Array.from({ length: Math.ceil(searches / OF_ONE) }, newId)

try {
  await noteFirstListings(db, new Date())
  await db.firstListing.updateMany({ data: { isAsked: true } })
  const total = await db.firstListing.count()
  const distinct = await saveSearches(db)
  await db.$executeRaw`UPDATE first_listings SET is_asked = false, listed_at = now() WHERE product_id IN (SELECT product_id FROM first_listings ORDER BY md5(product_id::text) LIMIT ${products}::int)`
  await db.$executeRaw`VACUUM ANALYZE first_listings, saved_searches`
  const [nothing] = await timed(() => noteFirstListings(db, new Date()))
  const [ms, found] = await timed(() => findNew(db, postgres.url, new Date()))
  const [mailMs, mails] = await timed(() => sendNewIn(db, 'https://wtf.example', new Date()))
  console.log(
    [
      `${total} products in the shop, ${products} of them new; ${searches} saved searches of ${userIds.length} people, ${distinct} distinct lists`,
      `looking for what is new when nothing is: ${nothing.toFixed(0)} ms`,
      `asking all: ${ms.toFixed(0)} ms, ${((ms * 1_000) / searches).toFixed(1)} ms for 1,000 saved searches; ${found} finds`,
      `writing ${mails} mails: ${mailMs.toFixed(0)} ms, ${(mailMs / Math.max(1, mails)).toFixed(1)} ms each`,
    ].join('\n'),
  )
} finally {
  await db.user.deleteMany({ where: { id: { in: userIds } } })
  await db.mail.deleteMany({ where: { kind: 'new_in_digest', toAddress: { endsWith: '@bench.example' } } })
  await pool.end()
  await db.$disconnect()
  await postgres.release()
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const started = performance.now()
  const result = await work()
  return [performance.now() - started, result]
}

/** @returns the number of distinct lists */
async function saveSearches(on: Db): Promise<number> {
  await on.user.createMany({
    data: userIds.map((id) => ({ id, email: `${id}@bench.example`, emailVerifiedAt: new Date() })),
  })
  await on.wishlistSettings.createMany({ data: userIds.map((userId) => ({ userId, quietFrom: 0, quietUntil: 0 })) })
  const drawer = await SearchDrawer.from(pool, 1)
  const ofUser = new Map<string, Set<string>>()
  const rows = []
  for (const { input } of drawer.searches(searches * 2, { hasTypos: false })) {
    const query = { ...searchQueryParams.parse({}), ...input } as ReturnType<typeof searchQueryParams.parse>
    const list = listOf(query, null, false)
    const userId: string = userIds[rows.length % userIds.length] ?? ''
    const theirs = ofUser.get(userId) ?? new Set()
    if (!list || theirs.has(list.address)) continue
    ofUser.set(userId, theirs.add(list.address))
    const times = { createdAt: new Date(Date.now() - 86_400_000) }
    rows.push({
      id: newId(),
      userId,
      list: list.address,
      name: list.address.slice(0, 80),
      feedToken: newId(),
      ...times,
    })
    if (rows.length === searches) break
  }
  for (let at = 0; at < rows.length; at += 1_000) await on.savedSearch.createMany({ data: rows.slice(at, at + 1_000) })
  return new Set(rows.map(({ list }) => list)).size
}
