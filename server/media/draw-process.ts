// The process that start-draw-process.ts starts. Does not use the database. A picture that crashes a decoder crashes
// only this process.
import os from 'node:os'
import sharp from 'sharp'
import { appearanceBytes } from './appearance/appearance-bytes.shared.ts'
import { decodeAppearance } from './appearance/decode-appearance.ts'
import type { DrawOrder, DrawAnswer } from './start-draw-process.ts'
import { originalKey, type Variant } from './media-keys.ts'
import { loadVariant, renderVariants } from './render-variant.ts'
import { StorageAway } from './s3-client.ts'
import { openStorage } from './storage.ts'

/** The time limit for one drawing. At the lowest priority it may have to wait for the CPU. */
const PATIENT_SECONDS = 300

os.setPriority(os.constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
sharp.cache(false)
// The terminal sends Ctrl-C here too, but only the parent may end this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())

async function draw(dataDir: string, variants: Variant[]): Promise<DrawAnswer> {
  const missing: Variant[] = []
  for (const variant of variants) if (!(await loadVariant(dataDir, variant))) missing.push(variant)
  const [first] = missing
  if (!first || (await renderVariants(dataDir, first.name, missing, PATIENT_SECONDS))) return { outcome: 'done' }
  return { outcome: 'missing' }
}

async function read(dataDir: string, name: string): Promise<DrawAnswer> {
  const bytes = await openStorage(dataDir).read(originalKey(name))
  if (!bytes) return { outcome: 'missing' }
  const seen = await decodeAppearance(bytes)
  return {
    outcome: 'done',
    seen: { palette: seen.palette, appearance: Buffer.from(appearanceBytes(seen)).toString('base64') },
  }
}

/**
 * Whether the storage caused the error, not the picture: EIO, EACCES, ENOSPC, or S3 is unavailable. Decoders' errors
 * have no system call.
 */
const isSystemError = (error: unknown): boolean =>
  error instanceof StorageAway || (error instanceof Error && 'syscall' in error)

process.on(
  'message',
  (order: DrawOrder) =>
    void ('reads' in order ? read(order.dataDir, order.reads) : draw(order.dataDir, order.variants))
      .catch((error: unknown): DrawAnswer => ({
        outcome: isSystemError(error) ? 'failed' : 'unreadable',
        problem: error instanceof Error ? error.message : String(error),
      }))
      // The parent may already have ended.
      .then((answer) => process.send?.(answer, undefined, {}, () => undefined)),
)
