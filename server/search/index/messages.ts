import type { EngineQuery } from '../engine.ts'

/** Changed product and partner ids, or 'anything' if there is no list of ids. */
export type ShownChange = 'anything' | string[]

export interface WorkerData {
  databaseUrl: string
  logLevel: string
}

/** Requests from the main thread to the index thread. */
export type WorkerRequest = { id: number } & (
  | { kind: 'search'; query: EngineQuery }
  | { kind: 'suggest'; words: string[]; limit: number; typed: string[] }
  | { kind: 'total'; query: EngineQuery }
  | { kind: 'keepOccurring'; texts: string[][]; partnerId: string | null }
  | { kind: 'fill'; queries: EngineQuery[]; there: string[]; enough: number }
  | { kind: 'size' }
  | { kind: 'catchUp' }
)

export type WorkerAnswer =
  | { kind: 'ready' }
  /** Products were written that need their search text updated. */
  | { kind: 'undescribed' }
  /** A change to something that the shop shows is now in the index. */
  | { kind: 'changed'; change: ShownChange }
  /** All earlier writes have been reported. */
  | { kind: 'caughtUp' }
  /** `workedMs`: processor time of the index thread for this answer. */
  | { kind: 'answer'; id: number; result: unknown; workedMs: number }
  | { kind: 'failure'; id: number; message: string }
