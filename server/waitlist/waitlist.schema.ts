import { z } from 'zod'
import { emailInput } from '#server/auth/auth.schema.ts'

export const WAITLIST_SOURCES = ['landing', 'early_access', 'newsletter'] as const
export type WaitlistSource = (typeof WAITLIST_SOURCES)[number]

/** unconfirmed: the link in the email has not been used yet. */
export const WAITLIST_STATES = ['unconfirmed', 'confirmed', 'unsubscribed'] as const
export type WaitlistState = (typeof WAITLIST_STATES)[number]

const MAX_SECONDS = 24 * 3600
const MAX_ADDRESS = 320

/** The fields of the forms. Only a wrong address is an error; the rest comes from the browser and may be missing. */
export const joinInput = z.object({
  email: emailInput.shape.email,
  source: z.enum(WAITLIST_SOURCES).catch('landing'),
  /** Whole seconds since the page was loaded. */
  timeSpent: z.coerce
    .number()
    .catch(0)
    .transform((seconds) => Math.min(MAX_SECONDS, Math.max(0, Math.trunc(seconds) || 0))),
  /** An IANA name: 'Europe/London'. */
  timeZone: z.string().max(64).catch(''),
})

/** The token of the link in an email. Anything else is treated as an unknown token. */
export const waitlistTokenInput = z.object({ token: z.string().max(200).catch('') })

/** The query string of the admin page. Bad values fall back to defaults. */
export const waitlistQuery = z.object({
  source: z.enum(WAITLIST_SOURCES).optional().catch(undefined),
  state: z.enum(WAITLIST_STATES).optional().catch(undefined),
  /** Part of an address. */
  email: z
    .string()
    .transform((text) => text.replace(/[\p{C}\s]+/gu, '').slice(0, MAX_ADDRESS))
    .catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})

export type JoinInput = z.output<typeof joinInput>
export type WaitlistQuery = z.output<typeof waitlistQuery>
