import { z } from 'zod'

/** The permissions of a personal token, as its form describes them. */
export const TOKEN_SCOPES = {
  'wishlist:read': 'See your wishlist, with your notes and sizes.',
  'wishlist:write': 'Add products to your wishlist and remove them.',
  'searches:read': 'See your saved searches and their new products.',
  'searches:write': 'Save and remove searches.',
  'sizes:read': 'See your measurements and the garments that fit you, if you keep them in your account.',
} as const
export type TokenScope = keyof typeof TOKEN_SCOPES

export const tokenScopes = z
  .array(z.enum(Object.keys(TOKEN_SCOPES) as [TokenScope, ...TokenScope[]]))
  .min(1, 'Please choose at least one permission')
  .max(Object.keys(TOKEN_SCOPES).length)
