// Runs another script of this folder after generating the Prisma client: node scripts/run.ts seed.ts --products 1000
import path from 'node:path'
import { ensureGenerated } from './prepare.ts'
import { loadSettings } from './settings-file.ts'

const [script = ''] = process.argv.splice(2, 1)
try {
  // Building needs no settings, because the handbook creates the link '.env' before its target.
  loadSettings('.env', { mayLeadNowhere: script === 'build.ts' })
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
ensureGenerated()
// Handles signals, because stopping the command early must not leave PostgreSQL running.
const { releaseEmbeddedPostgres } = await import('#server/platform/postgres/embedded.ts')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Studio and the benchmarks have their own handlers, because they have more to stop.
    if (process.listenerCount(signal) === 1) void releaseEmbeddedPostgres().finally(() => process.exit(130))
  })
}
try {
  await import(path.join(import.meta.dirname, script))
} catch (error) {
  // A plain Error tells the operator what to fix, which a stack trace would hide. Other errors are bugs.
  console.error(error instanceof Error && error.name === 'Error' ? error.message : error)
  await releaseEmbeddedPostgres()
  process.exit(1)
}
// Prisma's engine leaves a timer of 10 s behind, which would delay the exit.
process.exit()
