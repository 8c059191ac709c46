// The process that start-import-process.ts starts to do one partner's work.
import { connect } from '#server/platform/db.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { log, logConsole } from '#server/platform/log.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { answerParent } from '#server/platform/work-process-child.ts'
import { configureStores } from '#server/stores/platforms.ts'
import type { WorkEnd, WorkOrder } from './start-import-process.ts'
import { workFor } from './work-for.ts'

answerParent(async (order: WorkOrder): Promise<WorkEnd> => {
  const { databaseUrl, dataDir, partnerId, logLevel, secretKeys, storeAddresses, ownOrigins } = order
  log.level = logLevel
  logConsole()
  configureSecrets(secretKeys.map((key) => Buffer.from(key, 'base64')))
  allowOwnOrigins(ownOrigins)
  configureStores(storeAddresses)
  const db = connect(databaseUrl, { poolSize: 2 })
  try {
    // The signal is never aborted: the parent ends this process instead.
    return { isDone: await workFor({ db, dataDir }, partnerId, new AbortController().signal) }
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
    return {
      failure: {
        message,
        stack,
        isDatabaseAway: isDatabaseAway(error),
        isTransactionOver: isTransactionOver(error),
      },
    }
  } finally {
    await db.$disconnect()
  }
})
