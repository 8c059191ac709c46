// Finds wishlist events and emails them, in a separate process. For tests that kill it: node
// tests/setup/alerts-process.ts '{"databaseUrl": ..., "now": ..., "batchSize": ...}'
import { connect } from '#server/platform/db.ts'
import { findWishlistEvents } from '#server/wishlist/judge-wishes.ts'
import { sendDigests } from '#server/wishlist/send-digests.ts'

const options = JSON.parse(process.argv[2] ?? '') as { databaseUrl: string; now: string; batchSize: number }
const now = new Date(options.now)
const db = connect(options.databaseUrl, { poolSize: 2 })
await db.$queryRaw`SELECT 1`
console.log('ready')
await findWishlistEvents(db, now, undefined, options)
console.log('found')
await sendDigests(db, 'https://wtf.example', now)
await db.$disconnect()
