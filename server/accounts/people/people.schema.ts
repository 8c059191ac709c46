import { z } from 'zod'
import { paragraphs, searchedText } from '#server/platform/texts.schema.ts'
import { MAX_REASON_CHARACTERS, PEOPLE_STATES, PEOPLE_SORTS } from './people-values.schema.ts'

export const peopleQuery = z.object({
  /** A part of the address or the name, or a complete id. */
  q: searchedText,
  state: z.enum(PEOPLE_STATES).optional().catch(undefined),
  sort: z.enum(PEOPLE_SORTS).catch('newest').default('newest'),
  page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1),
})
export type PeopleQuery = z.output<typeof peopleQuery>

/** The id in a URL. Anything that is not an id counts as not found. */
export const personInput = z.object({ userId: z.string() })

const userId = z.uuid()
/** The state that the page showed, so that two administrators do not overrule each other unnoticed. */
const from = z.enum(['open', 'suspended', 'closing'])

export const changeRoleInput = z.object({
  userId,
  from: z.enum(['customer', 'admin']),
  to: z.enum(['customer', 'admin']),
})
export type ChangeRoleInput = z.output<typeof changeRoleInput>

export const suspendInput = z.object({
  userId,
  from,
  reason: paragraphs('Enter a reason. The person will see it', MAX_REASON_CHARACTERS),
})
export type SuspendInput = z.output<typeof suspendInput>

export const personActInput = z.object({ userId, from })
export type PersonActInput = z.output<typeof personActInput>

export const personIdInput = z.object({ userId })
export type PersonIdInput = z.output<typeof personIdInput>

export const exportLinkInput = z.object({ token: z.string().max(100) })
