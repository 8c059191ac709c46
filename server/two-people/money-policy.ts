import type { Prisma } from '#prisma/generated/client.ts'
import { NEW_ADMIN_DAYS } from '#server/auth/new-admin.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { areIndependent, listAdministrators, type Administrator } from './administrators.ts'
import { MONEY_ACTIONS, type MoneyAction } from './money-actions.values.ts'

type Tx = Prisma.TransactionClient

interface Asked {
  action: MoneyAction
  /** The acting administrator. */
  by: string
  /** The administrator who proposed what `by` approves; null for a first step. */
  proposedBy?: string | null
  /** The partner or partners concerned; null if there is none. */
  partnerId: string | readonly string[] | null
}

/**
 * Enforces the rule for administrators' actions that move money. Call it in the action's transaction, for proposals and
 * for decisions. Roles cannot change until the transaction ends.
 * @throws AppError forbidden with the reason and who can decide; conflict if the proposal no longer counts
 */
export async function assertMayMoveMoney(tx: Tx, asked: Asked, now: Date): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${LOCKS.people}::bigint)`
  if (asked.proposedBy && MONEY_ACTIONS[asked.action] < 2)
    throw new Error(`${asked.action} is decided by one administrator.`)
  const administrators = await listAdministrators(tx, now)
  const tied = await getTied(tx, asked.partnerId)
  const proposal = asked.proposedBy ? obstacleOfProposal(administrators, asked.proposedBy, tied) : null
  if (proposal) throw new AppError('conflict', proposal)
  const obstacle = obstacleFor(administrators, asked.by, asked.proposedBy ?? null, tied)
  if (obstacle)
    throw new AppError('forbidden', [obstacle, whoCan(administrators, asked.proposedBy ?? null, tied)].join(' '))
}

/** The data that a page shows about a proposal that waits for a second administrator. */
export interface Deciding {
  /** Why the viewer cannot approve it; null if they can. */
  obstacle: string | null
  /** The emails of the administrators who can approve it; null if nobody can because of its proposer. */
  deciders: string[] | null
  /** Whether the viewer can reject the proposal. Viewers withdraw their own proposals instead. */
  canReject: boolean
}

/**
 * Describes for each proposal whether the viewer can approve it, why not, and who can. Locks nothing:
 * `assertMayMoveMoney` makes the final decision.
 */
export async function describeDeciding(
  db: Db,
  viewerId: string,
  proposals: ReadonlyArray<{ proposedById: string; partnerId: Asked['partnerId'] }>,
  now: Date,
): Promise<Deciding[]> {
  const administrators = proposals.length ? await listAdministrators(db, now) : []
  const tiedTo = new Map<string, Set<string>>()
  for (const { partnerId } of proposals)
    if (!tiedTo.has(String(partnerId))) tiedTo.set(String(partnerId), await getTied(db, partnerId))
  return proposals.map(({ proposedById, partnerId }) => {
    const tied = tiedTo.get(String(partnerId)) ?? new Set()
    const canReject = obstacleFor(administrators, viewerId, null, tied) === null
    const proposal = obstacleOfProposal(administrators, proposedById, tied)
    const obstacle = obstacleFor(administrators, viewerId, proposedById, tied)
    if (proposal) return { obstacle: canReject ? proposal : obstacle, deciders: null, canReject }
    return { obstacle, deciders: listDeciders(administrators, proposedById, tied), canReject }
  })
}

/** Whether a proposal still counts, for a job that acts on it without a second administrator. */
export async function countsStill(tx: Tx, proposedBy: string, partnerId: string, now: Date): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${LOCKS.people}::bigint)`
  return obstacleOfProposal(await listAdministrators(tx, now), proposedBy, await getTied(tx, partnerId)) === null
}

function obstacleFor(
  administrators: readonly Administrator[],
  id: string,
  proposedBy: string | null,
  tied: ReadonlySet<string>,
): string | null {
  const self = administrators.find((each) => each.id === id)
  if (!self) return 'You no longer have admin access.'
  if (self.newUntil)
    return `Your admin access is new. From ${longDay(self.newUntil)}, you can propose and approve actions that move money. New administrators wait ${NEW_ADMIN_DAYS} days.`
  if (tied.has(id)) return 'You own this store or have worked for it, so you cannot make decisions about its money.'
  if (!proposedBy) return null
  if (proposedBy === id) return 'You proposed this, so another administrator has to approve it.'
  const proposer = administrators.find((each) => each.id === proposedBy)
  if (proposer && !areIndependent(self, proposer))
    return `You and ${proposer.email} do not count as two independent people, because one of you gave the other admin access or the same person gave it to both of you.`
  return null
}

function obstacleOfProposal(
  administrators: readonly Administrator[],
  proposedBy: string,
  tied: ReadonlySet<string>,
): string | null {
  const proposer = administrators.find((each) => each.id === proposedBy)
  if (!proposer)
    return 'The person who proposed this no longer has admin access, so nobody can approve it. Reject it. If it is still needed, another administrator can propose it again.'
  if (proposer.newUntil)
    return `${proposer.email} proposed this and is a new administrator, so nobody can approve it before ${longDay(proposer.newUntil)}. Reject it, or wait until then.`
  if (tied.has(proposedBy))
    return `${proposer.email} proposed this and owns this store or has worked for it, so nobody can approve it. Reject it.`
  return null
}

function listDeciders(
  administrators: readonly Administrator[],
  proposedBy: string | null,
  tied: ReadonlySet<string>,
): string[] {
  return administrators
    .filter(({ id }) => obstacleFor(administrators, id, proposedBy, tied) === null)
    .map(({ email }) => email)
}

function whoCan(
  administrators: readonly Administrator[],
  proposedBy: string | null,
  tied: ReadonlySet<string>,
): string {
  const deciders = listDeciders(administrators, proposedBy, tied)
  if (deciders.length) return `These administrators can: ${deciders.slice(0, 5).join(', ')}.`
  return 'No other administrator can do this now. Someone with access to the server can add an independent administrator: npm run admin -- create EMAIL.'
}

/** Returns everyone who owns a store of these partners, works for it, or ever did. */
async function getTied(db: Db | Tx, partnerId: Asked['partnerId']): Promise<Set<string>> {
  if (!partnerId?.length) return new Set()
  const ids = [partnerId].flat()
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    SELECT owner_id::text AS id FROM partners WHERE id = ANY(${ids}::uuid[]) AND owner_id IS NOT NULL
    UNION SELECT user_id::text FROM partner_members WHERE partner_id = ANY(${ids}::uuid[])
    UNION SELECT l.subject_id FROM users u JOIN audit_log l ON l.subject_id = u.id::text
      WHERE u.role = 'admin' AND l.action IN ('team_joined', 'team_left', 'colleague_removed', 'became_owner', 'lost_store')
        AND l.data ->> 'partnerId' = ANY(${ids})`
  return new Set(rows.map(({ id }) => id))
}

const longDay = (date: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
