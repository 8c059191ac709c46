import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { verifyPassword } from '#server/auth/hash-password.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { joinAsPartner } from '#server/invitations/join.service.ts'
import { signedIn } from '#tests/setup/auth.ts'
import type { JoinJob } from '#tests/setup/join-process.ts'
import type { Kill } from '#tests/setup/kill-at-statement.ts'
import { answersOf, readyToJoin } from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { randomOf, ROUNDS, SEED } from './click-load.ts'

/** Kills at half of the statements, at one moment each. With KILL_ROUNDS, at all statements and all three moments. */
const MOMENTS = ['before', 'sent', 'after'] as const
const PASSWORD = 'Velvet-Hanger-31'

const here = useTestDatabase()
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a process that is ready to submit. `send` resolves with its output once it has ended. */
function startSender() {
  const url = new URL(here.url)
  url.searchParams.set('application_name', 'joining')
  const script = path.resolve(import.meta.dirname, '../setup/join-process.ts')
  const child = spawn(process.execPath, [script, url.href], { stdio: ['pipe', 'pipe', 'inherit'] })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      resolve()
    })
    void ended.then(() => reject(new Error(`The sender did not start: ${output}`)))
  })
  // Nothing awaits a sender that is not needed.
  ready.catch(() => undefined)
  return {
    send: async (job: JoinJob): Promise<{ signal: string | null; output: string }> => {
      await ready
      child.stdin.end(`${JSON.stringify(job)}\n`)
      await ended
      return { signal: child.signalCode, output }
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

/**
 * Waits until PostgreSQL has finished the current statement of a killed client. The connection of another sender is
 * idle at that time.
 */
const untilForgotten = () =>
  expect
    .poll(
      async () =>
        here.db
          .$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'joining' AND state <> 'idle'`,
      { timeout: 30_000 },
    )
    .toEqual([])

/** Returns the database's state of a submit. */
async function stateOf({ user, invitation }: Awaited<ReturnType<typeof readyToJoin>>) {
  const { role } = await here.db.user.findUniqueOrThrow({ where: { id: user.id } })
  const { fullName } = await here.db.profile.findUniqueOrThrow({ where: { userId: user.id } })
  const { status, partnerId } = await here.db.invitation.findUniqueOrThrow({ where: { id: invitation.id } })
  return {
    role,
    fullName,
    invitation: status,
    isLinked: partnerId !== null,
    partners: await here.db.partner.count({ where: { OR: [{ ownerId: user.id }, { email: user.email }] } }),
    agreements: await here.db.partnerAgreement.count({ where: { acceptedById: user.id } }),
    passwords: await here.db.password.count({ where: { userId: user.id } }),
    sessions: await here.db.session.count({ where: { userId: user.id } }),
    mails: await here.db.mail.count({ where: { toAddress: user.email, kind: 'partner_joined' } }),
    noted: await here.db.auditEntry.count({
      where: { actorId: user.id, action: { in: ['partner_joined', 'password_changed'] } },
    }),
  }
}
type State = Awaited<ReturnType<typeof stateOf>>
const NOTHING: Omit<State, 'fullName'> = {
  role: 'customer',
  invitation: 'opened',
  isLinked: false,
  partners: 0,
  agreements: 0,
  passwords: 0,
  sessions: 2,
  mails: 0,
  noted: 0,
}
const EVERYTHING: Omit<State, 'fullName'> = {
  role: 'partner',
  invitation: 'accepted',
  isLinked: true,
  partners: 1,
  agreements: 1,
  passwords: 1,
  sessions: 1,
  mails: 1,
  noted: 2,
}

test(`SIGKILL at each statement of the final onboarding submit: everything is saved, or nothing (KILL_ROUNDS=${ROUNDS}, KILL_SEED=${SEED})`, async () => {
  const began = performance.now()
  const random = randomOf(SEED)

  /** Submits once for a new person, possibly with a kill, and then again. */
  const submit = async (sender: ReturnType<typeof startSender>, kill: Kill | null) => {
    const ready = await readyToJoin(here.db)
    const { user, visit, invitation } = ready
    await signedIn(here.db, user.id)
    const answers = await answersOf(here.db, invitation, { password: PASSWORD })
    const { signal, output } = await sender.send({ cookies: Object.fromEntries(visit.cookies), answers, kill })
    await untilForgotten()
    const { fullName, ...state } = await stateOf(ready)
    const isDone = state.role === 'partner'
    expect([kill, state]).toEqual([kill, isDone ? EVERYTHING : NOTHING])
    expect(fullName).toBe(isDone ? invitation.contactPerson : '')

    const viewer = await findViewer({ db: here.db, visit })
    const { partnerId, isApproved } = await joinAsPartner({ db: here.db, visit, viewer }, answers)
    expect([kill, isApproved, await stateOf(ready)]).toMatchObject([kill, true, EVERYTHING])
    expect(await here.db.invitation.findUnique({ where: { id: invitation.id } })).toMatchObject({ partnerId })
    const { hash } = await here.db.password.findUniqueOrThrow({ where: { userId: user.id } })
    expect(await verifyPassword(hash, PASSWORD)).toBe(true)
    return { signal, output, isDone }
  }

  const whole = await submit(startSender(), null)
  expect([whole.signal, whole.isDone]).toEqual([null, true])
  const statements = JSON.parse(whole.output.trim().split('\n').at(-1) ?? '') as string[]
  const commit = statements.indexOf('COMMIT') + 1
  expect(statements.filter((text) => text === 'COMMIT')).toHaveLength(1)

  const kills = statements.flatMap((_, index): Kill[] => {
    const statement = index + 1
    const isWhole = ROUNDS > 1 || statement === commit
    const some = isWhole ? MOMENTS : random() < 0.5 ? [MOMENTS[Math.floor(random() * MOMENTS.length)]!] : []
    return some.map((moment) => ({ statement, moment }))
  })
  const came = { nothing: 0, everything: 0 }
  let waiting = startSender()
  for (const kill of kills) {
    const sender = waiting
    waiting = startSender()
    const { signal, isDone } = await submit(sender, kill)
    expect([kill, signal]).toEqual([kill, 'SIGKILL'])
    came[isDone ? 'everything' : 'nothing']++
    const order = kill.statement - commit || MOMENTS.indexOf(kill.moment) - MOMENTS.indexOf('sent')
    // A COMMIT that was sent may have succeeded or not.
    if (order !== 0) expect([kill, isDone]).toEqual([kill, order > 0])
  }
  waiting.stop()
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(
    `${statements.length} statements, killed ${kills.length} times in ${seconds} s: ${came.nothing} times nothing of it had happened, ${came.everything} times all; sent again, each made one partner`,
  )
}, 300_000)
