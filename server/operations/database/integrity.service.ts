import type { IntegrityCheck } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import { inReadOnly } from './read-only.ts'
import { countFindings, findMediaProblems, type Finding } from './integrity-checks.ts'

const CHANNEL = 'integrity_checks'
const PATIENCE_MS = 120_000
/** Time since the first attempt after which a check is given up, because it has crashed too often. */
const GIVEN_UP_AFTER_MS = 3_600_000
const KEPT_DAYS = 90

/** Returns the current check, the last finished one, and the result of the nightly ledger check. */
export async function getIntegrity(db: Pick<Db, 'integrityCheck' | 'ledgerCheck'>) {
  const checks = await db.integrityCheck.findMany({ orderBy: { askedAt: 'desc' }, take: 2 })
  const ledgers = await db.ledgerCheck.findFirst({ orderBy: { at: 'desc' } })
  const last = checks[0] && shown(checks[0])
  return {
    running: last && !last.finishedAt ? last : null,
    last: checks.map(shown).find(({ finishedAt }) => finishedAt) ?? null,
    ledgers: ledgers && { at: ledgers.at, entries: ledgers.entries, problems: countOf(ledgers.problems) },
  }
}

const shown = ({ findings, ...check }: IntegrityCheck) => ({ ...check, findings: findings as unknown as Finding[] })
const countOf = (problems: unknown): number => (Array.isArray(problems) ? problems.length : 0)

/** Queues an integrity check. @throws AppError conflict while one is waiting or running */
export async function checkNow({ db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.integrity})`
    if (await tx.integrityCheck.count({ where: { finishedAt: null } }))
      throw new AppError('conflict', 'A check is already in progress. Its result will appear here.')
    const { id } = await tx.integrityCheck.create({ data: { askedById: viewer.userId } })
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'integrity_check_asked', subjectId: id }, tx)
    await tx.$executeRaw`SELECT pg_notify(${CHANNEL}, '')`
  })
}

/** Queues the nightly check, unless one is waiting or running, and deletes checks older than 90 days. */
export async function beginNightlyCheck(db: Db, now = new Date()): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.integrity})`
    await tx.integrityCheck.deleteMany({ where: { askedAt: { lt: new Date(now.getTime() - KEPT_DAYS * DAY_MS) } } })
    if (await tx.integrityCheck.count({ where: { finishedAt: null } })) return
    await tx.integrityCheck.create({ data: {} })
    await tx.$executeRaw`SELECT pg_notify(${CHANNEL}, '')`
  })
}

/** Runs the queued check. An interrupted one starts over. */
export function integrityQueue(parts: { db: Db; databaseUrl: string; dataDir: string }): Queue {
  return {
    name: 'check-integrity',
    atOnce: 1,
    pollSeconds: 15,
    mayTakeSeconds: 3600,
    signOfLifeSeconds: 30,
    // No retries, because `feed` finds interrupted checks again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async (_, signal) => {
      await runCheck(parts, signal)
      return null
    },
    feed: takeUp({
      databaseUrl: parts.databaseUrl,
      channel: CHANNEL,
      find: async () => ((await parts.db.integrityCheck.count({ where: { finishedAt: null } })) > 0 ? [{}] : []),
    }),
  }
}

/** Runs the waiting check, if there is one, and saves each finding immediately. */
export async function runCheck(
  { db, dataDir }: { db: Db; dataDir: string },
  signal?: AbortSignal,
  now = new Date(),
): Promise<void> {
  const check = await db.integrityCheck.findFirst({ where: { finishedAt: null }, orderBy: { askedAt: 'asc' } })
  if (!check) return
  const { id } = check
  if (check.begunAt && check.begunAt.getTime() < now.getTime() - GIVEN_UP_AFTER_MS) {
    const error = 'The check was interrupted several times and stopped.'
    await db.integrityCheck.update({ where: { id }, data: { finishedAt: now, error } })
    return
  }
  await db.integrityCheck.update({ where: { id }, data: { begunAt: check.begunAt ?? now, findings: [] } })
  const findings: Finding[] = []
  for (const { name, look } of [
    ...countFindings(now),
    { name: 'Image and video files', look: (tx: Db) => findMediaProblems(tx, dataDir, signal) },
  ]) {
    if (signal?.aborted) return
    try {
      findings.push({ name, ...(await inReadOnly(db, PATIENCE_MS, (tx) => look(tx as Db))) })
    } catch (error) {
      if (isDatabaseAway(error) && !isTransactionOver(error)) throw error
      log.error({ err: error, name }, 'an integrity check could not be run')
      findings.push({
        name,
        looked: 0,
        wrong: 0,
        examples: [],
        error: 'This could not be checked. See the log for the cause.',
      })
    }
    await db.integrityCheck.update({ where: { id }, data: { findings: findings.map((finding) => ({ ...finding })) } })
  }
  await db.integrityCheck.update({ where: { id }, data: { finishedAt: new Date() } })
  const wrong = findings.filter((finding) => finding.wrong > 0)
  if (wrong.length) log.error({ findings: wrong }, 'an integrity check has found differences')
}
