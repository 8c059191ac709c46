import { proveJoiningAddress } from '#server/auth/sign-up.service.ts'
import type { Ask } from '#server/platform/ask.ts'
import { deadInvitation, findOpenInvitation } from './open-invitation.service.ts'

/**
 * Emails a link and a code that prove an address during onboarding.
 * @throws AppError forbidden without an open invitation in this browser; too_many
 */
export async function proveAddress(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  input: { email: string; fullName: string },
): Promise<void> {
  if (!(await findOpenInvitation({ db, visit }))) throw deadInvitation()
  await proveJoiningAddress({ db, visit }, input)
}
