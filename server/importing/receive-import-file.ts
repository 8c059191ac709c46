import { StorageAway } from '#server/media/s3-client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { hasRoomFor, importFileWriter, LEFT_FREE, removeImportFile } from './import-files.ts'
import { wakeImports } from './wake-imports.ts'
import { MAX_IMPORT_BYTES } from './imports.schema.ts'

export const TOO_LARGE = `The file is larger than ${MAX_IMPORT_BYTES / 2 ** 20} MB, which is the limit. Nothing was saved.`

/** Why an uploaded file was not kept. */
export type NotReceived = 'too large' | 'over limit' | 'no room' | 'broken off'

/**
 * Streams an import's upload to the storage and queues it for reading. Deletes an incomplete file and its import.
 * @param announced the upload's bytes; null if unknown, which needs room for the largest file
 * @param most the reserved bytes
 * @param leftFree bytes of disk that must stay free
 * @returns null, or why the file was not kept
 */
export async function receiveImportFile(
  db: Db,
  dataDir: string,
  {
    importId,
    partnerId,
    announced,
    most = MAX_IMPORT_BYTES,
  }: { importId: string; partnerId: string; announced: number | null; most?: number },
  body: AsyncIterable<Uint8Array>,
  leftFree = LEFT_FREE,
): Promise<NotReceived | null> {
  let byteSize = 0
  const tooLarge = new AppError('bad_input', TOO_LARGE)
  const noRoom = new AppError('unavailable', 'There is no space for the file.')
  try {
    if (!(await hasRoomFor(dataDir, announced ?? most, leftFree))) throw noRoom
    const limited = async function* () {
      for await (const chunk of body) {
        byteSize += chunk.length
        if (byteSize > most) throw tooLarge
        yield chunk
      }
      if (announced !== null && byteSize !== announced) throw new Error('The upload is incomplete.')
    }
    await importFileWriter(dataDir, importId)(limited())
  } catch (error) {
    await removeImportFile(db, dataDir, importId)
    await db.productImport.deleteMany({ where: { id: importId, partnerId, status: 'receiving' } })
    if (error instanceof StorageAway) log.error({ err: error, importId }, 'an import was not received')
    if (error === tooLarge) return most < MAX_IMPORT_BYTES ? 'over limit' : 'too large'
    return error === noRoom || isDiskFull(error) ? 'no room' : 'broken off'
  }
  // The partner may have cancelled during the last bytes.
  const { count } = await db.productImport.updateMany({
    where: { id: importId, partnerId, status: 'receiving' },
    data: { status: 'uploaded', byteSize, fileBytes: byteSize },
  })
  if (!count) {
    await removeImportFile(db, dataDir, importId)
    return 'broken off'
  }
  await wakeImports(db, partnerId)
  return null
}
