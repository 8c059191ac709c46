import { countAttempt } from '#server/auth/attempt-limits.ts'
import type { Ask } from '#server/platform/ask.ts'
import { AddressHasher } from '#server/platform/address-hash.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'
import type { ReportProductInput } from './product-flags.schema.ts'

type Asking = Pick<Ask, 'db' | 'visit' | 'viewer'>

/** Returns the product to report. @throws AppError not_found if it is not listed */
export async function getReportedProduct({ db, viewer }: Pick<Ask, 'db' | 'viewer'>, productId: string) {
  const product = isId(productId)
    ? await db.product.findFirst({
        where: { id: productId, ...LISTED_WHERE },
        select: { id: true, name: true, partner: { select: { businessName: true } } },
      })
    : null
  if (!product) throw new AppError('not_found', 'Product not found.')
  /** Whether the reporter gets an email about the decision. */
  return { ...product, isAnswered: viewer?.isEmailVerified === true }
}

/**
 * Reports a product to administrators. A second report by the same person, before a decision, changes the first one.
 * @throws AppError not_found for a product that is not listed; too_many
 */
export async function reportProduct(
  { db, visit, viewer }: Asking,
  { productId, kind, words }: ReportProductInput,
): Promise<{ isAnswered: boolean }> {
  await countAttempt('report', visit, viewer?.userId ?? visit.address)
  const { isAnswered } = await getReportedProduct({ db, viewer }, productId)
  const who = viewer
    ? { reporterId: viewer.userId }
    : { reporterHash: await new AddressHasher(db).hash(visit.address, 'report') }
  const where = { productId, ...who, resolvedAt: null }
  await db.$transaction(async (tx) => {
    // Serialises reports by one person, because simultaneous ones would violate the index.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`report ${productId}`}))::text`
    const { count } = await tx.productFlag.updateMany({ where: where, data: { kind, words } })
    if (!count) await tx.productFlag.create({ data: { id: newId(), productId, kind, words, ...who } })
  })
  return { isAnswered }
}
