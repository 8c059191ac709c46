import { hashPassword } from '#server/auth/hash-password.ts'
import type { Db } from '#server/platform/db.ts'
import { demoId } from './demo-ids.ts'
import { partnerIdOf } from './seed-partners.ts'

/** The password of all these accounts; npm start prints it. */
export const DEMO_PASSWORD = 'Velvet-Hanger-26'
/** The store that the demo's partner manages. */
export const DEMO_PARTNER = 'oswick-and-dray'

export const DEMO_ACCOUNTS = [
  { email: 'shopper@wtf.example', role: 'customer', fullName: 'Sam Shopper' },
  { email: 'partner@wtf.example', role: 'partner', fullName: 'Paula Partner' },
  // A colleague in the same store.
  { email: 'editor@wtf.example', role: 'partner', fullName: 'Edda Editor' },
  { email: 'admin@wtf.example', role: 'admin', fullName: 'Ada Admin' },
  { email: 'pending@wtf.example', role: 'partner', fullName: 'Petra Pending' },
  { email: 'rejected@wtf.example', role: 'partner', fullName: 'Rex Rejected' },
  // This customer has an invitation to become a partner.
  { email: 'founder@wtf.example', role: 'customer', fullName: 'Frances Founder' },
] as const

/** Returns the id of one of these accounts. */
export const accountIdOf = (email: (typeof DEMO_ACCOUNTS)[number]['email']): string => demoId(0, 'user', email)

/** Creates the demo's shopper, partners and admin, with verified addresses. Existing accounts stay as they are. */
export async function seedAccounts(db: Db): Promise<void> {
  for (const { email, role, fullName } of DEMO_ACCOUNTS) {
    const id = accountIdOf(email)
    // Checks the address, which another account may have, and the id, because the account's address may have changed.
    if (await db.user.findFirst({ where: { OR: [{ id }, { email }] }, select: { id: true } })) continue
    await db.user.create({
      data: {
        id,
        email,
        role,
        isDemo: true,
        // Makes the account old enough to move money, because new administrators may not.
        ...(role === 'admin' && { createdAt: new Date('2025-01-01') }),
        emailVerifiedAt: new Date(),
        profile: { create: { fullName, country: 'GB' } },
        password: { create: { hash: await hashPassword(DEMO_PASSWORD) } },
      },
    })
  }
  const owner = await db.user.findUnique({
    where: { id: accountIdOf('partner@wtf.example'), isDemo: true },
    select: { id: true },
  })
  if (owner)
    await db.partner.updateMany({
      where: { id: partnerIdOf(DEMO_PARTNER), ownerId: null },
      data: { ownerId: owner.id },
    })
  const colleague = await db.user.findUnique({
    where: { id: accountIdOf('editor@wtf.example'), isDemo: true, role: 'partner', partners: { none: {} } },
    select: { id: true },
  })
  if (colleague && (await db.partner.count({ where: { id: partnerIdOf(DEMO_PARTNER) } })))
    await db.partnerMember.createMany({
      data: [{ userId: colleague.id, partnerId: partnerIdOf(DEMO_PARTNER), role: 'editor' }],
      skipDuplicates: true,
    })
}
