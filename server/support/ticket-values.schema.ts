// Does not use zod, because browsers load this file.

/** The pages below /support. */
export const SUPPORT_TOPICS = ['orders', 'shipping', 'returns', 'payment', 'account', 'privacy'] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]

export const TICKET_CATEGORIES = ['orders', 'shipping', 'returns', 'payment', 'account', 'other'] as const
export type TicketCategory = (typeof TICKET_CATEGORIES)[number]
export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]
export const TICKET_STATES = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]
export const TICKET_CHANNELS = ['support', 'contact'] as const
export type TicketChannel = (typeof TICKET_CHANNELS)[number]

/** In characters, as the forms say. */
export const MAX_LENGTH = { name: 100, subject: 150, description: 5_000, answer: 10_000 } as const
