// The process that importing-process.ts starts, for the work of one partner.
import fs from 'node:fs'
import os from 'node:os'
import { connect } from '#server/platform/db.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { log, logConsole } from '#server/platform/log.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { addressesFrom, configureShopify } from '#server/shopify/admin-api.ts'
import type { WorkBegun, WorkEnd, WorkOrder } from './importing-process.ts'
import { workFor } from './work-for.ts'

os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
try {
  // Where the machine's memory ends, the system ends this process, not the shop or its database.
  fs.writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Only Linux has it.
}
// The terminal sends Ctrl-C here too, but only the parent may end this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.once(
  'message',
  // Prisma leaves a timer of 10 s behind.
  (order: WorkOrder) => void work(order).then((answer) => process.send?.(answer, () => process.exit())),
)

async function work(order: WorkOrder): Promise<WorkEnd> {
  const { databaseUrl, dataDir, partnerId, logLevel, secretKeys, storeAddresses, ownOrigins } = order
  process.send?.({ hasBegun: true } satisfies WorkBegun)
  log.level = logLevel
  logConsole()
  configureSecrets(secretKeys.map((key) => Buffer.from(key, 'base64')))
  allowOwnOrigins(ownOrigins)
  configureShopify({ addressOf: addressesFrom(storeAddresses) })
  const db = connect(databaseUrl, { poolSize: 2 })
  try {
    // The parent ends the process where others would abort.
    return { isDone: await workFor({ db, dataDir }, partnerId, new AbortController().signal) }
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
    return { failure: { message, stack, isDatabaseAway: isDatabaseAway(error) } }
  } finally {
    await db.$disconnect()
  }
}
