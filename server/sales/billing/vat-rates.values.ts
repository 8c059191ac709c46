// Standard VAT rates, because commission is an ordinary service. To change a rate, add a line with its first day.
// Sources: the European Commission's list of VAT rates, HM Revenue & Customs, the Swiss Federal Tax Administration and
// the Norwegian Tax Administration.

export interface VatRate {
  /** ISO 3166-1 country code. */
  country: string
  /** The first day that the rate applies. */
  from: string
  /** Basis points: 2,000 is 20%. */
  rateBps: number
}

export const VAT_RATES: readonly VatRate[] = [
  { country: 'AT', from: '1984-01-01', rateBps: 2_000 },
  { country: 'BE', from: '1996-01-01', rateBps: 2_100 },
  { country: 'BG', from: '1999-01-01', rateBps: 2_000 },
  { country: 'CH', from: '2018-01-01', rateBps: 770 },
  { country: 'CH', from: '2024-01-01', rateBps: 810 },
  { country: 'CY', from: '2014-01-13', rateBps: 1_900 },
  { country: 'CZ', from: '2013-01-01', rateBps: 2_100 },
  { country: 'DE', from: '2007-01-01', rateBps: 1_900 },
  { country: 'DE', from: '2020-07-01', rateBps: 1_600 },
  { country: 'DE', from: '2021-01-01', rateBps: 1_900 },
  { country: 'DK', from: '1992-01-01', rateBps: 2_500 },
  { country: 'EE', from: '2009-07-01', rateBps: 2_000 },
  { country: 'EE', from: '2024-01-01', rateBps: 2_200 },
  { country: 'EE', from: '2025-07-01', rateBps: 2_400 },
  { country: 'ES', from: '2012-09-01', rateBps: 2_100 },
  { country: 'FI', from: '2013-01-01', rateBps: 2_400 },
  { country: 'FI', from: '2024-09-01', rateBps: 2_550 },
  { country: 'FR', from: '2014-01-01', rateBps: 2_000 },
  { country: 'GB', from: '2011-01-04', rateBps: 2_000 },
  { country: 'GR', from: '2016-06-01', rateBps: 2_400 },
  { country: 'HR', from: '2012-03-01', rateBps: 2_500 },
  { country: 'HU', from: '2012-01-01', rateBps: 2_700 },
  { country: 'IE', from: '2012-01-01', rateBps: 2_300 },
  { country: 'IE', from: '2020-09-01', rateBps: 2_100 },
  { country: 'IE', from: '2021-03-01', rateBps: 2_300 },
  { country: 'IT', from: '2013-10-01', rateBps: 2_200 },
  { country: 'LT', from: '2009-09-01', rateBps: 2_100 },
  { country: 'LU', from: '2015-01-01', rateBps: 1_700 },
  { country: 'LU', from: '2023-01-01', rateBps: 1_600 },
  { country: 'LU', from: '2024-01-01', rateBps: 1_700 },
  { country: 'LV', from: '2012-07-01', rateBps: 2_100 },
  { country: 'MT', from: '2004-01-01', rateBps: 1_800 },
  { country: 'NL', from: '2012-10-01', rateBps: 2_100 },
  { country: 'NO', from: '2005-01-01', rateBps: 2_500 },
  { country: 'PL', from: '2011-01-01', rateBps: 2_300 },
  { country: 'PT', from: '2011-01-01', rateBps: 2_300 },
  { country: 'RO', from: '2017-01-01', rateBps: 1_900 },
  { country: 'RO', from: '2025-08-01', rateBps: 2_100 },
  { country: 'SE', from: '1990-07-01', rateBps: 2_500 },
  { country: 'SI', from: '2013-07-01', rateBps: 2_200 },
  { country: 'SK', from: '2011-01-01', rateBps: 2_000 },
  { country: 'SK', from: '2025-01-01', rateBps: 2_300 },
]

/** Members of the EU's VAT area. The United Kingdom was a member until the end of 2020. */
export const EU_MEMBERS: ReadonlyArray<{ country: string; until?: string }> = [
  ...'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
    .split(' ')
    .map((country) => ({ country })),
  { country: 'GB', until: '2020-12-31' },
]
