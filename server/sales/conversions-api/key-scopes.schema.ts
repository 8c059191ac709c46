import { z } from 'zod'

/** The permissions of a partner API key, as its form describes them. */
export const KEY_SCOPES = {
  conversions: 'Report orders and refunds, and look up their state.',
  'sales:read': 'Read sales and their commission.',
  'clicks:read': 'Read clicks on your products.',
  'invoices:read': 'Read invoices and credit notes.',
  'ledger:read': 'Read the entries of your commission ledger.',
  'products:read': 'Read products, including drafts.',
  'products:write': 'Create and update products, and set stock and prices.',
} as const
export type KeyScope = keyof typeof KEY_SCOPES

export const keyScopes = z
  .array(z.enum(Object.keys(KEY_SCOPES) as [KeyScope, ...KeyScope[]]))
  .min(1, 'Please choose at least one permission')
  .max(Object.keys(KEY_SCOPES).length)
