import { Prisma } from '#prisma/generated/client.ts'
import { LISTED, OPEN } from '#server/platform/listed.ts'

/**
 * SQL: the table in the row `t` may give advice on its partner's own products, because no administrator has rejected it
 * and its partner has not removed it.
 */
export const USED = Prisma.raw(`t.removed_at IS NULL AND t.judgement IS DISTINCT FROM 'refused'`)

/**
 * SQL: the table in the row `t` gives advice for its label everywhere. The partner must own the label, or an
 * administrator must have accepted the table. The partner must be open and have a listed product of the label.
 */
export const SPEAKS = Prisma.sql`${USED}
  AND (t.judgement = 'accepted' OR EXISTS (SELECT FROM brands own WHERE own.id = t.brand_id AND own.owner_id = t.partner_id))
  AND t.partner_id IN (SELECT s.id FROM partners s WHERE ${OPEN})
  AND EXISTS (SELECT FROM products p WHERE p.brand_id = t.brand_id AND p.partner_id = t.partner_id AND ${LISTED})`

/**
 * SQL: ids and times of the tables that wait for an administrator. Their partners are open and do not own the label.
 */
export const PROPOSED = Prisma.sql`
  SELECT t.id, t.updated_at AS since FROM size_tables t JOIN brands b ON b.id = t.brand_id JOIN partners s ON s.id = t.partner_id
  WHERE t.judgement IS NULL AND t.removed_at IS NULL AND b.owner_id IS DISTINCT FROM t.partner_id AND ${OPEN}`
