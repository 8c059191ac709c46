import type { ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { AppError } from '#server/platform/errors.ts'
import { lookAtBulk, saveBulkFile, startProductBulk } from '#server/shopify/bulk-products.ts'
import { pause } from '#server/shopify/pause.ts'
import { accessOf } from '#server/shopify/store-access.ts'
import { hasRoomFor, importFileWriter, LEFT_FREE, reserveImportFile } from './import-files.ts'
import { connectedStore } from './import-rules.ts'
import { mayGoOn } from './import-step.ts'
import { refuseForeignCurrency } from './store-sync.ts'

/** A hundred thousand products with their variants and texts need about 300 MB. */
const MOST_BYTES = 2 ** 30
const DOWNLOAD_TIMEOUT_MS = 300_000
/** Polling time per run: the store may need an hour, and our processes have ten minutes. */
const LOOK_FOR_MS = 200_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/**
 * Asks a store to export all its products, and downloads that file. A later run continues the same export.
 * @returns false while the store is still exporting: try again later
 * @throws ShopifyError, FetchError, AppError, Cancelled
 */
export async function fetchStore(
  { db, dataDir }: { db: Db; dataDir: string },
  given: ProductImport,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, partnerId } = given
  const connection = await connectedStore(db, partnerId)
  const partner = await db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { currency: true } })
  refuseForeignCurrency(connection.currency, partner.currency)
  const access = await accessOf(db, connection, { signal })
  const step = { where: { id, status: 'fetching' as const } }
  let operationId = given.operationId
  const until = Date.now() + LOOK_FOR_MS
  for (let wait = FIRST_PAUSE_MS; Date.now() < until; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    if (operationId === null) {
      operationId = await startProductBulk(access, { signal })
      await db.productImport.updateMany({ ...step, data: { operationId } })
    }
    const now = await lookAtBulk(access, operationId, { signal })
    if (now.state === 'ended')
      throw new AppError('unavailable', `Shopify could not list your products (${now.how}). Please try again later.`)
    if (now.state === 'done') {
      const byteSize = await save({ db, dataDir }, { shop: connection.shop, importId: id, partnerId }, now)
      await db.productImport.updateMany({
        ...step,
        data: { status: 'uploaded', byteSize, fileBytes: byteSize, message: null },
      })
      return true
    }
    // Shopify deletes the export after a week: then request a new one.
    if (now.state === 'gone') operationId = null
    else {
      const message = `Shopify is listing your products: ${now.products.toLocaleString('en-GB')} so far.`
      await db.productImport.updateMany({ ...step, data: { done: now.products, message } })
    }
    await mayGoOn(db, id, signal)
    await pause(wait, signal)
  }
  return false
}

async function save(
  { db, dataDir }: { db: Db; dataDir: string },
  { shop, importId, partnerId }: { shop: string; importId: string; partnerId: string },
  { url, byteSize }: { url: string | null; byteSize: number | null },
): Promise<number> {
  if (url === null) throw new AppError('bad_input', 'Your store has no products yet. Nothing was changed.')
  const noRoom = () =>
    new AppError(
      'unavailable',
      'We have no space for new files right now. Nothing was changed. Please try again later.',
    )
  const most = await db.$transaction((tx) =>
    reserveImportFile(tx, dataDir, { importId, partnerId, bytes: byteSize, most: MOST_BYTES }),
  )
  if (!(await hasRoomFor(dataDir, most, LEFT_FREE))) throw noRoom()
  const save = importFileWriter(dataDir, importId)
  return saveBulkFile(shop, { url, byteSize }, save, { maxBytes: most, timeoutMs: DOWNLOAD_TIMEOUT_MS }).catch(
    (error: unknown) => {
      throw isDiskFull(error) ? noRoom() : error
    },
  )
}
