import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchError, fetchPublic, type Network } from '#server/platform/fetch-public.ts'
import { storePicture } from '#server/media/media.service.ts'
import type { Note } from './shopify-product.ts'

const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 5_000
const AT_ONCE = 4
/** A host that cannot be reached so many times in a row is left alone. */
const PATIENCE = 3
const PAGE = 2_000

export interface FetchPicturesRequest {
  partnerId: string
  dataDir: string
  /** Where the file names each picture, by its address. */
  origins: ReadonlyMap<string, { line: number; handle: string }>
  /** For tests. */
  network?: Network
  onProgress?: (done: number) => void
}

export interface FetchPicturesResult {
  fetched: number
  failed: number
  /** Pictures that are wrong by themselves. */
  warnings: Note[]
  /** Hosts that could not be reached, with how many pictures that concerns. */
  unreachable: Array<{ host: string; pictures: number; reason: string }>
}

interface Host {
  failuresInARow: number
  pictures: number
  reason: string
}

/**
 * Fetches the partner's pictures that have an address and no file yet, four at a time, and keeps them. What fails is told and
 * stays as it was, so that the next run tries it again.
 */
export async function fetchPictures(db: Db, request: FetchPicturesRequest): Promise<FetchPicturesResult> {
  const result: FetchPicturesResult = { fetched: 0, failed: 0, warnings: [], unreachable: [] }
  const hosts = new Map<string, Host>()
  let last = ''
  for (;;) {
    const urls = await readMissing(db, request.partnerId, last)
    if (!urls.length) break
    last = urls.at(-1) ?? ''
    const waiting = urls.values()
    const work = async () => {
      for (const url of waiting) {
        await fetchOne(db, url, request, hosts, result)
        request.onProgress?.(result.fetched + result.failed)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  result.unreachable = [...hosts].filter(([, host]) => host.pictures > 0).map(([host, { pictures, reason }]) => ({ host, pictures, reason }))
  result.warnings.sort((a, b) => a.line - b.line)
  return result
}

async function readMissing(db: Db, partnerId: string, after: string): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ url: string }>>`
    SELECT DISTINCT i.source_url AS url FROM product_images i JOIN products p ON p.id = i.product_id
    WHERE p.partner_id = ${partnerId}::uuid AND i.file_id IS NULL AND i.source_url > ${after} ORDER BY 1 LIMIT ${PAGE}`
  return rows.map((row) => row.url)
}

async function fetchOne(db: Db, url: string, { partnerId, dataDir, origins, network }: FetchPicturesRequest, hosts: Map<string, Host>, result: FetchPicturesResult): Promise<void> {
  const name = URL.canParse(url) ? new URL(url).host : url
  const host = hosts.get(name) ?? { failuresInARow: 0, pictures: 0, reason: '' }
  hosts.set(name, host)
  if (host.failuresInARow >= PATIENCE) {
    host.pictures++
    result.failed++
    return
  }
  try {
    const { bytes } = await fetchPublic(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, ...(network ? { network } : {}) })
    host.failuresInARow = 0
    const { id } = await storePicture(db, dataDir, bytes)
    await db.productImage.updateMany({ where: { sourceUrl: url, fileId: null, product: { partnerId } }, data: { fileId: id } })
    result.fetched++
  } catch (error) {
    result.failed++
    if (error instanceof FetchError && (error.failure === 'unreachable' || error.failure === 'timeout')) {
      host.failuresInARow++
      host.pictures++
      host.reason = error.message
    } else if (error instanceof FetchError || (error instanceof AppError && error.code === 'bad_input')) {
      host.failuresInARow = 0
      const origin = origins.get(url) ?? { line: 0, handle: '' }
      result.warnings.push({ ...origin, reason: `the picture ${url} was not fetched: ${error.message}` })
    } else throw error
  }
}
