import { z } from 'zod'
import { oneLine } from '#server/platform/texts.schema.ts'
import { tokenScopes } from './token-scopes.schema.ts'

/** Maximum active tokens per person. */
export const MAX_PERSONAL_TOKENS = 10
/** How many days a token can last. */
export const TOKEN_DAYS = [30, 90, 365] as const

export const createTokenInput = z.object({
  name: oneLine('Please enter a name for this token', 60),
  scopes: tokenScopes,
  days: z.literal(TOKEN_DAYS, 'Please choose when the token expires'),
})
export type CreateTokenInput = z.infer<typeof createTokenInput>

/** The same input from a form, which sends numbers as text. */
export const createTokenForm = createTokenInput.extend({ days: z.coerce.number().pipe(createTokenInput.shape.days) })

export const tokenInput = z.object({ tokenId: z.uuid() })
export type TokenInput = z.infer<typeof tokenInput>
