import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PauseInput } from './store-settings.schema.ts'

type StoreAsk = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

/**
 * Sets a pause. During it, nothing of the store is listed: no page, no products, no links to its site. Starts at once
 * if the start is now.
 * @throws AppError bad_input at 'until' if the end is not after the start, or in the past
 */
export async function pauseStore(
  { db, visit, viewer, partner: { id } }: StoreAsk,
  { from, until }: PauseInput,
  now = new Date(),
): Promise<void> {
  const pausedFrom = from ?? now
  if (until && until <= pausedFrom)
    throw new AppError('bad_input', 'The end must be after the start.', { field: 'until' })
  if (until && until <= now) throw new AppError('bad_input', 'This time has already passed.', { field: 'until' })
  await db.$transaction(async (tx) => {
    await tx.partner.update({
      where: { id },
      data: { pausedFrom, pausedUntil: until, isPaused: pausedFrom <= now },
    })
    const data = { from: pausedFrom.toISOString(), until: until?.toISOString() ?? null }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'store_paused', subjectId: id, data }, tx)
  })
}

/** Ends a pause, or cancels one that has not started. */
export async function resumeStore({ db, visit, viewer, partner: { id } }: StoreAsk): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.partner.update({ where: { id }, data: { pausedFrom: null, pausedUntil: null, isPaused: false } })
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'store_resumed', subjectId: id }, tx)
  })
}

/**
 * Starts and ends pauses that are due. Runs every minute.
 * @returns the number of paused and reopened stores
 */
export function keepPauses(db: Db, now = new Date()): Promise<number> {
  // Computed in SQL from the row itself, to include concurrent changes.
  return db.$executeRaw`
    UPDATE partners s SET is_paused = (s.paused_from <= ${now} AND (s.paused_until IS NULL OR s.paused_until > ${now})),
      paused_from = CASE WHEN s.paused_until <= ${now} THEN NULL ELSE s.paused_from END,
      paused_until = CASE WHEN s.paused_until <= ${now} THEN NULL ELSE s.paused_until END
    WHERE s.paused_from IS NOT NULL
      AND (s.is_paused <> (s.paused_from <= ${now} AND (s.paused_until IS NULL OR s.paused_until > ${now})) OR s.paused_until <= ${now})`
}
