import { randomUUID } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { originalKey } from './media-keys.ts'
import { mediaName } from './picture.ts'
import { openStorage } from './storage.ts'
import type { Storage } from './storage-interface.ts'

/** The id of a storage: a row of app_secrets and a file in the storage. They are equal in a matching pair. */
const ROW = 'storage-id'
const FILE = 'media/shop-id'
/** Exists in a storage while files are being moved there. */
export const MOVING = 'media/moving'
const SAMPLE = 50
/** The minimum share of the sample, because single files may be lost. */
const MIN_FOUND = 0.9

/**
 * Refuses a storage that does not belong to the database. A pair without an id gets one if it is new, or if the storage
 * has the database's files.
 * @throws Error that says what to do
 */
export async function checkStorage(db: Db, dataDir: string): Promise<void> {
  const storage = openStorage(dataDir)
  const place = `${storage.name}/media`
  if (await storage.has(MOVING))
    throw new Error(
      `Files are being moved to ${place}, and not all of them are there. Run npm run storage:move again until it says that all files are there. Nothing was changed.`,
    )
  const [ofDatabase, ofStorage] = [await idOfDatabase(db), await idOfStorage(storage)]
  if (ofDatabase !== null && ofDatabase === ofStorage) return
  if (ofDatabase !== null && ofStorage !== null)
    throw new Error(
      `The files in ${place} belong to another database. Set DATA_DIR (or S3_URL) to this shop's own storage, mount it there, or set DATABASE_URL to the database of these files. Nothing was changed.`,
    )
  const { tried, found } = await sample(db, storage)
  const isComplete = found >= tried * MIN_FOUND
  if (!isComplete)
    throw new Error(
      `${tried - found} of ${tried} pictures of this database have no file in ${place}. Mount the storage of this shop, check DATA_DIR and S3_URL, or bring the files back with npm run restore. Nothing was changed.`,
    )
  // Files can only prove that the pair matches if the database has some.
  if (ofDatabase !== null && tried === 0)
    throw new Error(
      `${place} is not the storage of this database: it has no ${FILE}. Mount the storage that the shop's processes share, check DATA_DIR and S3_URL, or copy ${FILE} from it. Nothing was changed.`,
    )
  if (ofStorage !== null && tried === 0 && (await hasOriginals(storage)))
    throw new Error(
      `The files in ${place} belong to another database: this one has no pictures. Set DATA_DIR to a new folder (or S3_URL to a new bucket), or restore a backup. Nothing was changed.`,
    )
  await pair(db, storage, ofDatabase ?? ofStorage)
}

/** Pairs a database and a storage after a restore of both. The storage keeps its id. */
export async function pairAfterRestore(db: Db, dataDir: string): Promise<void> {
  const storage = openStorage(dataDir)
  const id = (await idOfStorage(storage)) ?? (await idOfDatabase(db))
  await db.appSecret.deleteMany({ where: { name: ROW } })
  await pair(db, storage, id)
}

/**
 * Writes the file before the row is committed, because a row without its file is refused, but not a file without a row.
 */
async function pair(db: Db, storage: Storage, known: string | null): Promise<void> {
  await db.$transaction(async (tx) => {
    // A process that starts at the same moment waits here, and takes this id.
    await tx.appSecret.createMany({
      data: [{ name: ROW, secret: Buffer.from(known ?? randomUUID()) }],
      skipDuplicates: true,
    })
    const { secret } = await tx.appSecret.findUniqueOrThrow({ where: { name: ROW } })
    await storage.write(FILE, Buffer.from(secret))
  })
}

async function hasOriginals(storage: Storage): Promise<boolean> {
  for await (const _ of storage.list('media/originals')) return true
  return false
}

async function idOfDatabase(db: Db): Promise<string | null> {
  const row = await db.appSecret.findUnique({ where: { name: ROW } })
  return row && Buffer.from(row.secret).toString('utf8')
}

const idOfStorage = async (storage: Storage): Promise<string | null> =>
  (await storage.read(FILE))?.toString('utf8').trim() ?? null

/**
 * Counts how many files of a sample from the database are in the storage. Hashes are random, so the first ones are a
 * fair sample.
 */
async function sample(db: Db, storage: Storage): Promise<{ tried: number; found: number }> {
  const files = await db.mediaFile.findMany({ orderBy: { sha256: 'asc' }, take: SAMPLE, select: { sha256: true } })
  const found = await Promise.all(files.map(({ sha256 }) => storage.has(originalKey(mediaName(sha256)))))
  return { tried: files.length, found: found.filter(Boolean).length }
}
