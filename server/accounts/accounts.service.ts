import { isProvenRecently } from '#server/auth/recent-proof.ts'
import type { Viewer } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { NOTIFICATIONS } from './account-values.schema.ts'
import type { NotificationChoice, UpdatePreferencesInput, UpdateProfileInput } from './accounts.schema.ts'
import { countryName } from './countries.ts'

/** What the account page shows of the viewer's own account. `profile` is null for a user who has none yet. */
export async function getAccount(db: Db, viewer: Viewer) {
  const { password, profile, tokens, partners, notifications, emailVerifiedAt, ...user } = await db.user.findUniqueOrThrow({
    where: { id: viewer.userId },
    select: {
      email: true, role: true, createdAt: true, searchMode: true, notifications: true, emailVerifiedAt: true,
      password: { select: { updatedAt: true } },
      profile: { select: { fullName: true, phone: true, address: true, city: true, country: true, currency: true, language: true } },
      partners: { select: { businessName: true }, take: 1 },
      tokens: { where: { purpose: 'change_email', usedAt: null, expiresAt: { gt: new Date() } }, orderBy: { createdAt: 'desc' }, select: { email: true }, take: 1 },
    },
  })
  return {
    ...user,
    isEmailVerified: emailVerifiedAt !== null,
    /** Where a change of address waits for its link to be opened. */
    pendingEmail: tokens[0]?.email ?? null,
    passwordChangedAt: password?.updatedAt ?? null,
    /** He may add ways into his account without another proof. */
    isProvenRecently: isProvenRecently(viewer),
    profile: profile && { ...profile, countryName: countryName(profile.country) },
    notifications: readNotifications(notifications),
    /** The business that the account manages. */
    businessName: partners[0]?.businessName ?? null,
  }
}

/** Writes the viewer's profile, and makes it where there is none. */
export async function updateProfile(db: Db, viewer: Viewer, input: UpdateProfileInput): Promise<void> {
  await db.profile.upsert({ where: { userId: viewer.userId }, create: { userId: viewer.userId, ...input }, update: input })
}

export async function updatePreferences(db: Db, viewer: Viewer, input: UpdatePreferencesInput): Promise<void> {
  await db.profile.upsert({ where: { userId: viewer.userId }, create: { userId: viewer.userId, ...input }, update: input })
}

export async function updateNotifications(db: Db, viewer: Viewer, input: NotificationChoice): Promise<void> {
  await db.user.update({ where: { id: viewer.userId }, data: { notifications: input } })
}

/** The mode in which the viewer's searches start, on every device. */
export async function setSearchMode(db: Db, viewer: Viewer, mode: Viewer['searchMode']): Promise<void> {
  await db.user.update({ where: { id: viewer.userId }, data: { searchMode: mode } })
}

/** What somebody asked for: anything but a stored yes is no. */
export function readNotifications(stored: unknown): NotificationChoice {
  const choice = (stored ?? {}) as Partial<NotificationChoice>
  return Object.fromEntries(NOTIFICATIONS.map((key) => [key, choice[key] === true])) as NotificationChoice
}
