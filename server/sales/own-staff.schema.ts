import { z } from 'zod'
import { emailAddress, oneLine } from '#server/platform/texts.schema.ts'

export const addStaffInput = z.object({
  partnerId: z.uuid(),
  email: emailAddress('Please enter an email address'),
  label: oneLine('Please say who this is. We do not keep the address itself', 80),
})
export type AddStaffInput = z.output<typeof addStaffInput>

export const removeStaffInput = z.object({ partnerId: z.uuid(), staffId: z.uuid() })
export type RemoveStaffInput = z.output<typeof removeStaffInput>
