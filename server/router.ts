import { accountRouter } from '#server/accounts/accounts.router.ts'
import { adminRouter } from '#server/admin/admin.router.ts'
import { analyticsRouter } from '#server/analytics/analytics.router.ts'
import { authRouter } from '#server/auth/auth.router.ts'
import { personalTokensRouter } from '#server/auth/personal-tokens/personal-tokens.router.ts'
import { catalogueRouter } from '#server/catalogue/catalogue.router.ts'
import { connectionsRouter } from '#server/connections/connections.router.ts'
import { customerFeedbackRouter } from '#server/feedback/customer-feedback.router.ts'
import { importsRouter } from '#server/importing/imports.router.ts'
import { insightsRouter } from '#server/analytics/insights/insights.router.ts'
import { storeFeedbackRouter } from '#server/feedback/store-feedback.router.ts'
import { invitationsRouter } from '#server/invitations/invitations.router.ts'
import { fittingRouter } from '#server/fitting/fitting.router.ts'
import { sizeTablesRouter } from '#server/sizing/size-tables.router.ts'
import { newInRouter } from '#server/new-in/new-in.router.ts'
import { offersRouter } from '#server/offers/offers.router.ts'
import { outgoingWebhooksRouter } from '#server/outgoing-webhooks/outgoing-webhooks.router.ts'
import { outboundRouter } from '#server/outbound/outbound.router.ts'
import { partnerApiRouter } from '#server/partner-api/partner-api.router.ts'
import { partnerRouter } from '#server/partners/partners.router.ts'
import { partnerSettingsRouter } from '#server/partners/settings/partner-settings.router.ts'
import { storesRouter } from '#server/partners/stores.router.ts'
import { tasteRouter } from '#server/taste/taste.router.ts'
import { teamRouter } from '#server/partners/team/team.router.ts'
import { productsRouter } from '#server/products/products.router.ts'
import { moderationRouter } from '#server/moderation/moderation.router.ts'
import { promotionsRouter } from '#server/storefront/promotions.router.ts'
import { conversionFilesRouter } from '#server/sales/conversion-files/conversion-files.router.ts'
import { discountCodesRouter } from '#server/sales/discount-codes/discount-codes.router.ts'
import { storeKeysRouter } from '#server/sales/conversions-api/store-keys.router.ts'
import { searchRouter } from '#server/search/search.router.ts'
import { siteRouter } from '#server/site/site.router.ts'
import { salesRouter } from '#server/sales/sales.router.ts'
import { storefrontRouter } from '#server/storefront/storefront.router.ts'
import { supportRouter } from '#server/support/support.router.ts'
import { reviewsRouter } from '#server/feedback/reviews.router.ts'
import { createCallerFactory, router } from '#server/trpc/procedures.ts'
import { waitlistRouter } from '#server/waitlist/waitlist.router.ts'
import { wishlistRouter } from '#server/wishlist/wishlist.router.ts'

export const appRouter = router({
  account: accountRouter,
  admin: adminRouter,
  analytics: analyticsRouter,
  auth: authRouter,
  catalogue: catalogueRouter,
  connections: connectionsRouter,
  conversionFiles: conversionFilesRouter,
  discountCodes: discountCodesRouter,
  feedback: customerFeedbackRouter,
  fitting: fittingRouter,
  imports: importsRouter,
  insights: insightsRouter,
  invitations: invitationsRouter,
  moderation: moderationRouter,
  newIn: newInRouter,
  offers: offersRouter,
  outbound: outboundRouter,
  partner: partnerRouter,
  partnerApi: partnerApiRouter,
  partnerSettings: partnerSettingsRouter,
  personalTokens: personalTokensRouter,
  products: productsRouter,
  promotions: promotionsRouter,
  reviews: reviewsRouter,
  sales: salesRouter,
  search: searchRouter,
  site: siteRouter,
  sizeTables: sizeTablesRouter,
  storeKeys: storeKeysRouter,
  outgoingWebhooks: outgoingWebhooksRouter,
  storeFeedback: storeFeedbackRouter,
  storefront: storefrontRouter,
  stores: storesRouter,
  support: supportRouter,
  taste: tasteRouter,
  team: teamRouter,
  waitlist: waitlistRouter,
  wishlist: wishlistRouter,
})
export type AppRouter = typeof appRouter

/** Calls procedures without HTTP, for the loaders of pages. */
export const createCaller = createCallerFactory(appRouter)
export type Caller = ReturnType<typeof createCaller>
