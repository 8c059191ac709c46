// Starts or joins the PostgreSQL of a DATA_DIR like any other command, and sends its URL. For tests of several
// processes that share one PostgreSQL. Runs until it is killed or its parent ends. The optional second argument (JSON)
// sets the interval of its presence signal.
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
