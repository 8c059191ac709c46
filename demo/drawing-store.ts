import { createHash } from 'node:crypto'
import type pg from 'pg'
import { writeOriginal } from '#server/media/media.service.ts'
import type { OriginalFacts } from '#server/media/parse-picture.ts'
import { demoId } from './demo-ids.ts'
import type { DrawingSpec } from './demo.types.ts'
import { drawProduct } from './drawings/draw-product.ts'

/** Stores each of our drawings once as an original, and returns the id of its media file. */
export class DrawingStore {
  readonly #client: pg.ClientBase
  readonly #dataDir: string
  readonly #known = new Map<string, string>()

  constructor(client: pg.ClientBase, dataDir: string) {
    this.#client = client
    this.#dataDir = dataDir
  }

  product(spec: DrawingSpec): Promise<string> {
    return this.keep(JSON.stringify(spec), () => drawProduct(spec), { width: 1200, height: 1500, colour: spec.ground })
  }

  /** @param key identifies the drawing. Each key is drawn once */
  async keep(key: string, draw: () => string, facts: Omit<OriginalFacts, 'mimeType'>): Promise<string> {
    const hashed = createHash('sha1').update(key).digest('base64')
    const known = this.#known.get(hashed)
    if (known) return known
    const bytes = Buffer.from(draw())
    const sha256 = await writeOriginal(this.#dataDir, bytes)
    const { rows } = await this.#client.query<{ id: string }>(
      `INSERT INTO media_files (id, sha256, mime_type, byte_size, width, height, colour) VALUES ($1, $2, 'image/svg+xml', $3, $4, $5, $6)
       ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256 RETURNING id`,
      [demoId(0, 'file', sha256), sha256, bytes.length, facts.width, facts.height, facts.colour],
    )
    const id = rows[0]?.id ?? ''
    this.#known.set(hashed, id)
    return id
  }
}
