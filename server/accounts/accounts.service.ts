import { countryName } from '#server/platform/countries.ts'
import { isProvenRecently } from '#server/auth/recent-proof.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { NOTIFICATIONS, type Currency } from './account-values.schema.ts'
import type { NotificationChoice, UpdatePreferencesInput, UpdateProfileInput } from './accounts.schema.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'

/** Returns the viewer's account for the account page. `profile` is null if the account has none. */
export async function getAccount({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>) {
  const { password, profile, tokens, partners, notifications, emailVerifiedAt, ...user } =
    await db.user.findUniqueOrThrow({
      where: { id: viewer.userId },
      select: {
        email: true,
        role: true,
        createdAt: true,
        searchMode: true,
        notifications: true,
        emailVerifiedAt: true,
        password: { select: { updatedAt: true } },
        profile: {
          select: {
            fullName: true,
            phone: true,
            address: true,
            city: true,
            country: true,
            currency: true,
            language: true,
          },
        },
        partners: { select: { businessName: true }, take: 1 },
        tokens: {
          where: { purpose: 'change_email', usedAt: null, expiresAt: { gt: new Date() } },
          orderBy: { createdAt: 'desc' },
          select: { email: true },
          take: 1,
        },
      },
    })
  return {
    ...user,
    isEmailVerified: emailVerifiedAt !== null,
    /** The new address that still has to be confirmed by its emailed link. */
    pendingEmail: tokens[0]?.email ?? null,
    passwordChangedAt: password?.updatedAt ?? null,
    /** Whether the viewer may add sign-in methods without another proof. */
    isProvenRecently: isProvenRecently(viewer),
    profile: profile && { ...profile, countryName: countryName(profile.country) },
    notifications: parseNotifications(notifications),
    businessName: partners[0]?.businessName ?? null,
  }
}

/** Saves the viewer's profile, and creates it if there is none. */
export async function updateProfile(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  input: UpdateProfileInput,
): Promise<void> {
  await db.profile.upsert({
    where: { userId: viewer.userId },
    create: { userId: viewer.userId, ...input },
    update: input,
  })
}

export async function updatePreferences(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  input: UpdatePreferencesInput,
): Promise<void> {
  await db.profile.upsert({
    where: { userId: viewer.userId },
    create: { userId: viewer.userId, ...input },
    update: input,
  })
}

export async function updateNotifications(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  input: NotificationChoice,
): Promise<void> {
  await db.user.update({ where: { id: viewer.userId }, data: { notifications: input } })
}

/**
 * Sets the currency of the prices that the viewer sees, on every device; null for each store's own. It is not stored
 * without a profile, because a profile with only a currency would look complete.
 */
export async function setCurrency(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  currency: Currency | null,
): Promise<void> {
  await db.profile.updateMany({ where: { userId: viewer.userId }, data: { currency } })
}

/** Sets the initial mode of the viewer's searches, on every device. */
export async function setSearchMode(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  mode: Viewer['searchMode'],
): Promise<void> {
  await db.user.update({ where: { id: viewer.userId }, data: { searchMode: mode } })
}

/** Reads stored notification choices: anything but a stored yes is no. */
export function parseNotifications(stored: unknown): NotificationChoice {
  const choice = (stored ?? {}) as Partial<NotificationChoice>
  return Object.fromEntries(NOTIFICATIONS.map((key) => [key, choice[key] === true])) as NotificationChoice
}
