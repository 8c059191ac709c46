// Sends onboarding's final submit in a process of its own, for tests that kill it at one of its SQL statements:
// node tests/setup/join-process.ts DATABASE_URL, and then a JoinJob as a line on its input.
import fs from 'node:fs'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { readViewer } from '#server/auth/session.service.ts'
import { joinAsPartner } from '#server/invitations/join.service.ts'
import type { JoinInput } from '#server/invitations/join.schema.ts'
import { connect } from '#server/platform/db.ts'
import { createVisit } from './visit.ts'

export interface JoinJob {
  /** Of the browser that sends it. */
  cookies: Record<string, string>
  answers: JoinInput
  /** Null: to its end. */
  kill: Kill | null
}

export interface Kill {
  /** Counted from 1, in the order in which they are sent. */
  statement: number
  /** 'sent': nobody waits for the answer any more. */
  moment: 'before' | 'sent' | 'after'
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
    const viewer = await readViewer({ db, visit })
    const statements = watchStatements(kill)
    await joinAsPartner({ db, visit, viewer }, answers)
    console.log(JSON.stringify(statements))
    break
  }
  await db.$disconnect()
  process.exit()
}

/** What is sent from now on, by its beginning. */
function watchStatements(kill: Kill | null): string[] {
  const statements: string[] = []
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked] = given
    const text = typeof asked === 'string' ? asked : (asked as { text: string }).text
    const place = statements.push(text.trim().slice(0, 60))
    const die = (moment: Kill['moment']) => {
      if (kill?.statement === place && kill.moment === moment) killMyself()
    }
    die('before')
    // A pool passes a function that is called with the answer; transactions await it.
    const told = given.at(-1)
    const heard = (...result: unknown[]): unknown => {
      die('after')
      return typeof told === 'function' ? (told as (...result: unknown[]) => unknown)(...result) : result[0]
    }
    const answer = query.apply(this, typeof told === 'function' ? [...given.slice(0, -1), heard] : given)
    die('sent')
    return answer instanceof Promise ? answer.then(heard) : answer
  } as never
  return statements
}

function killMyself(): never {
  fs.writeSync(1, 'killed\n')
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}
