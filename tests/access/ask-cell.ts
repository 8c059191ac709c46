import os from 'node:os'
import type { Db } from '#server/platform/db.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { appRouter, createCaller } from '#server/router.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'
import { createLevelCaller } from './levels.ts'
import type { Cell } from './matrix/outcomes.ts'
import { belongingsOf, createScene, secretsOf, viewerOf, type Role, type Scene } from './scene.ts'

export interface CellResult {
  outcome: string
  /** The stranger's data in the answer, if any. */
  leaked: string[]
  /** True if the stranger's data changed. */
  isTouched: boolean
  /** The caller's own data that is missing from the answer. */
  missing: string[]
}

/** Unused scenes by role, with their viewer, and with what their stranger owns. */
export type Untouched = Map<Role, { scene: Scene; viewer: ViewerOf; owned: string }>
type ViewerOf = Awaited<ReturnType<typeof viewerOf>>

/**
 * Calls a procedure as that role in a separate scene. Calls that only read or are refused, and that need no setup, may
 * share an unused scene. If such a call changes the stranger's data anyway, the cell fails. A call that is refused even
 * without a database needs no scene, because no data can change its outcome.
 */
export async function askCell(
  db: Db,
  procedure: string,
  { before: prepare, input, hides, shows, outcomes }: Cell,
  role: Role,
  untouched: Untouched = new Map(),
): Promise<CellResult> {
  const isRefused = outcomes[role] === 'UNAUTHORIZED' || outcomes[role] === 'FORBIDDEN'
  if (isRefused && (await outcomeWithoutDatabase(db, procedure, role)) === outcomes[role])
    return { outcome: outcomes[role], leaked: [], isTouched: false, missing: [] }
  const isShared = !prepare && (isRefused || isReading(procedure))
  const shared = isShared ? untouched.get(role) : undefined
  const scene = shared?.scene ?? (await createScene(db, role))
  await prepare?.(db, scene)
  const before = shared?.owned ?? (await belongingsOf(db, scene.stranger))
  const viewer = shared?.viewer ?? (await viewerOf(db, scene))
  const { outcome, answer } = await call(db, { visit: scene.visit, viewer }, procedure, input?.(scene), true)
  const owned = await belongingsOf(db, scene.stranger)
  if (isShared) untouched.set(role, { scene, viewer, owned })
  const secrets = [...secretsOf(scene.stranger), ...(hides?.(scene) ?? [])]
  return {
    outcome,
    leaked: secrets.filter((secret) => answer.includes(secret)),
    isTouched: owned !== before,
    missing: outcome === 'ok' ? (shows?.(scene) ?? []).filter((text) => !answer.includes(text)) : [],
  }
}

const isReading = (procedure: string) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[procedure]?._def.type === 'query'

const viewers = new WeakMap<Db, Map<Role, Promise<ViewerOf>>>()

/** Returns a viewer of that role, for calls without a database. */
function idleViewer(db: Db, role: Role): Promise<ViewerOf> {
  const ofRole = viewers.get(db) ?? new Map<Role, Promise<ViewerOf>>()
  viewers.set(db, ofRole)
  const viewer = ofRole.get(role) ?? createScene(db, role).then((scene) => viewerOf(db, scene))
  ofRole.set(role, viewer)
  return viewer
}

const NO_DATABASE = new Proxy({} as Db, {
  get() {
    throw new Error('This call has no database.')
  },
})

async function outcomeWithoutDatabase(db: Db, procedure: string, role: Role): Promise<string> {
  const caller = { visit: createVisit(), viewer: await idleViewer(db, role) }
  return (await call(NO_DATABASE, caller, procedure, undefined, true)).outcome
}

/** Returns the outcome of every procedure while the site is closed to that role. */
export async function askClosed(db: Db, procedures: string[], role: Role): Promise<Record<string, string>> {
  const scene = await createScene(db, role)
  const viewer = await viewerOf(db, scene)
  const outcomes = await Promise.all(
    procedures.map(async (procedure) => [
      procedure,
      (await call(db, { visit: scene.visit, viewer }, procedure, undefined, false)).outcome,
    ]),
  )
  return Object.fromEntries(outcomes)
}

async function call(
  db: Db,
  { visit, viewer }: { visit: TestVisit; viewer: ViewerOf },
  procedure: string,
  input: unknown,
  isOpen: boolean,
): Promise<{ outcome: string; answer: string }> {
  const context = {
    db,
    engine: new SqlEngine(db),
    // Scenes have no files.
    dataDir: os.tmpdir(),
    visit,
    viewer,
    isOpen,
  }
  const caller = procedure.startsWith('level.') ? createLevelCaller(context) : createCaller(context)
  const ask = procedure
    .split('.')
    .reduce<unknown>((within, name) => (within as Record<string, unknown> | undefined)?.[name], caller)
  if (typeof ask !== 'function') throw new Error(`There is no procedure ${procedure}`)
  return (ask as (input: unknown) => Promise<unknown>)(input).then(
    (output) => ({ outcome: 'ok', answer: JSON.stringify(output ?? null) }),
    (error: { code?: string; message: string }) => ({ outcome: error.code ?? 'no refusal', answer: error.message }),
  )
}

/** Returns the matrix's expectation for a cell. */
export const expectedOf = ({ outcomes, isAboutAnybody }: Cell, role: Role, result: CellResult): CellResult => ({
  outcome: outcomes[role],
  leaked: isAboutAnybody ? result.leaked : [],
  isTouched: isAboutAnybody ? result.isTouched : false,
  missing: [],
})
