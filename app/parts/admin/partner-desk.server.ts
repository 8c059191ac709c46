import type { ActionFunctionArgs } from '@remix-run/node'
import { submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { PROPOSED } from './proposed.ts'
import { withRecentProof } from '#app/parts/session/recent-proof.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { changePartnerCurrencyInput } from '#server/partners/currency/currency.schema.ts'
import { addDomainInput, removeDomainInput } from '#server/partners/domains.schema.ts'
import { offerPlanInput, withdrawOfferInput } from '#server/partners/plan-offers.schema.ts'
import { handOverByAdminInput } from '#server/partners/team/hand-over-by-admin.schema.ts'
import { setLimitInput } from '#server/quotas/limits.schema.ts'
import { addStaffInput, removeStaffInput } from '#server/sales/own-staff.schema.ts'

interface Sent {
  /** The action, and its target if there are several: 'remove-domain shop.example'. */
  form: string
  texts: Record<string, string>
  fallback: string
}

/** Runs an administrator's action on a partner, other than a decision about it. */
export async function submitDeskForm(args: ActionFunctionArgs, partnerId: string, sent: Sent) {
  const page = adminPaths.adminPartner(partnerId)
  const done = (notice: string) => goOn(args, page, notice)
  switch (sent.form.split(' ')[0]) {
    case 'offer-plan':
      return submitForm(args, {
        ...sent,
        schema: offerPlanInput,
        submit: async ({ admin: { stores } }, input) => {
          const { isWaiting } = await stores.offerPlan(input)
          return done(
            isWaiting ? PROPOSED : 'Plan offered. We have emailed the owner, who can answer in the dashboard.',
          )
        },
      })
    case 'withdraw-offer':
      return submitForm(args, {
        ...sent,
        schema: withdrawOfferInput,
        submit: async ({ admin: { stores } }, input) => {
          await stores.withdrawOffer(input)
          return done('Offer withdrawn. The partner has been emailed.')
        },
      })
    case 'add-domain':
      return submitForm(args, {
        ...sent,
        schema: addDomainInput,
        submit: async ({ admin: { stores } }, input) => {
          const { host } = await stores.addDomain(input)
          return done(`Domain added. Links to ${host} now work.`)
        },
      })
    case 'remove-domain':
      return submitForm(args, {
        ...sent,
        schema: removeDomainInput,
        submit: async ({ admin: { stores } }, input) => {
          await stores.removeDomain(input)
          return done(`Domain removed. Links to ${input.host} no longer work.`)
        },
      })
    case 'add-staff':
      return submitForm(args, {
        ...sent,
        schema: addStaffInput,
        submit: async ({ admin: { stores } }, input) => {
          await stores.addStaff(input)
          return done(`${input.label} added. We do not store the email address itself.`)
        },
      })
    case 'remove-staff':
      return submitForm(args, {
        ...sent,
        schema: removeStaffInput,
        submit: async ({ admin: { stores } }, input) => {
          await stores.removeStaff(input)
          return done('Removed. Purchases with that email address count towards commission from now on.')
        },
      })
    case 'change-currency':
      return submitForm(args, {
        ...sent,
        schema: changePartnerCurrencyInput,
        submit: async ({ admin: { stores } }, input) => {
          await stores.changeCurrency(input)
          return done(
            `Currency changed. New prices are in ${input.currency}. Existing products and sales keep their currency.`,
          )
        },
      })
    case 'set-limit':
      return submitForm(args, {
        ...sent,
        schema: setLimitInput,
        submit: async ({ admin: { stores } }, input) => {
          await stores.setLimit(input)
          return done(input.amount === '' ? 'Default limit restored.' : 'Limit saved.')
        },
      })
    default:
      return submitForm(args, {
        ...sent,
        schema: handOverByAdminInput,
        submit: async ({ admin: { stores } }, input) => {
          const { isWaiting } = await withRecentProof(stores.handOver(input), page)
          return done(
            isWaiting ? PROPOSED : `Ownership transferred to ${input.email}. We have emailed everyone affected.`,
          )
        },
      })
  }
}
