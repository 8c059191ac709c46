import { z } from 'zod'
import { COUNTRY_CODES } from './countries.schema.ts'

const NO_COUNTRY = 'Please choose your country'
const NO_CURRENCY = 'Please choose the currency you sell in'

/** ISO 3166-1, where a business is. */
export const businessCountry = z.string(NO_COUNTRY).refine((code) => COUNTRY_CODES.includes(code), NO_COUNTRY)

/** ISO 4217. `assertHasRate` in money-choices.ts checks that the shop has prices in it. */
export const sellingCurrency = z.string(NO_CURRENCY).regex(/^[A-Z]{3}$/, NO_CURRENCY)
