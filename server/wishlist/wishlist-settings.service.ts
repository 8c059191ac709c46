import type { SignedInAsk } from '#server/platform/ask.ts'
import { forgetOldDrops } from './forget-old-drops.ts'
import { lockWishlist } from './wishlist.service.ts'
import { Prisma } from '#prisma/generated/client.ts'
import { DEFAULT_SETTINGS, type UpdateSettingsInput } from './wishlist.schema.ts'

/** Returns the viewer's wishlist notification settings. */
export async function getWishlistSettings({
  db,
  viewer,
}: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<UpdateSettingsInput> {
  const settings = await db.wishlistSettings.findUnique({
    where: { userId: viewer.userId },
    select: { timeZone: true, quietFrom: true, quietUntil: true, dropPercent: true },
  })
  return settings ?? DEFAULT_SETTINGS
}

/** Saves the viewer's wishlist notification settings. Earlier drops below the old limit are not news. */
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
