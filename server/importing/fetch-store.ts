import type { ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { AppError } from '#server/platform/errors.ts'
import { pause } from '#server/platform/pause.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { StoreError } from '#server/stores/store-error.ts'
import { withCurrency } from './compare-currency.ts'
import { draftOf, hasRoomFor, importFileWriter, LEFT_FREE, RESERVING, reserveImportFile } from './import-files.ts'
import { connectedStore } from './import-rules.ts'
import { mayGoOn } from './import-step.ts'
import { refuseForeignCurrency } from './store-sync.ts'

/** A hundred thousand products with their variants and texts need about 300 MB. */
const MAX_BYTES = 2 ** 30
const DOWNLOAD_TIMEOUT_MS = 300_000
/** Listing time per run: the store may need an hour, and our processes have ten minutes. */
const LIST_FOR_MS = 200_000
/** How long a store may not respond after its products were listed, so that a short failure does not waste the list. */
const PATIENCE_MS = 180_000
const PAUSE_MS = 15_000

/**
 * Fetches all products of a store into the import's file. A later run can continue.
 * @returns false while the store is still listing: try again later
 * @throws StoreError, FetchError, AppError, Cancelled
 */
export async function fetchStore(
  { db, dataDir, pauseMs = PAUSE_MS }: { db: Db; dataDir: string; pauseMs?: number },
  given: ProductImport,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, partnerId } = given
  const connection = await connectedStore(db, given)
  const checkCurrency = async () => {
    const { currency } = await withCurrency(db, connection, signal)
    const partner = await db.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { currency: true } })
    refuseForeignCurrency(currency, partner.currency)
    return currency
  }
  const currency = await checkCurrency()
  const platform = platformOf(connection)
  const step = { where: { id, status: 'fetching' as const } }
  const noRoom = () =>
    new AppError(
      'unavailable',
      'We have no space for new files right now. Nothing was changed. Please try again later.',
    )
  const byteSize = await platform
    .listProducts(await accessOf(db, connection, { signal }), {
      remembered: given.operationId,
      remember: async (operationId) => {
        await db.productImport.updateMany({ ...step, data: { operationId } })
      },
      tell: async (products) => {
        const message = `${platform.label} is listing your products: ${products.toLocaleString('en-GB')} so far.`
        await db.productImport.updateMany({ ...step, data: { done: products, message } })
        await mayGoOn(db, id, signal)
      },
      reserve: async (bytes) => {
        const maxBytes = await db.$transaction(
          (tx) => reserveImportFile(tx, dataDir, { importId: id, partnerId, bytes, most: MAX_BYTES }),
          RESERVING,
        )
        if (!(await hasRoomFor(dataDir, maxBytes, LEFT_FREE))) throw noRoom()
        const places = { draft: await draftOf(dataDir, id), save: importFileWriter(dataDir, id) }
        return { ...places, maxBytes, timeoutMs: DOWNLOAD_TIMEOUT_MS }
      },
      until: Date.now() + LIST_FOR_MS,
      signal,
    })
    .catch((error: unknown) => {
      throw isDiskFull(error) ? noRoom() : error
    })
  if (byteSize === null) return false
  // Listing may take an hour. Prices that were read before a change must not be written in the new currency.
  const wait = async () => {
    await pause(pauseMs, signal)
    await mayGoOn(db, id, signal)
  }
  if ((await patiently(checkCurrency, wait)) !== currency)
    throw new AppError(
      'conflict',
      'Your currency changed while we were reading your store. Nothing was changed. Please import your products again.',
    )
  await db.productImport.updateMany({
    ...step,
    data: { status: 'uploaded', byteSize, fileBytes: byteSize, message: null },
  })
  return true
}

/** Asks again while a store does not respond, or limits our requests. @throws the last error, or that of `wait` */
async function patiently<T>(ask: () => Promise<T>, wait: () => Promise<void>): Promise<T> {
  for (const until = Date.now() + PATIENCE_MS; ;) {
    try {
      return await ask()
    } catch (error) {
      const isAway = error instanceof StoreError && (error.kind === 'unreachable' || error.kind === 'throttled')
      if (!isAway || Date.now() > until) throw error
      await wait()
    }
  }
}
