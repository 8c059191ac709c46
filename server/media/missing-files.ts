import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'

/**
 * The share of checked files that may be missing. Fewer are single losses; more mean that this process does not see the
 * shop's files.
 */
const MAX_MISSING = 0.1
const MIN_TRIED = 20
const NAMED = 20

/** Thrown if too many files are missing for a run to continue. The message says what to do. */
export class FilesMissing extends Error {}

/** Records missing files of a run, and stops the run if it does not see the shop's storage. */
export class MissingFiles {
  readonly ids: string[] = []
  readonly #db: Pick<Db, 'mediaFile'>
  #tried = 0

  constructor(db: Pick<Db, 'mediaFile'>) {
    this.#db = db
  }

  /** Records that a file exists, whatever its content. */
  found(): void {
    this.#tried++
  }

  /**
   * @throws FilesMissing if more than a tenth of at least 20 files were missing
   */
  async missed(id: string): Promise<void> {
    this.#tried++
    this.ids.push(id)
    await this.#db.mediaFile.updateMany({ where: { id }, data: { missingAt: new Date() } })
    if (this.#tried >= MIN_TRIED && this.ids.length > this.#tried * MAX_MISSING)
      throw new FilesMissing(
        `${this.ids.length} of ${this.#tried} pictures have no file in the storage. Nothing was marked as done. Mount the storage that all processes of the shop share, check DATA_DIR and S3_URL, or restore the files from a backup.`,
      )
  }

  /** Logs the number of missing files. */
  report(): void {
    if (this.ids.length)
      log.error({ count: this.ids.length, tried: this.#tried, some: this.ids.slice(0, NAMED) }, 'pictures have no file')
  }
}
