import { z } from 'zod'
import { emailAddress, oneLine } from '#server/platform/texts.schema.ts'

export const handOverByAdminInput = z.object({
  partnerId: z.uuid(),
  /** The owner on the page; empty for none. */
  from: z.union([z.uuid(), z.literal('')]),
  email: emailAddress('Enter the new owner’s email address'),
  reason: oneLine('Enter a reason. It is kept in the audit log', 300),
})
export type HandOverByAdminInput = z.output<typeof handOverByAdminInput>
