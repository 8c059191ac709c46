import { z } from 'zod'
import { isPhone } from '#server/auth/auth.schema.ts'
import { COUNTRY_CODES } from '#server/platform/countries.schema.ts'
import { CURRENCIES, LANGUAGES, type Language, type NotificationKey } from './account-values.schema.ts'

/**
 * A one-line text field. Control characters become spaces: PostgreSQL refuses some, and others would break an email
 * header.
 */
const line = (max: number) =>
  z
    .string()
    .max(max * 4, `Please use at most ${max} characters`)
    .transform((text) =>
      text
        .toWellFormed()
        .replace(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().max(max, `Please use at most ${max} characters`))

export const updateProfileInput = z.object({
  fullName: line(200).pipe(z.string().min(1, 'Full name is required')),
  phone: line(32).refine(isPhone, 'Please enter a valid phone number'),
  address: line(200),
  city: line(100),
  country: z
    .string()
    .refine((code) => code === '' || COUNTRY_CODES.includes(code), 'Please choose a country from the list'),
})
export type UpdateProfileInput = z.infer<typeof updateProfileInput>

const NO_CURRENCY = 'Please choose a currency from the list'
export const updatePreferencesInput = z.object({
  /** In the form, empty means each store's own currency. */
  currency: z
    .enum(['', ...CURRENCIES], NO_CURRENCY)
    .nullable()
    .transform((currency) => currency || null),
  language: z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]], 'Please choose a language from the list'),
})
export type UpdatePreferencesInput = z.infer<typeof updatePreferencesInput>

/** Null means each store's own currency. */
export const setCurrencyInput = z.object({ currency: z.enum(CURRENCIES, NO_CURRENCY).nullable() })

export const updateNotificationsInput = z.object({
  priceDrops: z.boolean(),
  backInStock: z.boolean(),
  reviewRequests: z.boolean(),
  news: z.boolean(),
} satisfies Record<NotificationKey, z.ZodType>)
const box = z
  .string()
  .optional()
  .transform((text) => text !== undefined)
/** The same input from a form, which omits unticked boxes. */
export const notificationsForm = z.object({
  priceDrops: box,
  backInStock: box,
  reviewRequests: box,
  news: box,
} satisfies Record<NotificationKey, z.ZodType>)
export type NotificationChoice = z.infer<typeof updateNotificationsInput>

export const setSearchModeInput = z.object({ mode: z.enum(['normal', 'intelligent'], 'Please choose a search mode') })

/**
 * The password, or the account's address if it has none, so that a stranger at an open browser cannot delete the
 * account.
 */
export const requestDeletionInput = z.object({
  password: z.string().max(1_000).optional(),
  email: z.string().max(320).optional(),
})
export type RequestDeletionInput = z.infer<typeof requestDeletionInput>
