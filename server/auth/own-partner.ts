import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import { LOCKS } from '#server/platform/locks.ts'

type Tx = Prisma.TransactionClient

/**
 * @throws AppError conflict at 'businessName' if a partner has the name, in any letter case
 */
export async function assertNameIsFree(db: Db | Tx, businessName: string): Promise<void> {
  if (
    await db.partner.findFirst({
      where: { businessName: { equals: escapeLike(businessName), mode: 'insensitive' } },
      select: { id: true },
    })
  ) {
    throw new AppError('conflict', 'This business name is already taken.', { field: 'businessName' })
  }
}

interface OwnPartner {
  businessName: string
  email: string
  phone: string
  /** Empty if unknown, like the next two fields. */
  websiteUrl: string
  contactPerson: string
  businessAddress: string
  businessType: string
  /** Null if the partner started to join before we asked for the country. */
  country: string | null
  currency: string
  timeZone: string
}

/**
 * Reserves the name until the transaction ends, because the unique index treats two spellings as different. Call it
 * before `assertNameIsFree`.
 */
export async function lockName(tx: Tx, businessName: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.businessNames}::int, hashtext(lower(${businessName})))`
}

/**
 * Creates a pending partner that belongs to the account.
 * @throws AppError conflict if the brand's name or address has been taken; then nothing is created
 */
export async function createOwnPartner(
  tx: Tx,
  ownerId: string,
  {
    businessName,
    email,
    phone,
    websiteUrl,
    contactPerson,
    businessAddress,
    businessType,
    country,
    currency,
    timeZone,
  }: OwnPartner,
): Promise<void> {
  await lockName(tx, businessName)
  await assertNameIsFree(tx, businessName)
  if (
    await tx.partner.findFirst({
      where: { email: { equals: escapeLike(email), mode: 'insensitive' } },
      select: { id: true },
    })
  ) {
    throw new AppError('conflict', 'A brand on WTF already uses this email address. If it is your brand, contact us.', {
      field: 'email',
    })
  }
  const { count } = await tx.partner.createMany({
    data: [
      {
        id: newId(),
        ownerId,
        businessName,
        contactPerson: contactPerson || businessName,
        businessAddress,
        businessType,
        email,
        phone,
        websiteUrl: websiteUrl || null,
        country,
        currency,
        timeZone,
        verificationStatus: 'pending',
      },
    ],
    skipDuplicates: true,
  })
  if (count === 0) throw new AppError('conflict', 'This business name is already taken.', { field: 'businessName' })
}
