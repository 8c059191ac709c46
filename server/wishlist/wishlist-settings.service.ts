import type { SignedInAsk } from '#server/platform/ask.ts'
import { DEFAULT_SETTINGS, type UpdateSettingsInput } from './wishlist.schema.ts'

/** What the viewer wants to be told of the wishlist, and when. */
export async function readSettings({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>): Promise<UpdateSettingsInput> {
  const settings = await db.wishlistSettings.findUnique({
    where: { userId: viewer.userId },
    select: { timeZone: true, quietFrom: true, quietUntil: true, dropPercent: true },
  })
  return settings ?? DEFAULT_SETTINGS
}

/** Saves what the viewer wants to be told of the wishlist, and when. */
export async function updateSettings(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  input: UpdateSettingsInput,
): Promise<void> {
  await db.wishlistSettings.upsert({
    where: { userId: viewer.userId },
    create: { userId: viewer.userId, ...input },
    update: input,
  })
}
