import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/platform/db.ts'
import { demoId } from './demo-ids.ts'
import { partnerIdOf } from './seed-partners.ts'

/** The password of all three accounts; npm start prints it. */
export const DEMO_PASSWORD = 'Velvet-Hanger-26'
/** The store that the demo's partner manages. */
const PARTNER = 'oswick-and-dray'

export const DEMO_ACCOUNTS = [
  { email: 'shopper@wtf.example', role: 'customer', fullName: 'Sam Shopper' },
  { email: 'partner@wtf.example', role: 'partner', fullName: 'Paula Partner' },
  { email: 'admin@wtf.example', role: 'admin', fullName: 'Ada Admin' },
] as const

/** The demo's shopper, partner and admin, with proven addresses. Existing accounts stay as they are. */
export async function seedAccounts(db: Db): Promise<void> {
  for (const { email, role, fullName } of DEMO_ACCOUNTS) {
    const id = demoId(0, 'user', email)
    // Checks the address, which another account may have, and the id, because the account's address may have changed.
    if (await db.user.findFirst({ where: { OR: [{ id }, { email }] }, select: { id: true } })) continue
    await db.user.create({
      data: {
        id,
        email,
        role,
        isDemo: true,
        emailVerifiedAt: new Date(),
        profile: { create: { fullName, country: 'GB' } },
        password: { create: { hash: await hashPassword(DEMO_PASSWORD) } },
      },
    })
  }
  const owner = await db.user.findUnique({
    where: { id: demoId(0, 'user', 'partner@wtf.example'), isDemo: true },
    select: { id: true },
  })
  if (owner)
    await db.partner.updateMany({ where: { id: partnerIdOf(PARTNER), ownerId: null }, data: { ownerId: owner.id } })
}
