// Submits onboarding's last step in a separate process. For tests that kill it at one of its SQL statements: node
// tests/setup/join-process.ts DATABASE_URL, then a JoinJob as one line of input.
import { createInterface } from 'node:readline'
import { findViewer } from '#server/auth/session.service.ts'
import { joinAsPartner } from '#server/invitations/join.service.ts'
import type { JoinInput } from '#server/invitations/join.schema.ts'
import { connect } from '#server/platform/db.ts'
import { watchStatements, type Kill } from './kill-at-statement.ts'
import { createVisit } from './visit.ts'

export interface JoinJob {
  /** The submitting browser's cookies. */
  cookies: Record<string, string>
  answers: JoinInput
  /** Null to run to the end. */
  kill: Kill | null
}

if (import.meta.main) await run()

async function run(): Promise<void> {
  const db = connect(process.argv[2] ?? '', { poolSize: 2 })
  await db.$queryRaw`SELECT 1`
  console.log('ready')
  for await (const line of createInterface(process.stdin)) {
    const { cookies, answers, kill } = JSON.parse(line) as JoinJob
    const visit = createVisit()
    for (const [name, value] of Object.entries(cookies)) visit.cookies.set(name, value)
    const viewer = await findViewer({ db, visit })
    const statements = watchStatements(kill)
    await joinAsPartner({ db, visit, viewer }, answers)
    console.log(JSON.stringify(statements))
    break
  }
  await db.$disconnect()
  process.exit()
}
