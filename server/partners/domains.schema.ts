import { z } from 'zod'
import { oneLine } from '#server/platform/texts.schema.ts'

export const addDomainInput = z.object({
  partnerId: z.uuid(),
  host: z.string({ error: 'Please enter a domain' }).max(2_000),
  /** For the audit log: how we know that the partner controls the host. */
  reason: oneLine('Please say how you know that they own the domain', 300),
})
export type AddDomainInput = z.output<typeof addDomainInput>

export const removeDomainInput = z.object({
  partnerId: z.uuid(),
  host: z.string().max(253),
  reason: oneLine('Please enter a reason', 300),
})
export type RemoveDomainInput = z.output<typeof removeDomainInput>
