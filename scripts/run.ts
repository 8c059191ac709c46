// Runs another script of this folder once the Prisma client is there: node scripts/run.ts seed.ts --products 1000
import path from 'node:path'
import { ensureGenerated } from './prepare.ts'
import { loadSettings } from './settings-file.ts'

const [script = ''] = process.argv.splice(2, 1)
try {
  // Building needs none: the handbook has the link before the file that it leads to.
  loadSettings('.env', { mayLeadNowhere: script === 'build.ts' })
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
ensureGenerated()
// Whatever ends the command early must not leave PostgreSQL behind.
const { releaseEmbeddedPostgres } = await import('#server/platform/postgres/embedded.ts')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Studio and the benchmarks have more to end and do it themselves.
    if (process.listenerCount(signal) === 1) void releaseEmbeddedPostgres().finally(() => process.exit(130))
  })
}
try {
  await import(path.join(import.meta.dirname, script))
} catch (error) {
  // A plain Error says in words what whoever runs this can mend; a trace would hide them. The others are faults of ours.
  console.error(error instanceof Error && error.name === 'Error' ? error.message : error)
  await releaseEmbeddedPostgres()
  process.exit(1)
}
// Prisma's engine leaves a timer of 10 s behind that would keep the process.
process.exit()
