import { ACCOUNT_ROWS } from './matrix/account.ts'
import { ADMIN_ROWS } from './matrix/admin.ts'
import { ADMIN_MONEY_ROWS } from './matrix/admin-money.ts'
import { ADMIN_STORES_ROWS } from './matrix/admin-stores.ts'
import { ADMIN_USERS_ROWS } from './matrix/admin-users.ts'
import { ANALYTICS_ROWS } from './matrix/analytics.ts'
import { AUTH_ROWS } from './matrix/auth.ts'
import { CATALOGUE_ROWS } from './matrix/catalogue.ts'
import { CONNECTIONS_ROWS } from './matrix/connections.ts'
import { CONVERSIONS_ROWS } from './matrix/conversions.ts'
import { OUTGOING_WEBHOOKS_ROWS } from './matrix/outgoing-webhooks.ts'
import { FEEDBACK_ROWS } from './matrix/feedback.ts'
import { IMPORTS_ROWS } from './matrix/imports.ts'
import { INVITATIONS_ROWS } from './matrix/invitations.ts'
import { LEVEL_ROWS } from './matrix/level.ts'
import { MODERATION_ROWS } from './matrix/moderation.ts'
import { NEW_IN_ROWS } from './matrix/new-in.ts'
import { PARTNER_ROWS } from './matrix/partner.ts'
import { PARTNER_SETTINGS_ROWS } from './matrix/partner-settings.ts'
import { PERSONAL_TOKENS_ROWS } from './matrix/personal-tokens.ts'
import { PRODUCTS_ROWS } from './matrix/products.ts'
import { PROMOTIONS_ROWS } from './matrix/promotions.ts'
import { REVIEWS_ROWS } from './matrix/reviews.ts'
import { SALES_ROWS } from './matrix/sales.ts'
import { SITE_ROWS } from './matrix/site.ts'
import { SIZES_ROWS } from './matrix/sizes.ts'
import { STOREFRONT_ROWS } from './matrix/storefront.ts'
import { STORES_ROWS } from './matrix/stores.ts'
import { SUPPORT_ROWS } from './matrix/support.ts'
import { TEAM_ROWS } from './matrix/team.ts'
import { WISHLIST_ROWS } from './matrix/wishlist.ts'
import type { Rows } from './matrix/outcomes.ts'

/**
 * The outcomes of every procedure for each role, with the caller's own ids and with another person's. A new procedure
 * needs a row in its router's file.
 */
export const MATRIX: Rows = {
  ...LEVEL_ROWS,
  ...ACCOUNT_ROWS,
  ...ADMIN_STORES_ROWS,
  ...ADMIN_USERS_ROWS,
  ...ADMIN_ROWS,
  ...MODERATION_ROWS,
  ...CATALOGUE_ROWS,
  ...ADMIN_MONEY_ROWS,
  ...AUTH_ROWS,
  ...PERSONAL_TOKENS_ROWS,
  ...ANALYTICS_ROWS,
  ...CONNECTIONS_ROWS,
  ...IMPORTS_ROWS,
  ...INVITATIONS_ROWS,
  ...PARTNER_ROWS,
  ...PRODUCTS_ROWS,
  ...PARTNER_SETTINGS_ROWS,
  ...PROMOTIONS_ROWS,
  ...SIZES_ROWS,
  ...SITE_ROWS,
  ...STORES_ROWS,
  ...STOREFRONT_ROWS,
  ...CONVERSIONS_ROWS,
  ...OUTGOING_WEBHOOKS_ROWS,
  ...FEEDBACK_ROWS,
  ...SALES_ROWS,
  ...REVIEWS_ROWS,
  ...SUPPORT_ROWS,
  ...TEAM_ROWS,
  ...NEW_IN_ROWS,
  ...WISHLIST_ROWS,
}
