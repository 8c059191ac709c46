// Does not use zod, because browsers load this file.

/** All countries of ISO 3166-1. The usual five come first in lists. */
export const COUNTRY_CODES = (
  'US CA GB DE FR AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DJ DK DM DO DZ ' +
  'EC EE EG EH ER ES ET FI FJ FK FM FO GA GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ ' +
  'SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')
/** The number of countries that come first. */
export const USUAL_COUNTRIES = 5

const EURO = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK AD MC ME SM VA XK'
const CURRENCY_OF = {
  ...Object.fromEntries(EURO.split(' ').map((country) => [country, 'EUR' as const])),
  ...({ GB: 'GBP', GG: 'GBP', IM: 'GBP', JE: 'GBP', US: 'USD', PR: 'USD', CA: 'CAD' } as const),
} as Readonly<Record<string, 'EUR' | 'GBP' | 'USD' | 'CAD'>>

/**
 * Returns a country's usual currency by the country's code ('DE' -> 'EUR'); null if the shop has no prices in that
 * currency.
 */
export const currencyOfCountry = (code: string) =>
  Object.hasOwn(CURRENCY_OF, code) ? (CURRENCY_OF[code] ?? null) : null
