import { z } from 'zod'

/** The part of our site that the link was on. */
const SURFACES = [
  'home',
  'discover',
  'product',
  'partner',
  'wishlist',
  'search',
  'features',
  'orders',
  'stores',
  /** An assistant that found the product through /mcp. */
  'agent',
] as const
export type Surface = (typeof SURFACES)[number]

/** Maximum characters of an assistant's name. */
export const MAX_AGENT_NAME = 40

/** The query string of /go/{productId}. Parsing never fails, because a click with an odd parameter is still a click. */
export const goQuery = z.object({
  v: z.uuid().optional().catch(undefined),
  src: z.enum(SURFACES).catch('product'),
  pos: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .optional()
    .catch(undefined),
  /** Surface 'agent' only: the assistant's name. */
  by: z
    .string()
    .regex(new RegExp(`^[\\w-]{1,${MAX_AGENT_NAME}}$`))
    .optional()
    .catch(undefined),
  sid: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
})
