import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchError, fetchPublic, type Network } from '#server/platform/fetch-public.ts'
import { keepPicture } from '#server/media/media.service.ts'
import { parsePicture } from '#server/media/parse-picture.ts'
import { lockFiles, requireFileRoom } from '#server/quotas/file-room.ts'
import { describeProducts } from '#server/search/describe-products.ts'
import { claimPictures, giveBack, noteFailure, noteHostFailure, takeFile } from './claim-pictures.ts'
import { findPictures } from './find-pictures.ts'
import type { Note } from './row-note.ts'
import type { ProductTable } from './product-groups.ts'

const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 5_000
const AT_ONCE = 4
const STORING_MS = 60_000
/** After this many failures in a row a host is skipped. */
const PATIENCE = 3

export interface FetchPicturesRequest {
  partnerId: string
  dataDir: string
  /** The imported file, to find the lines of failures. */
  table?: ProductTable
  /** Checked between two pictures; finished ones are stored. */
  signal?: AbortSignal
  /** Batches to download before others take their turn. Absent: all that are due. */
  batches?: number
  /** For tests. */
  network?: Network
  onProgress?: (done: number) => void
}

export interface FetchPicturesResult {
  fetched: number
  failed: number
  /** Broken pictures, with line 0 for those of an earlier file. */
  warnings: Note[]
  /** The reason if the partner's storage is full and fetching ended early; otherwise null. */
  limitReason: string | null
  /** Unreachable hosts, with the number of affected pictures. */
  unreachable: Array<{ host: string; pictures: number; reason: string }>
}

type BadPicture = { url: string; reason: string }

interface Host {
  failuresInARow: number
  pictures: number
  reason: string
}

/**
 * Downloads the partner's due pictures, four at a time, and stores them. Failures are stored with their reason and
 * retried later (claim-pictures.ts).
 */
export async function fetchPictures(db: Db, request: FetchPicturesRequest): Promise<FetchPicturesResult> {
  const { partnerId, signal, batches = Infinity } = request
  const result: FetchPicturesResult = { fetched: 0, failed: 0, warnings: [], limitReason: null, unreachable: [] }
  const hosts = new Map<string, Host>()
  const bad: BadPicture[] = []
  for (let batch = 0; batch < batches && result.limitReason === null; batch++) {
    signal?.throwIfAborted()
    const urls = await claimPictures(db, partnerId)
    if (!urls.length) break
    const waiting = new Set(urls)
    const work = async () => {
      for (const url of waiting) {
        if (signal?.aborted || result.limitReason !== null) return
        waiting.delete(url)
        await fetchOne(db, url, request, { hosts, bad, result })
        request.onProgress?.(result.fetched + result.failed)
      }
    }
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    } finally {
      await giveBack(db, partnerId, [...waiting], result.limitReason)
    }
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
    return noteFailure(db, partnerId, url, host.reason)
  }
  try {
    const { bytes } = await fetchPublic(url, {
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      ...(network ? { network } : {}),
    })
    host.failuresInARow = 0
    const { id } = await storeFetched(db, { dataDir, partnerId }, bytes)
    await describeProducts(db, await takeFile(db, { partnerId, url, fileId: id }))
    result.fetched++
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') {
      result.failed++
      result.limitReason = error.message
      await giveBack(db, partnerId, [url], error.message)
      return
    }
    const reason = sayFailure(error)
    result.failed++
    await noteFailure(db, partnerId, url, reason)
    if (error instanceof FetchError && (error.failure === 'unreachable' || error.failure === 'timeout')) {
      host.failuresInARow++
      host.pictures++
      host.reason = reason
      // The other pictures of this host wait, too. Requesting each of them would take hours.
      if (host.failuresInARow !== PATIENCE) return
      const others = await noteHostFailure(db, partnerId, name, reason)
      host.pictures += others
      result.failed += others
    } else {
      host.failuresInARow = 0
      bad.push({ url, reason })
    }
  }
}

/**
 * Returns why a picture has no file, worded to follow a colon.
 * @throws errors that are our own fault
 */
function sayFailure(error: unknown): string {
  if (error instanceof AppError && error.code === 'bad_input') return error.message
  if (!(error instanceof FetchError)) throw error
  const { code } = (error.cause ?? {}) as { code?: string }
  return code === 'ENOTFOUND' || code === 'ENODATA' ? 'host not found' : error.message
}

/**
 * Stores a picture within the partner's quotas, once, however many products show it.
 * @throws AppError bad_input, too_many
 */
async function storeFetched(
  db: Db,
  { dataDir, partnerId }: { dataDir: string; partnerId: string },
  bytes: Buffer,
): Promise<{ id: string }> {
  const facts = await parsePicture(bytes)
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
