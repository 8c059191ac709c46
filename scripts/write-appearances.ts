// node scripts/run.ts write-appearances.ts DATA_DIR: regenerates demo/appearances.json.gz from a shop that has read the
// pictures of its demo. Run it when the demo's drawings or server/media/appearance change.
import path from 'node:path'
import { writeKnownAppearances } from '#demo/seed-appearances.ts'
import { connect } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('Usage: node scripts/run.ts write-appearances.ts DATA_DIR')
const postgres = await startEmbeddedPostgres(path.resolve(dataDir))
const db = connect(postgres.url, { poolSize: 1 })
console.log(`${await writeKnownAppearances(db)} appearances written.`)
await db.$disconnect()
await postgres.release()
