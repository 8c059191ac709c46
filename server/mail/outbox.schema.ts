import { z } from 'zod'

const MAIL_STATES = ['queued', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

const MAX_ADDRESS = 320

/** The outbox's query string. Invalid values fall back to defaults. */
export const outboxInput = z.object({
  /** Absent for all. */
  state: z.enum(MAIL_STATES).optional().catch(undefined),
  /** Part of an address. */
  to: z
    .string()
    .transform((text) => text.replace(/[\p{C}\s]+/gu, '').slice(0, MAX_ADDRESS))
    .catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})

/** Ids come from URLs. Anything that is not an id reads as not found. */
export const mailIdInput = z.object({ mailId: z.string() })
