import { z } from 'zod'
import { INVITATION_STATUSES, MOST_LIST_CHARACTERS, MOST_MESSAGE_CHARACTERS } from './invitation-values.schema.ts'

const MAX_EMAIL = 254
const MAX_NAME = 200
const MOST_SEARCHED = 200

/** PostgreSQL refuses some control characters, and others would break a mail header. */
const oneLine = (missing: string) =>
  z
    .string({ error: missing })
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(1, missing).max(MAX_NAME, `Please use at most ${MAX_NAME} characters`))

/** In lower case. */
const email = z
  .string({ error: 'Business email is required' })
  .transform((typed) => typed.trim().toLowerCase())
  .superRefine((typed, context) => {
    if (typed === '') context.addIssue({ code: 'custom', message: 'Business email is required' })
    else if (typed.length > MAX_EMAIL || !z.regexes.email.test(typed))
      context.addIssue({ code: 'custom', message: 'Please enter a valid email address' })
  })

const personalMessage = z
  .string()
  .transform((text) =>
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n]/gu, ' ')
      .trim(),
  )
  .pipe(
    z
      .string()
      .max(MOST_MESSAGE_CHARACTERS, `Please use at most ${MOST_MESSAGE_CHARACTERS.toLocaleString('en')} characters`),
  )
  .default('')

/** One invitation. */
export const inviteInput = z.object({
  email,
  businessName: oneLine('Business name is required'),
  contactPerson: oneLine('Contact person is required'),
  personalMessage,
})

/** A pasted list: a line for each brand, 'email, business name, contact person' by commas, semicolons or tabs. */
export const inviteManyInput = z.object({
  list: z
    .string({ error: 'Please paste a list' })
    .max(MOST_LIST_CHARACTERS, `Please paste at most ${MOST_LIST_CHARACTERS.toLocaleString('en')} characters at once`)
    .refine((text) => text.trim() !== '', 'Please paste a list'),
  personalMessage,
})

/** What a line of such a list has to be. */
export const invitedLine = inviteInput.omit({ personalMessage: true })

export const invitationsQuery = z.object({
  status: z.enum(INVITATION_STATUSES).optional().catch(undefined),
  /** A part of the address, the business or the person. */
  q: z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, MOST_SEARCHED),
    )
    .catch('')
    .default(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})

export const invitationIdInput = z.object({ invitationId: z.uuid() })

/** Of the link in the mail. What is no token is treated as an unknown one. */
export const openInvitationInput = z.object({
  token: z.string().max(200).catch(''),
  email: z
    .string()
    .max(1_000)
    .transform((typed) => typed.trim().toLowerCase())
    .catch(''),
})

export type InviteInput = z.output<typeof inviteInput>
export type InviteManyInput = z.output<typeof inviteManyInput>
export type InvitationsQuery = z.output<typeof invitationsQuery>
export type OpenInvitationInput = z.output<typeof openInvitationInput>
