import type { Db } from '#server/platform/db.ts'
import { KEPT_DAYS, MAX_KEPT } from './outgoing-webhooks.schema.ts'

/**
 * Deletes finished deliveries beyond the last MAX_KEPT of each webhook, and everything older than a month. @returns how
 * many
 */
export const forgetDeliveries = (db: Db): Promise<number> => db.$executeRaw`
  DELETE FROM outgoing_deliveries WHERE created_at < now() - make_interval(days => ${KEPT_DAYS}::int) OR id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, id DESC) AS place
      FROM outgoing_deliveries WHERE state <> 'waiting'
    ) finished WHERE place > ${MAX_KEPT}::int
  )`
