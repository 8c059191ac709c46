import fs from 'node:fs/promises'
import path from 'node:path'
import { log } from './log.ts'

const GIB = 2 ** 30
/** When disk space counts as low or critical. PostgreSQL stops when there is no room for its write-ahead log. */
const DISK_LIMITS = {
  /** Low means fewer free bytes, or a smaller free share of the disk, unless `plentyBytes` are free. */
  low: { bytes: GIB, share: 0.05, plentyBytes: 20 * GIB },
  critical: { bytes: 200 * 2 ** 20 },
} as const
const LOOK_EVERY_MS = 30_000

export type DiskLevel = 'enough' | 'low' | 'critical'

export interface DiskSpace {
  folder: string
  freeBytes: number
  totalBytes: number
  level: DiskLevel
}

/** Whether something was not written because the disk, or our quota of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')

let watched: string | null = null

/**
 * Returns the current state of the disks that hold the shop's files and its database; empty in a process that watches
 * none.
 */
export async function getDiskSpace(): Promise<DiskSpace[]> {
  return watched === null ? [] : measure(watched)
}

/**
 * Watches the disks of a DATA_DIR from now on: logs when space becomes low, and when there is enough again. One
 * DATA_DIR per process.
 */
export function watchDiskSpace(dataDir: string): { stop: () => void } {
  watched = dataDir
  const levels = new Map<string, DiskLevel>()
  const look = async () => {
    for (const disk of await measure(dataDir)) {
      if ((levels.get(disk.folder) ?? 'enough') === disk.level) continue
      levels.set(disk.folder, disk.level)
      if (disk.level === 'enough') log.info(disk, 'there is enough disk space again')
      else log[disk.level === 'low' ? 'warn' : 'error'](disk, `disk space is ${disk.level}`)
    }
  }
  const lookSafely = () =>
    void look().catch((error: unknown) => log.error({ err: error }, 'disk space could not be checked'))
  lookSafely()
  const timer = setInterval(lookSafely, LOOK_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      watched = null
    },
  }
}

/**
 * @returns the level for this much free space
 */
export function diskLevelOf(freeBytes: number, totalBytes: number): DiskLevel {
  const { low, critical } = DISK_LIMITS
  if (freeBytes < critical.bytes) return 'critical'
  return freeBytes < low.bytes || (freeBytes < totalBytes * low.share && freeBytes < low.plentyBytes) ? 'low' : 'enough'
}

/** Measures each disk once, although both folders may be on it. */
async function measure(dataDir: string): Promise<DiskSpace[]> {
  const folders = [dataDir, await fs.realpath(path.join(dataDir, 'postgres')).catch(() => dataDir)]
  const disks = new Map<number, DiskSpace>()
  for (const folder of folders) {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([fs.stat(folder), fs.statfs(folder)])
    const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
    if (!disks.has(dev)) disks.set(dev, { folder, freeBytes, totalBytes, level: diskLevelOf(freeBytes, totalBytes) })
  }
  return [...disks.values()]
}
