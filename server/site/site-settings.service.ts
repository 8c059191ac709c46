import pTimeout from 'p-timeout'
import type { z } from 'zod'
import type { Prisma, SiteSettings as SettingsRow } from '#prisma/generated/client.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import type { Ask } from '#server/platform/ask.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Db } from '#server/platform/db.ts'
import { keptByDatabase } from '#server/platform/kept-by-database.ts'
import { log } from '#server/platform/log.ts'
import type { launchAtInput, offlineAppInput, siteStateInput } from './site-settings.schema.ts'

export type SiteSettings = Pick<SettingsRow, 'state' | 'launchAt' | 'offlineApp'>

const FRESH_MS = 1_000
/** A slow database must not delay responses that do not need it. */
const PATIENCE_MS = 500
const SELECT = { state: true, launchAt: true, offlineApp: true } satisfies Prisma.SiteSettingsSelect
const DEFAULTS: SiteSettings = { state: 'live', launchAt: new Date('2025-09-01T00:00:00Z'), offlineApp: true }

const kept = keptByDatabase<SiteSettings>(FRESH_MS, async (db, known) => {
  try {
    return await db.siteSettings.findUniqueOrThrow({ where: { id: 1 }, select: SELECT })
  } catch (error) {
    log.error({ err: error }, 'site settings not read')
    if (known) return known
    throw error
  }
})

/**
 * Returns the site settings, at most a second old. If the database does not respond, returns the last known ones. If it
 * has never responded, returns the defaults, since pages fail anyway.
 */
export async function getSiteSettings(db: Db): Promise<SiteSettings> {
  const known = kept.get(db, { allowStale: true, noDeleteOnStaleGet: true })
  const reading = kept.forceFetch(db)
  return known ? pTimeout(reading, { milliseconds: PATIENCE_MS, fallback: () => known }) : reading.catch(() => DEFAULTS)
}

/** The person who changes a setting, and their visit. Both are null for the command line. */
type ChangedBy = Pick<Ask, 'db' | 'viewer'> & { visit: Visit | null }

/** Opens or closes the site for everyone except administrators. */
export function setSiteState(by: ChangedBy, { state }: z.output<typeof siteStateInput>): Promise<void> {
  return change(by, 'site_state_changed', { state })
}

/** Switches the offline app on or off. If off, /sw.js removes itself from browsers that have it. */
export function setOfflineApp(by: ChangedBy, { offlineApp }: z.output<typeof offlineAppInput>): Promise<void> {
  return change(by, 'offline_app_changed', { offlineApp })
}

/** Sets the date of the countdown. It does not open the site. */
export function setLaunchAt(by: ChangedBy, { launchAt }: z.output<typeof launchAtInput>): Promise<void> {
  return change(by, 'launch_date_changed', { launchAt })
}

async function change({ db, visit, viewer }: ChangedBy, action: string, wanted: Partial<SiteSettings>): Promise<void> {
  const settings = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM site_settings WHERE id = 1 FOR UPDATE`
    const before = await tx.siteSettings.findUniqueOrThrow({ where: { id: 1 }, select: SELECT })
    const after = await tx.siteSettings.update({ where: { id: 1 }, data: wanted, select: SELECT })
    const [name] = Object.keys(wanted) as Array<keyof SiteSettings>
    if (name && String(before[name]) !== String(after[name])) {
      await writeAudit(
        db,
        visit,
        {
          actorId: viewer?.userId ?? null,
          action,
          subjectId: 'site',
          data: changedFields(before, after),
        },
        tx,
      )
    }
    return after
  })
  kept.set(db, settings)
}
