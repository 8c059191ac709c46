import type { SignedInAsk } from '#server/platform/ask.ts'
import { forgetOldDrops } from './forget-old-drops.ts'
import { lockWishlist } from './wishlist.service.ts'
import { Prisma } from '#prisma/generated/client.ts'
import { DEFAULT_SETTINGS, type UpdateSettingsInput } from './wishlist.schema.ts'

/** What the viewer wants to be told of the wishlist, and when. */
export async function readSettings({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<UpdateSettingsInput> {
  const settings = await db.wishlistSettings.findUnique({
    where: { userId: viewer.userId },
    select: { timeZone: true, quietFrom: true, quietUntil: true, dropPercent: true },
  })
  return settings ?? DEFAULT_SETTINGS
}

/** Saves what the viewer wants to be told of the wishlist, and when. Drops that were too small until then are no news. */
export async function updateSettings(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  input: UpdateSettingsInput,
): Promise<void> {
  const { userId } = viewer
  await db.$transaction([
    lockWishlist(db, viewer),
    forgetOldDrops(db, viewer, {
      items: Prisma.sql`w.drop_percent IS NULL`,
      percent: Prisma.sql`${input.dropPercent}::int`,
    }),
    db.wishlistSettings.upsert({ where: { userId }, create: { userId, ...input }, update: input }),
  ])
}
