import { z } from 'zod'

const ACTOR_KINDS = ['owner', 'staff', 'import', 'store', 'schedule', 'api'] as const
const ACT_KINDS = ['create', 'edit', 'duplicate', 'bulk', 'delete', 'import', 'sync', 'schedule', 'undo'] as const

/** A page of acts, from the URL. Invalid values fall back to defaults. */
export const activityQuery = z.object({
  actor: z.enum(ACTOR_KINDS).optional().catch(undefined),
  kind: z.enum(ACT_KINDS).optional().catch(undefined),
  /** Only acts before the act with this id. */
  before: z.uuid().optional().catch(undefined),
})

/** The events of an act; `after` is the id of the last one that was read. */
export const actEventsQuery = z.object({ actId: z.uuid(), after: z.uuid().optional() })

export const historyQuery = z.object({ productId: z.uuid() })

export type ActivityQuery = z.output<typeof activityQuery>
export type ActEventsQuery = z.output<typeof actEventsQuery>
export type HistoryQuery = z.output<typeof historyQuery>
