import type { Prisma } from '#prisma/generated/client.ts'
import { answerStore } from '#server/feedback/tell-store.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { productRestored, productTakenDown, reportAnswered } from '#server/mail/moderation-mails.ts'
import { recordEvent } from '#server/outgoing-webhooks/record-event.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { setTakenDown } from '#server/products/take-down.ts'
import type { JudgeProductInput } from './product-flags.schema.ts'

type Asking = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

/**
 * Decides on the reports of a product: keeps it, or takes it down until an administrator restores it, whatever its
 * partner does. Links to the store, lists and the sitemap follow the decision from the next request on, and cached
 * pages within 20 s. The partner gets an email, and so do reporters with a proven address.
 * @param within the transaction to join, if any
 * @throws AppError not_found; conflict if the product was changed, or another administrator has decided, since the page
 * was opened
 */
export async function judgeProduct(
  { db, visit, viewer }: Asking,
  { productId, revision, seenTo, to, ...said }: JudgeProductInput,
  within?: Prisma.TransactionClient,
): Promise<{ name: string }> {
  const reason = 'reason' in said ? said.reason : ''
  const judge = async (tx: Prisma.TransactionClient) => {
    // eslint-disable-next-line house/listed-products -- administrators judge products in any state
    await tx.$queryRaw`SELECT 1 FROM products WHERE id = ${productId}::uuid FOR UPDATE`
    // eslint-disable-next-line house/listed-products -- administrators judge products in any state
    const product = await tx.product.findUnique({
      where: { id: productId },
      select: { name: true, partnerId: true, revision: true, takenDownAt: true },
    })
    if (!product) throw new AppError('not_found', 'This product no longer exists.')
    const { name, partnerId } = product
    if (product.revision !== revision)
      throw new AppError('conflict', 'The partner has changed this product. Please check it again.')
    const open = await tx.productFlag.findMany({
      // Later reports stay in the queue, unless the product was taken down.
      where: { productId, resolvedAt: null, ...(to === 'kept' && { raisedAt: { lte: new Date(seenTo || 0) } }) },
      select: { id: true, reporter: { select: REPORTER } },
    })
    const isTakenDown = product.takenDownAt !== null
    const isAnswered = !open.length && (to === 'kept' || (to === 'taken_down' && seenTo !== ''))
    if (isAnswered || isTakenDown !== (to === 'restored'))
      throw new AppError('conflict', 'Another administrator has already decided on this product. Nothing was changed.')
    if (to !== 'kept') await setTakenDown(tx, productId, to === 'restored' ? null : { userId: viewer.userId, reason })
    if (to !== 'restored') {
      await tx.productFlag.updateMany({
        where: { id: { in: open.map(({ id }) => id) } },
        data: { resolvedAt: new Date(), resolvedById: viewer.userId, outcome: to, reason, reporterHash: null },
      })
      await answerReporters(tx, visit.siteUrl, name, to === 'taken_down', open)
    }
    const about = { siteUrl: visit.siteUrl, product: name, productId }
    if (to === 'taken_down') {
      await answerStore(tx, partnerId, (partner) => productTakenDown({ ...about, ...partner, reason }))
      await reportRejected(tx, partnerId, { productId, name, reason }, new Date())
    } else if (to === 'restored')
      await answerStore(tx, partnerId, (partner) => productRestored({ ...about, ...partner }))
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: `product_${to}`,
        subjectId: productId,
        data: {
          partnerId,
          flags: open.length,
          before: { isTakenDown },
          after: { isTakenDown: to === 'taken_down' },
          ...(reason && { reason }),
        },
      },
      tx,
    )
    return { name }
  }
  return within ? judge(within) : db.$transaction(judge)
}

const reportRejected = (
  tx: Prisma.TransactionClient,
  partnerId: string,
  { name, ...rejected }: { productId: string; name: string; reason: string },
  now: Date,
): Promise<void> =>
  recordEvent(
    tx,
    partnerId,
    'product.rejected',
    () => ({ ...rejected, name: name.slice(0, 300), rejectedAt: now.toISOString() }),
    now,
  )

const REPORTER = {
  email: true,
  emailVerifiedAt: true,
  deletionRequestedAt: true,
  profile: { select: { fullName: true } },
} as const
type Reporter = Prisma.UserGetPayload<{ select: typeof REPORTER }>

/** Reporters without a verified address get no email, because the address may belong to someone else. */
async function answerReporters(
  tx: Prisma.TransactionClient,
  siteUrl: string,
  product: string,
  isTakenDown: boolean,
  flags: Array<{ reporter: Reporter | null }>,
): Promise<void> {
  for (const { reporter } of flags) {
    if (!reporter?.emailVerifiedAt || reporter.deletionRequestedAt) continue
    const mail = reportAnswered({ siteUrl, name: reporter.profile?.fullName ?? '', product, isTakenDown })
    await queueMail(tx, { to: reporter.email, ...mail })
  }
}
