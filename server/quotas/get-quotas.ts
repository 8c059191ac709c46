import { Prisma } from '#prisma/generated/client.ts'
import type { VerificationStatus } from '#prisma/generated/enums.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { LIMITS_OF_STATUS, QUOTAS, type Quota, type QuotaUse } from './quotas-values.schema.ts'

type Reader = Db | Prisma.TransactionClient

/** A partner's use of each quota, and the reasons for its limits. */
export interface PartnerQuotas {
  status: VerificationStatus
  uses: Record<Quota, QuotaUse & { isSet: boolean }>
}

/** Counts the labels that the products of partner `p` have, by jumping from one to the next in an index: a few microseconds for each label. */
// eslint-disable-next-line house/listed-products -- counts all products of a partner
const LABELS = Prisma.sql`
  (WITH RECURSIVE label AS (
    (SELECT brand_id FROM products WHERE partner_id = p.id ORDER BY brand_id LIMIT 1)
    UNION ALL
    SELECT (SELECT o.brand_id FROM products o WHERE o.partner_id = p.id AND o.brand_id > label.brand_id ORDER BY o.brand_id LIMIT 1)
    FROM label WHERE label.brand_id IS NOT NULL
  ) SELECT count(brand_id) FROM label)`

/**
 * Returns the partner's quotas. In a transaction that holds the lock for its writes (`writing` for products,
 * `lockFiles` for files), nobody else can use more of them in the meantime.
 * @throws AppError not_found
 */
export async function getQuotas(tx: Reader, partnerId: string): Promise<PartnerQuotas> {
  const [found] = await tx.$queryRaw<
    Array<{ status: VerificationStatus; used: Partial<Record<Quota, number>>; set: Partial<Record<Quota, number>> }>
  >`
    SELECT verification_status::text AS status,
      coalesce((SELECT jsonb_object_agg(quota, used) FROM partner_usage WHERE partner_id = p.id), '{}')
        || jsonb_build_object('labels', ${LABELS}) AS used,
      coalesce((SELECT jsonb_object_agg(quota, value) FROM partner_limits WHERE partner_id = p.id), '{}') AS set
    FROM partners p WHERE id = ${partnerId}::uuid`
  if (!found) throw new AppError('not_found', 'Partner not found.')
  const { status, used, set } = found
  const use = (quota: Quota) => ({
    quota,
    used: used[quota] ?? 0,
    limit: set[quota] ?? LIMITS_OF_STATUS[status][quota],
    isSet: set[quota] !== undefined,
  })
  return { status, uses: Object.fromEntries(QUOTAS.map((quota) => [quota, use(quota)])) as PartnerQuotas['uses'] }
}
