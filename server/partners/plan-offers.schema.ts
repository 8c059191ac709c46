import { z } from 'zod'

export const offerPlanInput = z.object({
  partnerId: z.uuid(),
  planId: z.uuid({ error: 'Please choose a plan' }),
  /** 'now', or a future month in UTC, such as '2027-01'. */
  from: z.union([z.literal('now'), z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)], {
    error: 'Please choose when it starts',
  }),
})
export type OfferPlanInput = z.output<typeof offerPlanInput>

export const withdrawOfferInput = z.object({ partnerId: z.uuid(), offerId: z.uuid() })
export type WithdrawOfferInput = z.output<typeof withdrawOfferInput>

/** The owner's answer to an offer. Accepting it includes the terms that were shown. */
export const answerOfferInput = z.discriminatedUnion('answer', [
  z.object({
    answer: z.literal('accept'),
    offerId: z.uuid(),
    termsVersion: z.string().max(20),
    agreedToTerms: z.preprocess(
      (given) => given === true || given === 'on' || given === 'true',
      z.literal(true, { error: 'Please agree to the terms to continue' }),
    ),
  }),
  z.object({ answer: z.literal('decline'), offerId: z.uuid() }),
])
export type AnswerOfferInput = z.output<typeof answerOfferInput>
