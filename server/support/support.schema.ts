import { z } from 'zod'
import { emailAddress, oneLine, paragraphs } from '#server/platform/texts.schema.ts'
import {
  MAX_LENGTH,
  TICKET_CATEGORIES,
  TICKET_CHANNELS,
  TICKET_PRIORITIES,
  TICKET_STATES,
} from './ticket-values.schema.ts'

const MAX_EMAIL = 254

const email = emailAddress('Email is required')
const name = oneLine('Name is required', MAX_LENGTH.name)
const subject = oneLine('Subject is required', MAX_LENGTH.subject)

/** The form at /support. For signed-in users the account's address is used, and `email` may be left out. */
export const openTicketInput = z.object({
  name,
  email: email.optional(),
  subject,
  category: z.enum(TICKET_CATEGORIES, { error: 'Please choose a topic' }),
  priority: z.enum(TICKET_PRIORITIES, { error: 'Please choose a priority' }).default('normal'),
  description: paragraphs('Please describe what happened', MAX_LENGTH.description),
})
export type OpenTicketInput = z.output<typeof openTicketInput>

/** The form at /contact. */
export const sendMessageInput = z.object({
  name,
  email: email.optional(),
  subject,
  message: paragraphs('Message is required', MAX_LENGTH.description),
})
export type SendMessageInput = z.output<typeof sendMessageInput>

/** Creates a filter in an address. Unknown values mean no filter. */
const filter = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).optional().catch(undefined)

/** The query string of the list of tickets. Invalid values fall back to defaults. */
export const ticketsInput = z.object({
  state: z.enum([...TICKET_STATES, 'all']).catch('open'),
  channel: filter(TICKET_CHANNELS),
  category: filter(TICKET_CATEGORIES),
  priority: filter(TICKET_PRIORITIES),
  /** Part of a reference or of an address. */
  q: z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/[\p{C}\s]+/gu, '')
        .slice(0, MAX_EMAIL),
    )
    .catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})
export type TicketsInput = z.output<typeof ticketsInput>

/** Ids come from URLs, so a malformed one counts as not found. */
export const ticketIdInput = z.object({ ticketId: z.string() })
export const answerInput = ticketIdInput.extend({ text: paragraphs('Please write an answer', MAX_LENGTH.answer) })
export type AnswerInput = z.output<typeof answerInput>
