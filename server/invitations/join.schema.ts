import { z } from 'zod'
import { requiredPhone } from '#server/auth/auth.schema.ts'
import { businessCountry, sellingCurrency } from '#server/platform/money-choices.schema.ts'
import { websiteUrl } from '#server/partners/website.schema.ts'
import { emailAddress, oneLine } from '#server/platform/texts.schema.ts'
import { deviceTimeZone } from '#server/platform/time-zone.schema.ts'
import { PRODUCT_KINDS, REVENUE } from './calculator.schema.ts'

const MAX_NAME = 200
const MAX_ADDRESS = 500
const MAX_PASSWORD = 200
const WEAK_PASSWORD = 'Password must be at least 8 characters with 1 uppercase letter and 1 number'

/** Optional, because people who join by an emailed link or a provider can keep signing in that way. */
const password = z
  .string()
  .max(MAX_PASSWORD, `Please use at most ${MAX_PASSWORD} characters`)
  .refine((typed) => typed === '' || (typed.length >= 8 && /\p{Lu}/u.test(typed) && /\d/.test(typed)), WEAK_PASSWORD)
  .default('')

/**
 * The answers of onboarding's four steps. `planId`, `termsVersion`: the commission plan and the terms that were shown;
 * `targetMonthlyRevenue`: whole units of the plan's currency; `timeZone`: the device's.
 */
export const joinInput = z.object({
  agreedToPartner: z.literal(true, { error: 'Please agree to join the WTF Partner Network to continue' }),
  understoodProcess: z.literal(true, { error: 'Please confirm you understand how WTF works to continue' }),
  targetMonthlyRevenue: z.coerce
    .number()
    .int()
    .min(1, 'Please select your product categories and revenue target to continue')
    .max(REVENUE.max),
  preferredCategories: z
    .array(z.enum(PRODUCT_KINDS.map(({ id }) => id)))
    .min(1, 'Please select your product categories and revenue target to continue')
    .max(PRODUCT_KINDS.length)
    .transform((kinds) => [...new Set(kinds)]),
  planId: z.uuid(),
  termsVersion: z.string().max(20),
  businessName: oneLine('Business name is required', MAX_NAME),
  contactPerson: oneLine('Contact person is required', MAX_NAME),
  businessAddress: oneLine('Business address is required', MAX_ADDRESS),
  country: businessCountry,
  currency: sellingCurrency,
  phone: requiredPhone,
  websiteUrl: websiteUrl.default(''),
  agreedToTerms: z.literal(true, { error: 'Please agree to the terms to continue' }),
  agreedToMarketing: z.boolean().default(false),
  timeZone: deviceTimeZone,
  password,
})

/** The input for verifying an address in onboarding. */
export const joinByMailInput = z.object({
  email: emailAddress('Email is required for magic link'),
  fullName: z
    .string()
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME),
    )
    .default(''),
})

export type JoinInput = z.output<typeof joinInput>
