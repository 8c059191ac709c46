import type { SignedInAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import type { AppealsQuery } from './appeals.schema.ts'
import { findDecision } from './decisions.ts'

const PAGE_SIZE = 12

/**
 * Lists appeals, 12 a page, each with the decision, its reason and its subject. Waiting appeals come longest waiting
 * first, answered ones latest first. `isOwn`: the viewer made the decision. Ideally another administrator answers the
 * appeal. Times are UTC.
 */
export async function listAppeals({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>, { state, page }: AppealsQuery) {
  const counts = { waiting: await countWaitingAppeals(db), decided: await db.appeal.count({ where: WHERE.decided }) }
  const totalPages = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.appeal.findMany({
    where: WHERE[state],
    orderBy: state === 'waiting' ? [{ raisedAt: 'asc' }, { id: 'asc' }] : [{ decidedAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    include: {
      partner: { select: { id: true, businessName: true } },
      user: { select: { email: true } },
    },
  })
  const admins = new Map(
    (
      await db.user.findMany({
        where: {
          id: {
            in: rows.flatMap(({ decisionById, decidedById }) =>
              [decisionById, decidedById].filter((id) => id !== null),
            ),
          },
        },
        select: { id: true, email: true },
      })
    ).map(({ id, email }) => [id, email]),
  )
  const appeals = []
  for (const { user, decisionById, decidedById, ...appeal } of rows) {
    const decision = await findDecision(db, appeal.kind, appeal.subjectId)
    appeals.push({
      ...appeal,
      by: user?.email ?? null,
      decisionBy: admins.get(decisionById ?? '') ?? null,
      decidedBy: admins.get(decidedById ?? '') ?? null,
      isOwn: decisionById === viewer.userId,
      /** Null if the decision is no longer in force. */
      now:
        decision?.at.getTime() === appeal.decisionAt.getTime()
          ? { picture: decision.picture, words: decision.words, seen: decision.seen }
          : null,
    })
  }
  return { appeals, counts, page: shown, totalPages }
}

const countWaitingAppeals = (db: Db): Promise<number> => db.appeal.count({ where: WHERE.waiting })

const WHERE = { waiting: { decidedAt: null }, decided: { decidedAt: { not: null } } } as const
