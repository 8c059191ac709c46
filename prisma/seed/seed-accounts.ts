import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/platform/db.ts'
import { demoId } from './demo-ids.ts'
import { partnerIdOf } from './seed-partners.ts'

/** Of all three accounts; printed by npm start. */
export const DEMO_PASSWORD = 'Velvet-Hanger-26'
/** The store that the demo's partner manages. */
const PARTNER = 'oswick-and-dray'

export const DEMO_ACCOUNTS = [
  { email: 'shopper@wtf.example', role: 'customer', fullName: 'Sam Shopper' },
  { email: 'partner@wtf.example', role: 'partner', fullName: 'Paula Partner' },
  { email: 'admin@wtf.example', role: 'admin', fullName: 'Ada Admin' },
] as const

/** The demo's shopper, partner and admin, with proven addresses; an account that is there already stays as it is. */
export async function seedAccounts(db: Db): Promise<void> {
  for (const { email, role, fullName } of DEMO_ACCOUNTS) {
    if (await db.user.findUnique({ where: { email }, select: { id: true } })) continue
    await db.user.create({
      data: {
        id: demoId(0, 'user', email), email, role, emailVerifiedAt: new Date(),
        profile: { create: { fullName, country: 'GB' } },
        password: { create: { hash: await hashPassword(DEMO_PASSWORD) } },
      },
    })
  }
  const owner = await db.user.findUniqueOrThrow({ where: { email: 'partner@wtf.example' }, select: { id: true } })
  await db.partner.updateMany({ where: { id: partnerIdOf(PARTNER), ownerId: null }, data: { ownerId: owner.id } })
}
