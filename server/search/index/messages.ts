import type { EngineQuery } from '../engine.ts'

/** What has changed of what the shop shows: products and partners by id; 'anything' if they cannot be named. */
export type ShownChange = 'anything' | string[]

export interface WorkerData {
  databaseUrl: string
  logLevel: string
}

/** What the main thread asks of the index's thread. */
export type WorkerRequest = { id: number } & (
  | { kind: 'search'; query: EngineQuery }
  | { kind: 'suggest'; words: string[]; limit: number; typed: string[] }
  | { kind: 'total'; query: EngineQuery }
  | { kind: 'size' }
  | { kind: 'catchUp' }
)

export type WorkerAnswer =
  | { kind: 'ready' }
  /** Products were written that have to be described anew. */
  | { kind: 'unread' }
  /** Something that the shop shows was written, and is in the index. */
  | { kind: 'changed'; change: ShownChange }
  /** Whatever was written before is told. */
  | { kind: 'looked' }
  /** `workedMs`: what it took of the thread's processor time. */
  | { kind: 'answer'; id: number; result: unknown; workedMs: number }
  | { kind: 'failure'; id: number; message: string }
