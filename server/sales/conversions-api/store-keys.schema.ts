import { z } from 'zod'
import { oneLine } from '#server/platform/texts.schema.ts'
import { keyScopes } from './key-scopes.schema.ts'

export const MAX_KEYS = 10
const KEY_KINDS = ['bearer', 'postback'] as const

export const createKeyInput = z.object({
  name: oneLine('Please enter a name for this key', 60),
  kind: z.enum(KEY_KINDS, { error: 'Please choose a type' }),
  /** Only for bearer keys. By default the key can report orders. */
  scopes: keyScopes.optional(),
})
export type CreateKeyInput = z.infer<typeof createKeyInput>

export const keyInput = z.object({ keyId: z.uuid() })
export type KeyInput = z.infer<typeof keyInput>
