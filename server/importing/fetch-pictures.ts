import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchError, fetchPublic, type Network } from '#server/platform/fetch-public.ts'
import { keepPicture } from '#server/media/media.service.ts'
import { readPicture } from '#server/media/read-picture.ts'
import { lockFiles, requireFileRoom } from '#server/quotas/file-room.ts'
import { describeProducts } from '#server/search/describe-products.ts'
import { findPictures } from './find-pictures.ts'
import type { Note } from './import-note.ts'
import type { ProductTable } from './product-groups.ts'

const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 5_000
const AT_ONCE = 4
const STORING_MS = 60_000
/** After this many failures in a row a host is skipped. */
const PATIENCE = 3
const PAGE = 2_000

export interface FetchPicturesRequest {
  partnerId: string
  dataDir: string
  /** The imported file, for the lines of failures. */
  table?: ProductTable
  /** Between two pictures: what is under way is stored. */
  signal?: AbortSignal
  /** For tests. */
  network?: Network
  onProgress?: (done: number) => void
}

export interface FetchPicturesResult {
  fetched: number
  failed: number
  /** Pictures that are broken themselves; line 0 for those of an earlier file. */
  warnings: Note[]
  /** Why fetching ended early: the partner's storage is full. Null if it did not. */
  limitReason: string | null
  /** Unreachable hosts, with the number of pictures concerned. */
  unreachable: Array<{ host: string; pictures: number; reason: string }>
}

type BadPicture = { url: string; reason: string }

interface Host {
  failuresInARow: number
  pictures: number
  reason: string
}

/**
 * Fetches the partner's pictures that have an address and no file yet, four at a time, and stores them. Failures are
 * reported and left as they are, so that the next run tries again.
 */
export async function fetchPictures(db: Db, request: FetchPicturesRequest): Promise<FetchPicturesResult> {
  const result: FetchPicturesResult = { fetched: 0, failed: 0, warnings: [], limitReason: null, unreachable: [] }
  const hosts = new Map<string, Host>()
  const bad: BadPicture[] = []
  let last = ''
  for (;;) {
    const urls = await readMissing(db, request.partnerId, last)
    if (!urls.length || result.limitReason !== null) break
    last = urls.at(-1) ?? ''
    const waiting = urls.values()
    const work = async () => {
      for (const url of waiting) {
        request.signal?.throwIfAborted()
        if (result.limitReason !== null) return
        await fetchOne(db, url, request, { hosts, bad, result })
        request.onProgress?.(result.fetched + result.failed)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  result.unreachable = [...hosts]
    .filter(([, host]) => host.pictures > 0)
    .map(([host, { pictures, reason }]) => ({ host, pictures, reason }))
  result.warnings = await locate(bad, request.table)
  return result
}

/**
 * Reads the file again instead of keeping lines in memory: few pictures are broken, and a file can name hundreds of
 * thousands.
 */
async function locate(bad: BadPicture[], table: ProductTable | undefined): Promise<Note[]> {
  if (!bad.length) return []
  const places = table
    ? await findPictures(table, new Set(bad.map((picture) => picture.url)))
    : new Map<string, never>()
  const notes = bad.map(({ url, reason }) => ({
    ...(places.get(url) ?? { line: 0, handle: '' }),
    reason: `the picture ${url} was not fetched: ${reason}`,
  }))
  return notes.sort((a, b) => a.line - b.line)
}

async function readMissing(db: Db, partnerId: string, after: string): Promise<string[]> {
  // eslint-disable-next-line house/listed-products -- drafts need their pictures too
  const rows = await db.$queryRaw<Array<{ url: string }>>`
    SELECT DISTINCT i.source_url AS url FROM product_images i JOIN products p ON p.id = i.product_id
    WHERE p.partner_id = ${partnerId}::uuid AND i.file_id IS NULL AND i.source_url > ${after} ORDER BY 1 LIMIT ${PAGE}`
  return rows.map((row) => row.url)
}

interface Progress {
  hosts: Map<string, Host>
  bad: BadPicture[]
  result: FetchPicturesResult
}

async function fetchOne(
  db: Db,
  url: string,
  { partnerId, dataDir, network }: FetchPicturesRequest,
  { hosts, bad, result }: Progress,
): Promise<void> {
  const name = URL.canParse(url) ? new URL(url).host : url
  const host = hosts.get(name) ?? { failuresInARow: 0, pictures: 0, reason: '' }
  hosts.set(name, host)
  if (host.failuresInARow >= PATIENCE) {
    host.pictures++
    result.failed++
    return
  }
  try {
    const { bytes } = await fetchPublic(url, {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      ...(network ? { network } : {}),
    })
    host.failuresInARow = 0
    const { id } = await storeFetched(db, { dataDir, partnerId }, bytes)
    const images = await db.productImage.updateManyAndReturn({
      where: { sourceUrl: url, fileId: null, product: { partnerId } },
      data: { fileId: id },
      select: { productId: true },
    })
    await describeProducts(db, [...new Set(images.map(({ productId }) => productId))])
    result.fetched++
  } catch (error) {
    result.failed++
    if (error instanceof FetchError && (error.failure === 'unreachable' || error.failure === 'timeout')) {
      host.failuresInARow++
      host.pictures++
      host.reason = error.message
    } else if (error instanceof AppError && error.code === 'too_many') {
      host.failuresInARow = 0
      result.limitReason = error.message
    } else if (error instanceof FetchError || (error instanceof AppError && error.code === 'bad_input')) {
      host.failuresInARow = 0
      bad.push({ url, reason: error.message })
    } else throw error
  }
}

/** Stores a picture that counts against the partner's quotas, once however many products show it. @throws AppError bad_input, too_many */
async function storeFetched(
  db: Db,
  { dataDir, partnerId }: { dataDir: string; partnerId: string },
  bytes: Buffer,
): Promise<{ id: string }> {
  const facts = await readPicture(bytes)
  return db.$transaction(
    async (tx) => {
      await lockFiles(tx, partnerId)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const known = await tx.fetchedFile.count({ where: { partnerId, file: { sha256 } } })
      if (!known) await requireFileRoom(tx, partnerId, { files: 1, bytes: bytes.length })
      const { id } = await keepPicture(db, dataDir, bytes, facts)
      await tx.fetchedFile.createMany({
        data: [{ partnerId, fileId: id, byteSize: bytes.length }],
        skipDuplicates: true,
      })
      return { id }
    },
    { timeout: STORING_MS, maxWait: STORING_MS },
  )
}
