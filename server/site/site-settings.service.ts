import type { z } from 'zod'
import type { Prisma, SiteSettings as SettingsRow } from '#prisma/generated/client.ts'
import { writeAudit } from '#server/auth/audit.service.ts'
import type { Viewer, Visit } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import type { launchAtInput, offlineAppInput, siteStateInput } from './site-settings.schema.ts'

export type SiteSettings = Pick<SettingsRow, 'state' | 'launchAt' | 'offlineApp'>

const FRESH_MS = 1_000
/** A database that hangs must not hold up what can be answered without it. */
const PATIENCE_MS = 500
const SELECT = { state: true, launchAt: true, offlineApp: true } satisfies Prisma.SiteSettingsSelect
const DEFAULTS: SiteSettings = { state: 'live', launchAt: new Date('2025-09-01T00:00:00Z'), offlineApp: true }

interface Kept {
  settings: SiteSettings
  readAt: number
  reading: Promise<SiteSettings> | null
}
const kept = new WeakMap<Db, Kept>()

/**
 * What the whole site is steered by, at most a second old. While the database does not answer it is what was known last; pages
 * of a shop that has known nothing yet need the database themselves.
 */
export async function readSiteSettings(db: Db): Promise<SiteSettings> {
  const known = kept.get(db) ?? { settings: DEFAULTS, readAt: -Infinity, reading: null }
  kept.set(db, known)
  if (performance.now() - known.readAt < FRESH_MS) return known.settings
  known.reading ??= readAnew(db, known)
  return known.readAt === -Infinity ? known.reading : Promise.race([known.reading, patience().then(() => known.settings)])
}

async function readAnew(db: Db, known: Kept): Promise<SiteSettings> {
  try {
    known.settings = await db.siteSettings.findUniqueOrThrow({ where: { id: 1 }, select: SELECT })
    known.readAt = performance.now()
  } catch (error) {
    log.error({ err: error }, 'site settings not read')
    if (known.readAt !== -Infinity) known.readAt = performance.now()
  }
  known.reading = null
  return known.settings
}

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())

/** Opens or closes the site for everybody but administrators. @param viewer null: the shop's own command line */
export function setSiteState(db: Db, visit: Visit | null, viewer: Viewer | null, { state }: z.output<typeof siteStateInput>): Promise<void> {
  return change(db, visit, viewer, 'site_state_changed', { state })
}

/** Off: /sw.js removes itself from browsers that have it. */
export function setOfflineApp(db: Db, visit: Visit | null, viewer: Viewer | null, { offlineApp }: z.output<typeof offlineAppInput>): Promise<void> {
  return change(db, visit, viewer, 'offline_app_changed', { offlineApp })
}

/** What the countdown counts to. It opens nothing by itself. */
export function setLaunchAt(db: Db, visit: Visit | null, viewer: Viewer | null, { launchAt }: z.output<typeof launchAtInput>): Promise<void> {
  return change(db, visit, viewer, 'launch_date_changed', { launchAt })
}

async function change(db: Db, visit: Visit | null, viewer: Viewer | null, action: string, wanted: Partial<SiteSettings>): Promise<void> {
  const settings = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM site_settings WHERE id = 1 FOR UPDATE`
    const before = await tx.siteSettings.findUniqueOrThrow({ where: { id: 1 }, select: SELECT })
    const after = await tx.siteSettings.update({ where: { id: 1 }, data: wanted, select: SELECT })
    const [name] = Object.keys(wanted) as Array<keyof SiteSettings>
    if (name && String(before[name]) !== String(after[name])) {
      await writeAudit(db, visit, { actorId: viewer?.userId ?? null, action, subjectId: 'site', data: { from: asText(before[name]), to: asText(after[name]) } }, tx)
    }
    return after
  })
  // A new entry: what is being read meanwhile may be older.
  kept.set(db, { settings, readAt: performance.now(), reading: null })
}

const asText = (value: SiteSettings[keyof SiteSettings]) => (value instanceof Date ? value.toISOString() : value)
