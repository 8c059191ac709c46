import {
  partnerOwnerProcedure,
  partnerProcedure,
  publicProcedure,
  router,
  signedInProcedure,
} from '#server/trpc/procedures.ts'
import { getMoneyChoices } from '#server/platform/money-choices.ts'
import { getUsage } from '#server/quotas/usage.service.ts'
import { acceptPlanInput } from './accept-plan.schema.ts'
import { acceptPlan } from './accept-plan.service.ts'
import { hostInput } from './hosts/hosts.schema.ts'
import { checkHost, claimHost, dropClaim, listHosts } from './hosts/hosts.service.ts'
import { getOwnPartner } from './own-partner.service.ts'
import { answerOfferInput } from './plan-offers.schema.ts'
import { answerOffer } from './plan-offers.service.ts'
import { partnerIdInput } from './partners.schema.ts'
import { nameWebsiteInput } from './website.schema.ts'
import { nameWebsite } from './website.service.ts'
import { getStore, listFeaturedStores } from './partners.service.ts'
import { detectPlatform } from './platform/detect-platform.service.ts'
import { detectPlatformInput } from './platform/platform.schema.ts'

export const partnerRouter = router({
  acceptPlan: partnerOwnerProcedure.input(acceptPlanInput).mutation(({ ctx, input }) => acceptPlan(ctx, input)),
  answerOffer: partnerOwnerProcedure.input(answerOfferInput).mutation(({ ctx, input }) => answerOffer(ctx, input)),
  nameWebsite: partnerOwnerProcedure.input(nameWebsiteInput).mutation(({ ctx, input }) => nameWebsite(ctx, input)),
  hosts: partnerProcedure.query(({ ctx }) => listHosts(ctx)),
  claimHost: partnerOwnerProcedure.input(hostInput).mutation(({ ctx, input }) => claimHost(ctx, input)),
  checkHost: partnerOwnerProcedure.input(hostInput).mutation(({ ctx, input }) => checkHost(ctx, input)),
  dropHostClaim: partnerOwnerProcedure.input(hostInput).mutation(({ ctx, input }) => dropClaim(ctx, input)),
  mine: signedInProcedure.query(({ ctx }) => getOwnPartner(ctx)),
  usage: partnerProcedure.query(({ ctx }) => getUsage(ctx.db, ctx.partner.id)),
  moneyChoices: publicProcedure.query(({ ctx }) => getMoneyChoices(ctx.db)),
  featuredStores: publicProcedure.query(({ ctx }) => listFeaturedStores(ctx.db)),
  getStore: publicProcedure.input(partnerIdInput).query(({ ctx, input }) => getStore(ctx.db, input.partnerId)),
  detectPlatform: publicProcedure.input(detectPlatformInput).query(({ ctx, input }) => detectPlatform(ctx, input)),
})
