import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { keepPicture, type KeptPicture } from '#server/media/media.service.ts'
import { openStorage } from '#server/media/storage.ts'
import type { Db } from '#server/platform/db.ts'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { AppError } from '#server/platform/errors.ts'
import { makePrivateFolder, PRIVATE_FILE } from '#server/platform/private-files.ts'
import { examining } from './start-examine-process.ts'
import type { ExaminedAs } from './uploads.values.ts'

/** Bytes of disk space that shoppers' files leave free. */
const LEFT_FREE = 500 * 2 ** 20
const NO_ROOM = 'We have no space for images right now. Please send this without images, or try again later.'

/**
 * Examines a picture from a form and keeps it, redrawn. It is kept for at least a day, even if unused.
 * @param owner the sender. Files of different owners take turns
 * @throws AppError bad_input if it is not a picture that can be shown; unavailable if too many wait, or the disk is
 * full
 */
export async function keepSentPicture(
  { db, dataDir }: { db: Db; dataDir: string },
  bytes: Uint8Array,
  { slot, owner }: { slot: ExaminedAs; owner: string },
): Promise<KeptPicture> {
  if (!(await openStorage(dataDir).hasRoom(bytes.length + LEFT_FREE))) throw new AppError('unavailable', NO_ROOM)
  const folder = path.join(dataDir, 'uploads')
  const file = path.join(folder, randomUUID())
  try {
    await makePrivateFolder(folder)
    await fs.writeFile(file, bytes, { mode: PRIVATE_FILE })
    const answer = await examining.examine({ file, slot }, owner)
    if ('problem' in answer) throw new AppError('bad_input', answer.problem)
    if (!('picture' in answer)) throw new Error('only pictures are sent with forms')
    const { file: drawn, ...facts } = answer.picture
    const anew = await fs.readFile(drawn).finally(() => fs.rm(drawn, { force: true }))
    return await keepPicture(db, dataDir, anew, facts)
  } catch (error) {
    throw isDiskFull(error) ? new AppError('unavailable', NO_ROOM, { cause: error }) : error
  } finally {
    await fs.rm(file, { force: true })
  }
}
