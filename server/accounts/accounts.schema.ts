import { z } from 'zod'
import { CURRENCIES, LANGUAGES, type Language, type NotificationKey } from './account-values.schema.ts'

/** All countries of ISO 3166-1. The usual five come first in lists. */
export const COUNTRY_CODES = (
  'US CA GB DE FR AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DJ DK DM DO DZ ' +
  'EC EE EG EH ER ES ET FI FJ FK FM FO GA GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ ' +
  'SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')
/** How many of them come first. */
export const USUAL_COUNTRIES = 5

/**
 * One line of text. Control characters become spaces: PostgreSQL refuses some, and others would break a mail header.
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

const digitsOf = (text: string) => text.replace(/\D/g, '').length

export const updateProfileInput = z.object({
  fullName: line(200).pipe(z.string().min(1, 'Full name is required')),
  /** An optional + and at least 10 digits, with spaces, dots, dashes and brackets as people write them. */
  phone: line(32).refine(
    (phone) => phone === '' || (/^\+?[\d\s().-]+$/.test(phone) && digitsOf(phone) >= 10),
    'Please enter a valid phone number',
  ),
  address: line(200),
  city: line(100),
  country: z
    .string()
    .refine((code) => code === '' || COUNTRY_CODES.includes(code), 'Please choose a country from the list'),
})
export type UpdateProfileInput = z.infer<typeof updateProfileInput>

const NO_CURRENCY = 'Please choose a currency from the list'
export const updatePreferencesInput = z.object({
  /** Empty, in the form, for none: each store's own. */
  currency: z
    .enum(['', ...CURRENCIES], NO_CURRENCY)
    .nullable()
    .transform((currency) => currency || null),
  language: z.enum(Object.keys(LANGUAGES) as [Language, ...Language[]], 'Please choose a language from the list'),
})
export type UpdatePreferencesInput = z.infer<typeof updatePreferencesInput>

/** Null for none: each store's own. */
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
/** The same from a form, which leaves out boxes that are not ticked. */
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
