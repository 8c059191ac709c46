import fs from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { describeProducts } from '#server/search/describe-products.ts'

const FILE = path.join(import.meta.dirname, 'appearances.json.gz')
const DRAWING = 'image/svg+xml'
const AT_ONCE = 500
/** By the file's SHA-256: the main colours (lightness, a, b and share of each), and the appearance in base64. */
const knownAppearances = z.record(
  z.string(),
  z.object({ palette: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])), appearance: z.string() }),
)

/**
 * Stores the appearances of the demo's drawings, and describes the products that show them. Computing them would take
 * four minutes. Drawings that have changed since the file was written are read later, like other pictures.
 */
export async function seedAppearances(db: Db): Promise<void> {
  const known = knownAppearances.parse(JSON.parse(gunzipSync(await fs.readFile(FILE)).toString()))
  const rows = Object.entries(known).map(([sha256, { palette, appearance }]) => ({
    sha256,
    palette: palette.map(([l, a, b, share]) => ({ l, a, b, share })),
    appearance,
  }))
  await db.$executeRaw`
    UPDATE media_files f SET palette = r.palette, appearance = decode(r.appearance, 'base64')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (sha256 text, palette jsonb, appearance text)
    WHERE f.sha256 = r.sha256 AND f.appearance IS NULL`
  const products = await db.product.findMany({
    where: {
      appearances: { equals: new Uint8Array() },
      images: { some: { file: { mimeType: DRAWING, appearance: { not: null } } } },
    },
    select: { id: true },
  })
  for (let at = 0; at < products.length; at += AT_ONCE)
    await describeProducts(
      db,
      products.slice(at, at + AT_ONCE).map(({ id }) => id),
    )
}

/** Writes the file that `seedAppearances` reads, from a shop that has read the pictures of its demo. */
export async function writeKnownAppearances(db: Db): Promise<number> {
  const files = await db.$queryRaw<
    Array<{ sha256: string; palette: Array<Record<'l' | 'a' | 'b' | 'share', number>>; appearance: string }>
  >`
    SELECT sha256, palette, encode(appearance, 'base64') AS appearance FROM media_files
    WHERE mime_type = ${DRAWING} AND length(appearance) > 0 ORDER BY sha256`
  const known = files.map(({ sha256, palette, appearance }) => [
    sha256,
    { palette: palette.map(({ l, a, b, share }) => [l, a, b, share]), appearance: appearance.replaceAll('\n', '') },
  ])
  await fs.writeFile(FILE, gzipSync(JSON.stringify(Object.fromEntries(known)), { level: 9 }))
  return files.length
}
