import { UNNAMED } from '#server/catalogue/product-card.ts'
import { countAttempt } from '#server/auth/attempt-limits.ts'
import type { Ask } from '#server/platform/ask.ts'
import { AddressHasher } from '#server/platform/address-hash.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'
import type { MatchInput, ReportMatchInput } from './offers.schema.ts'
import { pairOf } from './pairs.ts'

const SHOWN = { id: true, name: true, partner: { select: { businessName: true } } } as const

/**
 * Returns a match to report: both products as shoppers see them. @throws AppError not_found if it is not shown (any
 * more)
 */
export async function getMatch(db: Db, { productId, otherId }: MatchInput) {
  const pair = isId(productId) && isId(otherId) ? pairOf(productId, otherId) : null
  const match = pair && (await db.itemMatch.findUnique({ where: { productId_otherId: pair }, select: { way: true } }))
  const isSeparated = pair && (await db.itemSeparation.count({ where: pair })) > 0
  const products =
    match && !isSeparated
      ? await db.product.findMany({ where: { id: { in: [productId, otherId] }, ...LISTED_WHERE }, select: SHOWN })
      : []
  const [product, other] = [productId, otherId].map((id) => products.find((each) => each.id === id))
  if (!match || !product || !other)
    throw new AppError('not_found', 'These two products are not shown as the same item.')
  return { product: named(product), other: named(other), way: match.way }
}

const named = <Named extends { name: string }>(product: Named): Named => ({
  ...product,
  name: product.name.trim() || UNNAMED,
})

/**
 * Tells administrators that two products are not the same item. The match stays until an administrator decides. A
 * second report by the same person before that changes the first one.
 * @throws AppError not_found if it is not shown; too_many
 */
export async function reportMatch(
  { db, visit, viewer }: Pick<Ask, 'db' | 'visit' | 'viewer'>,
  { words, ...match }: ReportMatchInput,
): Promise<void> {
  await countAttempt('report', visit, viewer?.userId ?? visit.address)
  await getMatch(db, match)
  const pair = pairOf(match.productId, match.otherId)
  const who = viewer
    ? { reporterId: viewer.userId }
    : { reporterHash: await new AddressHasher(db).hash(visit.address, 'report') }
  await db.$transaction(async (tx) => {
    // Serialises reports by one person, because simultaneous ones would violate the index.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`match ${pair.productId} ${pair.otherId}`}))::text`
    const { count } = await tx.matchReport.updateMany({
      where: { ...pair, ...who, resolvedAt: null },
      data: { words, raisedAt: new Date() },
    })
    if (!count) await tx.matchReport.create({ data: { id: newId(), ...pair, words, ...who } })
  })
}
