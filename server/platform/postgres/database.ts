import { log } from '#server/platform/log.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { keepRunning } from './keep-running.ts'
import { applyMigrations, NoConnection, unknownMigrations } from './schema-engine.ts'
import { refuseTransactionPooler, TransactionPooler } from './transaction-pooler.ts'

export interface Database {
  url: string
  isEmbedded: boolean
  /** The embedded database's URL with the role of support staff. */
  supportUrl: string | null
  /**
   * Resolves with the reason if a database that is kept running could not be restarted. The process should then end.
   */
  isLost: Promise<Error>
  release: () => Promise<void>
}

/**
 * Opens the database of the environment, or else the embedded one. It is reachable and migrated when this returns. A
 * transaction pooler is refused.
 * @param options.isKept for long-running processes: restarts the embedded one whenever it stops
 * @param options.isLeftAsItIs does not migrate it, because a shop of an earlier version may be using it
 */
export async function openDatabase(
  env: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  options: { isKept?: boolean; isLeftAsItIs?: boolean } = {},
): Promise<Database> {
  const embedded = env.DATABASE_URL ? null : await startEmbeddedPostgres(env.DATA_DIR)
  const kept = embedded && options.isKept ? keepRunning(embedded) : null
  const database = {
    url: env.DATABASE_URL ?? embedded?.url ?? '',
    isEmbedded: embedded !== null,
    supportUrl: embedded?.supportUrl ?? null,
    isLost: kept?.gaveUp ?? new Promise<Error>(() => undefined),
    release: async () => {
      await kept?.stop()
      await embedded?.release()
    },
  }
  try {
    if (!embedded) await refuseTransactionPooler(database.url)
    if (options.isLeftAsItIs) return database
    const applied = await applyMigrations(database.url)
    if (applied.length) log.info({ applied }, 'migrated')
    const unknown = await unknownMigrations(database.url)
    if (unknown.length)
      log.warn(
        { unknown },
        'a newer version of the shop has used this database; this version may not understand its data',
      )
    return database
  } catch (error) {
    await database.release()
    if (error instanceof TransactionPooler) throw error
    if (error instanceof NoConnection)
      throw new Error(
        `The database${embedded ? '' : ' in DATABASE_URL'} cannot be used; nothing was changed.\n${error.message}`,
        { cause: error },
      )
    // The engine appends a stack trace to the message.
    throw new Error(
      `The database could not be migrated. The failed migration was rolled back.\n${String((error as Error).message).split('\n   0: ')[0]}`,
      { cause: error },
    )
  }
}
