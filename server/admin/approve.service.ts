import type { z } from 'zod'
import type { ApprovalInput } from '#server/two-people/approvals.schema.ts'
import type { ApprovalAction } from '#server/two-people/money-actions.values.ts'
import { offerPlanInput } from '#server/partners/plan-offers.schema.ts'
import { offerPlan } from '#server/partners/plan-offers.service.ts'
import { handOverByAdminInput } from '#server/partners/team/hand-over-by-admin.schema.ts'
import { handOverByAdmin } from '#server/partners/team/hand-over-by-admin.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { sellerProfileInput } from '#server/sales/billing/billing.schema.ts'
import { saveSellerProfile } from '#server/sales/billing/seller-profile.service.ts'
import { decideDispute } from '#server/sales/disputes/decide-dispute.service.ts'
import { decideDisputeInput } from '#server/sales/disputes/disputes.schema.ts'
import { markPaid } from '#server/sales/invoices/mark-paid.service.ts'
import { activatePlanInput } from '#server/sales/plans/plans.schema.ts'
import { activatePlan } from '#server/sales/plans/write-plan.service.ts'
import { agreedRatesInput } from '#server/sales/rates/rates.schema.ts'
import { enterAgreedRates } from '#server/sales/rates/rates.service.ts'
import { markPaidInput } from '#server/sales/sales.schema.ts'
import { recordPayments } from '#server/statements/record-payments.service.ts'
import { recordPaymentsInput } from '#server/statements/statements.schema.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

/** Carries out an approved proposal, with the service that the first administrator used. */
const DONE_BY: Record<ApprovalAction, (ask: Ask, input: unknown, now: Date) => Promise<{ isWaiting: boolean }>> = {
  dispute_void: (ask, input, now) => decideDispute(ask, asked(decideDisputeInput, input), now),
  plan_activation: (ask, input, now) => activatePlan(ask, asked(activatePlanInput, input), now),
  plan_offer: (ask, input, now) => offerPlan(ask, asked(offerPlanInput, input), now),
  hand_over: (ask, input, now) => handOverByAdmin(ask, asked(handOverByAdminInput, input), now),
  payment: (ask, input, now) => markPaid(ask, asked(markPaidInput, input), now),
  statement_payments: (ask, input, now) => recordPayments(ask, asked(recordPaymentsInput, input), now),
  seller_bank: (ask, input, now) => saveSellerProfile(ask, asked(sellerProfileInput, input), now),
  unusual_rates: (ask, input, now) => enterAgreedRates(ask, asked(agreedRatesInput, input), now),
}

/**
 * Approves another administrator's proposal and carries it out.
 * @throws AppError not_found; forbidden for your own proposal; conflict if it is already decided, or if its subject has
 * changed; any error of the service that carries it out
 */
export async function approve(ask: Ask, { approvalId }: ApprovalInput, now = new Date()): Promise<void> {
  const known = await ask.db.approval.findUnique({ where: { id: approvalId } })
  if (!known) throw new AppError('not_found', 'Proposal not found.')
  if (known.status !== 'open')
    throw new AppError('conflict', 'Someone has already decided on this proposal. Nothing was changed.')
  if (known.proposedById === ask.viewer.userId)
    throw new AppError('forbidden', 'You proposed this, so another administrator has to approve it.')
  const { isWaiting } = await DONE_BY[known.action as ApprovalAction](ask, known.input, now)
  // The proposal was withdrawn in the meantime, so the service has recorded a new one.
  if (isWaiting)
    throw new AppError(
      'conflict',
      'The proposal was withdrawn just before you approved it, so we created a new one in your name. If you do not want it, withdraw it.',
    )
}

function asked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  // A software update has added required fields to the input since.
  throw new AppError('conflict', 'This proposal was made before a software update. Reject it and propose it again.')
}
