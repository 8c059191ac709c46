import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { LISTED } from '#server/platform/listed.ts'
import { log } from '#server/platform/log.ts'
import { DrawingProcess } from './start-draw-process.ts'
import { LEFT_FREE, type Variant } from './media-keys.ts'
import { MissingFiles } from './missing-files.ts'
import { offeredWidths, variantWidths } from './media.schema.ts'
import { openStorage } from './storage.ts'

interface Pass {
  /** Maximum width to draw, in pixels, among the sizes that pages offer. */
  width: number
  of: Prisma.Sql
  /** Maximum pictures per minute. */
  atMost: number
}

/** Maximum widths: in lists (cards), on a product's page, and on a shop front. Zoom sizes are drawn on request. */
const [IN_LISTS, ON_PAGES, ON_FRONTS] = [640, 1200, 1600]
const BATCH = 100
/** Pictures per run, so that it ends within a job's time limit. The next run follows a minute later. */
const MAX_AT_A_TIME = 500
/** Pictures per run. They take about 6 and 3 s of CPU, so the machine counts as idle. Requested ones do not wait. */
const [OTHER_COVERS, IN_BACKGROUND] = [20, 10]
/** How many featured, new and popular products count as shown on the first pages. */
const ON_FIRST_PAGES = 120
const COVERS = Prisma.sql`SELECT file_id FROM product_images WHERE position = 0`

/** In the order in which shoppers see pictures: first those on the first pages, then all others. */
const passes = (onFirstPages: number): Pass[] => [
  {
    width: ON_FRONTS,
    of: Prisma.sql`f.id IN (SELECT file_id FROM partner_media UNION SELECT file_id FROM categories)`,
    atMost: MAX_AT_A_TIME,
  },
  {
    width: IN_LISTS,
    // Each part uses its own index.
    of: Prisma.sql`f.id IN (${COVERS} AND product_id IN (
      (SELECT p.id FROM products p WHERE ${LISTED} AND p.is_featured ORDER BY p.created_at DESC, p.id DESC LIMIT ${onFirstPages})
      UNION (SELECT p.id FROM products p WHERE ${LISTED} ORDER BY p.created_at DESC, p.id DESC LIMIT ${onFirstPages})
      UNION (SELECT p.id FROM products p WHERE ${LISTED} AND p.popularity > 0 ORDER BY p.popularity DESC, p.id DESC LIMIT ${onFirstPages})))`,
    atMost: MAX_AT_A_TIME,
  },
  { width: IN_LISTS, of: Prisma.sql`f.id IN (${COVERS})`, atMost: OTHER_COVERS },
  { width: IN_LISTS, of: Prisma.sql`true`, atMost: IN_BACKGROUND },
  { width: ON_PAGES, of: Prisma.sql`true`, atMost: IN_BACKGROUND },
]

export interface DrawAheadOptions {
  signal?: AbortSignal
  /** Minimum free bytes of storage. With less, nothing is drawn. */
  leftFree?: number
  /** For tests. */
  onFirstPages?: number
}

/**
 * Draws pictures without variants in the sizes that pages offer, as AVIF in full quality, which nearly every browser
 * accepts. Broken pictures are logged and not retried; pictures without a file are retried by the next run. Stops when
 * the disk is nearly full, after 500 pictures of the first pages, or after 20 others. That limit is low so that a first
 * start or a large import does not keep a core busy. On request, a picture is drawn immediately.
 * @returns the number of processed pictures.
 * @throws FilesMissing if it does not see the shop's files
 */
export async function drawAhead(
  db: Db,
  dataDir: string,
  { signal = new AbortController().signal, leftFree = LEFT_FREE, onFirstPages = ON_FIRST_PAGES }: DrawAheadOptions = {},
): Promise<number> {
  const left = await db.mediaFile.count({ where: { drawnWidth: { lt: ON_PAGES } } })
  if (left === 0) return 0
  log.info({ left }, 'pre-rendering pictures')
  const drawing = new DrawingProcess(dataDir)
  const storage = openStorage(dataDir)
  const missing = new MissingFiles(db)
  const started = performance.now()
  let done = 0
  try {
    for await (const { id, name, widths, pass } of undrawn(db, passes(onFirstPages), missing.ids)) {
      if (signal.aborted || done >= pass.atMost) break
      if (!(await storage.hasRoom(leftFree))) {
        log.warn({ done }, 'pre-rendering pictures stopped: the disk is nearly full')
        break
      }
      const unusable = await drawing.draw(
        widths.map((width): Variant => ({ name, width, format: 'avif', quality: 'full' })),
        signal,
      )
      if (unusable?.outcome === 'missing') {
        await missing.missed(id)
        continue
      }
      missing.found()
      if (unusable) log.warn({ name, problem: unusable.problem }, 'picture not pre-rendered')
      await db.mediaFile.updateMany({ where: { id }, data: { drawnWidth: pass.width, missingAt: null } })
      done++
      if (done % BATCH === 0) log.info({ done }, 'pre-rendering pictures')
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    drawing.stop()
    missing.report()
    log.info({ done, seconds: Math.round((performance.now() - started) / 1000) }, 'pictures pre-rendered')
  }
  return done
}

/** Returns each picture once per pass, newest first, except those in `missing` at that time. Marks the others as drawn. */
async function* undrawn(
  db: Db,
  passes: readonly Pass[],
  missing: readonly string[],
): AsyncGenerator<{ id: string; name: string; widths: number[]; pass: Pass }> {
  for (const pass of passes) {
    for (;;) {
      const files = await db.$queryRaw<Array<{ id: string; name: string; width: number }>>`
        SELECT f.id, left(f.sha256, 24) AS name, f.width FROM media_files f WHERE f.drawn_width < ${pass.width} AND ${pass.of}
          AND f.id <> ALL(${missing}::uuid[])
        ORDER BY f.created_at DESC, f.id DESC LIMIT ${BATCH}`
      if (files.length === 0) break
      for (const { id, name, width } of files) yield { id, name, widths: aheadWidths(width, pass.width), pass }
    }
  }
}

/**
 * Returns the widths to draw in advance. For pictures of shop fronts that is every width, because menus, cards and
 * headers show many sizes. For others it is the widths that pages offer. Product pages offer widths from the zoom's
 * downwards.
 */
function aheadWidths(width: number, upTo: number): number[] {
  if (upTo === ON_FRONTS) return variantWidths(width, upTo)
  return offeredWidths(width, upTo === ON_PAGES ? ON_FRONTS : upTo).filter((offered) => offered <= upTo)
}
