import { z } from 'zod'
import { emailAddress, oneLine, paragraphs, searchedText } from '#server/platform/texts.schema.ts'
import { INVITATION_STATUSES, MAX_LIST_CHARACTERS, MAX_MESSAGE_CHARACTERS } from './invitation-values.schema.ts'

const MAX_NAME = 200

const email = emailAddress('Business email is required')
const personalMessage = paragraphs(null, MAX_MESSAGE_CHARACTERS).default('')

export const inviteInput = z.object({
  email,
  businessName: oneLine('Business name is required', MAX_NAME),
  contactPerson: oneLine('Contact person is required', MAX_NAME),
  personalMessage,
})

/** A pasted list: a line for each brand, 'email, business name, contact person' by commas, semicolons or tabs. */
export const inviteManyInput = z.object({
  list: z
    .string({ error: 'Please paste a list' })
    .max(MAX_LIST_CHARACTERS, `Please paste at most ${MAX_LIST_CHARACTERS.toLocaleString('en')} characters at once`)
    .refine((text) => text.trim() !== '', 'Please paste a list'),
  personalMessage,
})

/** The schema of a line in such a list. */
export const invitedLine = inviteInput.omit({ personalMessage: true })

export const invitationsQuery = z.object({
  status: z.enum(INVITATION_STATUSES).optional().catch(undefined),
  /** A part of the address, the business or the person. */
  q: searchedText,
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
})

export const invitationIdInput = z.object({ invitationId: z.uuid() })

/** The token of the link in the email. Anything else counts as an unknown token. */
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
