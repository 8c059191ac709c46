// Closes ended months in a separate process. For tests that kill it at one of its SQL statements: node
// tests/setup/close-process.ts '{"databaseUrl": ..., "now": ..., "kill": ...}'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { connect } from '#server/platform/db.ts'
import { watchStatements, type Kill } from './kill-at-statement.ts'

const job = JSON.parse(process.argv[2] ?? '') as { databaseUrl: string; now: string; kill: Kill | null }
const db = connect(job.databaseUrl, { poolSize: 2 })
await db.$queryRaw`SELECT 1`
const statements = watchStatements(job.kill)
await closeMonths(db, 'https://wtf.example', new Date(job.now))
console.log(JSON.stringify(statements))
await db.$disconnect()
process.exit()
