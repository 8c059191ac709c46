// Starts or joins the PostgreSQL of a DATA_DIR as another command would, and sends its address: for tests of several processes that share
// one. Stays until it is killed, or whoever started it ends. A second argument, as JSON, is the pace at which it shows its presence.
import { once } from 'node:events'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import type { Pace } from '#server/platform/postgres/presence.ts'

const [dataDir = '', pace] = process.argv.slice(2)
const { url } = await startEmbeddedPostgres(dataDir, {
  durable: false,
  ...(pace ? { pace: JSON.parse(pace) as Pace } : {}),
})
process.send?.(url)
await once(process, 'disconnect')
process.exit()
