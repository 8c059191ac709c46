import type { Viewer } from '#server/platform/viewer.ts'

/** A signed-in customer, for tests without a database. The name needs escaping everywhere. */
export const CUSTOMER: Viewer = {
  userId: '33333333-3333-4333-8333-333333333333',
  email: 'ada@example.test',
  fullName: `Ada </script> "O'Hara"`,
  role: 'customer',
  partner: null,
  sessionId: 's',
  isRemembered: true,
  hasProfile: true,
  isEmailVerified: true,
  mustSetUpSecondFactor: false,
  expiresAt: new Date(1_800_000_000_000),
  authenticatedAt: new Date(),
  searchMode: 'normal',
}
