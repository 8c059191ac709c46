// Runs another script of this folder once the Prisma client is there: node scripts/run.ts seed.ts --products 1000
import path from 'node:path'
import { ensureGenerated } from './prepare.ts'

try {
  process.loadEnvFile('.env')
} catch {
  // There need not be one.
}
ensureGenerated()
const [script = ''] = process.argv.splice(2, 1)
await import(path.join(import.meta.dirname, script))
// Prisma's engine leaves a timer of 10 s behind that would keep the process.
process.exit()
