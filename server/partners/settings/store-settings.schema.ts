import { z } from 'zod'
import { requiredPhone } from '#server/auth/auth.schema.ts'
import { businessCountry } from '#server/platform/money-choices.schema.ts'
import { chosenTimeZone, momentIn } from '#server/platform/time-zone.schema.ts'
import { emailAddress, oneLine, paragraphs } from '#server/platform/texts.schema.ts'

const MAX_NAME = 200
const MAX_POLICY = 2_000
const MAX_RETURNS_DAYS = 365
const MAX_PARAMETER = 60

export const updateStoreProfileInput = z.object({
  businessName: oneLine('Business name is required', MAX_NAME),
  email: emailAddress('Business email is required'),
  phone: requiredPhone,
  country: businessCountry,
  /** An IANA name. The store's figures and weekly reports use it. */
  timeZone: chosenTimeZone,
})

export const updatePoliciesInput = z.object({
  shippingPolicy: paragraphs(null, MAX_POLICY),
  returnsPolicy: paragraphs(null, MAX_POLICY),
  /** How many days shoppers have to return something; null if the store does not say. */
  returnsDays: z
    .number()
    .int()
    .min(1, 'At least 1 day. Leave it empty if you accept no returns')
    .max(MAX_RETURNS_DAYS, `At most ${MAX_RETURNS_DAYS} days`)
    .nullable(),
})
/** Parses `updatePoliciesInput` from a form. */
export const policiesForm = updatePoliciesInput.extend({
  returnsDays: z
    .string()
    .trim()
    .regex(/^\d{0,3}$/, `Whole days, at most ${MAX_RETURNS_DAYS}`)
    .transform((text) => (text === '' ? null : Number(text)))
    .pipe(updatePoliciesInput.shape.returnsDays),
})
export type UpdatePoliciesInput = z.output<typeof updatePoliciesInput>

const parameter = z
  .string()
  .trim()
  .min(1, 'Please enter a value')
  .max(MAX_PARAMETER, `Please use at most ${MAX_PARAMETER} characters`)
  .regex(/^[\w.~-]+$/, 'Letters, digits, dots, hyphens and underscores only')

/** Parameters of links to the store, for its web analytics. */
export const updateTrackingInput = z.object({
  utmSource: parameter,
  utmMedium: parameter,
  utmCampaign: parameter,
  sendsRef: z.boolean(),
})
/** Parses `updateTrackingInput` from a form. */
export const trackingForm = updateTrackingInput.extend({
  sendsRef: z
    .literal('on')
    .optional()
    .transform((value) => value === 'on'),
})

const LATEST_MS = Date.UTC(2100, 0)

/** Null means: `from` now, `until` the owner reopens the store. */
export const pauseInput = z.object({ from: z.date().nullable(), until: z.date().nullable() })

/**
 * Parses `pauseInput` from a form. Times are local to the time zone, such as '2026-12-24T18:00'. Empty means now, or
 * until the owner reopens the store.
 */
export const pauseForm = z
  .object({
    from: z.string().max(20),
    until: z.string().max(20),
    timeZone: chosenTimeZone,
  })
  .transform(({ from, until, timeZone }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const read = (field: string, local: string) => {
      const moment = local === '' ? null : momentIn(timeZone, local)
      if (local !== '' && (!moment || moment.getTime() > LATEST_MS)) refuse(field, 'Please enter a date and a time')
      return moment
    }
    return { from: read('from', from), until: read('until', until) }
  })

export type UpdateStoreProfileInput = z.output<typeof updateStoreProfileInput>
export type PauseInput = z.output<typeof pauseInput>
