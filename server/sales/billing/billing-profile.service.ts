import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import type { BillingProfileInput } from './billing.schema.ts'
import { parseVatNumber } from './check-numbers.ts'

const SHOWN = {
  legalName: true,
  address: true,
  country: true,
  vatNumber: true,
  purchaseOrder: true,
} satisfies Prisma.BillingProfileSelect

/** Returns a partner's details on its invoices; null before they are entered. */
export const findBuyer = (db: Db | Prisma.TransactionClient, partnerId: string) =>
  db.billingProfile.findUnique({ where: { partnerId }, select: SHOWN })

/** Returns the billing details of the viewer's partner; null before they are entered. */
export const findBillingProfile = ({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) => findBuyer(db, partner.id)

/**
 * Saves the billing details for the partner's next invoices. Earlier invoices do not change.
 * @throws AppError bad_input at 'vatNumber'
 */
export async function saveBillingProfile(
  { db, visit, viewer, partner: { id: partnerId } }: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>,
  { legalName, address, country, purchaseOrder, ...typed }: BillingProfileInput,
): Promise<void> {
  const vatNumber = await parseVatNumber(typed.vatNumber, country)
  const buyer = { legalName, address, country, vatNumber, purchaseOrder }
  await db.$transaction(async (tx) => {
    const before = await findBuyer(tx, partnerId)
    await tx.billingProfile.upsert({
      where: { partnerId },
      create: { partnerId, ...buyer },
      update: buyer,
      select: { partnerId: true },
    })
    const data = changedFields(before, buyer)
    const note = { actorId: viewer.userId, action: 'billing_profile_changed', subjectId: partnerId, data }
    await writeAudit(db, visit, note, tx)
  })
}
