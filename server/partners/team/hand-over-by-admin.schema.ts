import { z } from 'zod'
import { emailAddress, oneLine } from '#server/platform/texts.schema.ts'

export const handOverByAdminInput = z.object({
  partnerId: z.uuid(),
  /** The owner that the page showed; '' for none. */
  from: z.union([z.uuid(), z.literal('')]),
  email: emailAddress('Please type the address of the new owner'),
  reason: oneLine('Please say why: it stays in the audit log', 300),
})
export type HandOverByAdminInput = z.output<typeof handOverByAdminInput>
