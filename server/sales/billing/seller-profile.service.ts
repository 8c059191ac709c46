import type { Prisma } from '#prisma/generated/client.ts'
import { mailAdmins } from '#server/auth/mail-admins.ts'
import { sellerChanged } from '#server/mail/money-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { agreeOn } from '#server/two-people/approvals.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import type { SellerProfileInput } from './billing.schema.ts'
import { parseBank, parseVatNumber } from './check-numbers.ts'
import { standardRate } from './vat.ts'

const MAX_VERSIONS = 100
const BANK = ['iban', 'bic', 'sortCode', 'accountNumber'] as const
const SHOWN = {
  legalName: true,
  address: true,
  country: true,
  companyNumber: true,
  vatNumber: true,
  iban: true,
  bic: true,
  sortCode: true,
  accountNumber: true,
  paymentDays: true,
} satisfies Prisma.SellerProfileSelect

/** The seller as stored with an invoice. */
export type Seller = Prisma.SellerProfileGetPayload<{ select: typeof SHOWN }>

/** Returns the seller profile that is valid on a day (UTC); null if there is none yet. */
export function getSeller(db: Db | Prisma.TransactionClient, on: Date): Promise<Seller | null> {
  return db.sellerProfile.findFirst({
    where: { validFrom: { lte: on } },
    orderBy: [{ validFrom: 'desc' }, { id: 'desc' }],
    select: SHOWN,
  })
}

/** Lists the versions of the seller profile, the latest first, 100 at most, and the one that is valid today (UTC). */
export async function listSellerProfiles(db: Db, now = new Date()) {
  const versions = await db.sellerProfile.findMany({
    orderBy: [{ validFrom: 'desc' }, { id: 'desc' }],
    take: MAX_VERSIONS,
    select: { id: true, validFrom: true, createdAt: true, ...SHOWN },
  })
  return { versions, current: versions.find(({ validFrom }) => validFrom <= now) ?? null }
}

/**
 * Adds a version of the seller profile. Invoices issued from `validFrom` on (UTC, today at the earliest) name it. A new
 * bank account needs two administrators, because partners will pay into it. The other administrators get an email.
 * @returns whether it waits for a second administrator
 * @throws AppError bad_input at a field; as `assertMayMoveMoney` and `agreeOn`
 */
export async function saveSellerProfile(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  input: SellerProfileInput,
  now = new Date(),
): Promise<{ isWaiting: boolean }> {
  const { validFrom: wanted, legalName, address, country, companyNumber, paymentDays } = input
  const today = new Date(now.toISOString().slice(0, 10))
  const validFrom = new Date(Math.max(today.getTime(), Date.parse(wanted)))
  const vatNumber = await parseVatNumber(input.vatNumber, country)
  if (vatNumber && standardRate(country, validFrom) === null)
    throw new AppError('bad_input', 'We do not have VAT rates for this country. Leave the VAT number empty.', {
      field: 'vatNumber',
    })
  const bank = await parseBank(input)
  const seller = { legalName, address, country, companyNumber, vatNumber, ...bank, paymentDays }
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE seller_profiles IN SHARE ROW EXCLUSIVE MODE`
    const before = await getSeller(tx, validFrom)
    const hasOtherBank = BANK.some((field) => (before?.[field] ?? '') !== seller[field])
    if (hasOtherBank) {
      const account = bank.iban || `${bank.sortCode} ${bank.accountNumber}`
      const summary = `Partners pay ${legalName} at ${account} from ${input.validFrom}.`
      const step = { action: 'seller_bank', subjectId: 'seller', partnerIds: [], input, summary } as const
      if (!(await agreeOn(tx, { db, visit, viewer }, step, now))) return { isWaiting: true }
    } else await assertMayMoveMoney(tx, { action: 'seller_details', by: viewer.userId, partnerId: null }, now)
    const data = { ...seller, validFrom, createdAt: now, createdById: viewer.userId }
    const { id } = await tx.sellerProfile.create({ data, select: { id: true } })
    const changes = changedFields(before, { ...seller, validFrom })
    const note = { actorId: viewer.userId, action: 'seller_profile_changed', subjectId: id, data: changes }
    await writeAudit(db, visit, note, tx)
    const mail = sellerChanged({ siteUrl: visit.siteUrl, by: viewer.email, legalName, validFrom, hasOtherBank })
    await mailAdmins(tx, mail, viewer.userId)
    return { isWaiting: false }
  })
}
