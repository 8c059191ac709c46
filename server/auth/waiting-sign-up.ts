import { z } from 'zod'
import type { Ask } from '#server/platform/ask.ts'
import { DEFAULT_TIME_ZONE } from '#server/platform/time-zone.schema.ts'
import { askingBrowser } from './asking-browser.ts'
import { safePath } from './auth.schema.ts'

/** The sign-up data stored until the address is proven. */
export const waitingAccount = z.object({
  fullName: z.string(),
  phone: z.string(),
  /** argon2id; null if none was chosen. */
  passwordHash: z.string().nullable(),
  /** Whether the address is being verified during the partners' onboarding. */
  isJoining: z.boolean().default(false),
  redirectTo: z.unknown().transform(safePath),
  /** For partners. Fields with a default are missing in sign-ups that started before we asked for them. */
  business: z
    .object({
      businessName: z.string(),
      websiteUrl: z.string(),
      contactPerson: z.string().default(''),
      businessAddress: z.string().default(''),
      businessType: z.string().default('retail'),
      country: z.string().nullable().default(null),
      currency: z.string().default('USD'),
      timeZone: z.string().default(DEFAULT_TIME_ZONE),
    })
    .nullable(),
})
export type WaitingAccount = z.output<typeof waitingAccount>

/**
 * Finds the newest pending sign-up in this browser; null if there is none or a day has passed. `data` is a
 * WaitingAccount.
 */
export async function findWaiting({ db, visit }: Pick<Ask, 'db' | 'visit'>) {
  const browserHash = askingBrowser(visit)
  if (browserHash === null) return null
  return db.oneTimeToken.findFirst({
    where: { purpose: 'sign_up', browserHash, usedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, email: true, data: true },
  })
}
