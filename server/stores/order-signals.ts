import type { Signal } from '#server/sales/store-order.schema.ts'

const MAX_SIGNALS = 100
const PARAMETER = 'wtf_cid'
/** Attributes that begin with an underscore are hidden from shoppers. */
const SIGNAL_NAMES: readonly string[] = [PARAMETER, `_${PARAMETER}`]
const OWN_PARAMETERS = [PARAMETER, 'ref', 'utm_source', 'utm_medium', 'utm_campaign'] as const
/** The format of a click id. Whether such a click exists is checked elsewhere. */
const CLICK = /^wc_[0-9A-Za-z]{1,60}$/
const OUR_SOURCE = /^wtf$/i
const MAX_URL = 4_000

interface Attribute {
  name: string
  value: string
}

/** Returns the cart attributes or line properties that may refer to us. */
export const ownAttributes = (given: readonly Attribute[]): Attribute[] =>
  given.filter(({ name, value }) => SIGNAL_NAMES.includes(name) && CLICK.test(value))

const clickSignal = (level: Signal['level'], from: string, clickId: string, name = PARAMETER): Signal => ({
  level,
  from,
  clickId,
  code: null,
  text: `${name}=${clickId}`,
})

export const attributeSignals = (
  from: 'cart attribute' | 'line property' | 'plugin',
  given: readonly Attribute[],
): Signal[] => ownAttributes(given).map(({ name, value }) => clickSignal('A', from, value, name))

export const codeSignals = (codes: readonly string[]): Signal[] =>
  codes
    .filter((code) => code !== '' && code.length <= 100)
    .map((code) => ({ level: 'D', from: 'discount code', clickId: null, code, text: code }))

/** Returns only our part of an address: '/?wtf_cid=wc_1&utm_source=WTF'; null if there is none. */
export function ownLandingSite(address: string | null): string | null {
  const parameters = parametersOf(address)
  if (!parameters) return null
  const params = new URLSearchParams()
  for (const name of OWN_PARAMETERS) {
    const value = parameters.get(name)
    if (value === null || value.length > 100) continue
    if (name === PARAMETER || name === 'ref' ? CLICK.test(value) : OUR_SOURCE.test(parameters.get('utm_source') ?? ''))
      params.set(name, value)
  }
  return params.size ? `/?${params.toString()}` : null
}

/** Returns the signals in an order's landing page. */
export function landingSignals(address: string | null): Signal[] {
  const parameters = parametersOf(address)
  const clickId = parameters?.get(PARAMETER) ?? ''
  return [
    ...(CLICK.test(clickId) ? [clickSignal('C', 'landing page', clickId)] : []),
    ...utmSignals(parameters?.get('utm_source') ?? null),
  ]
}

export interface Visit {
  landingPage: string | null
  referralCode: string | null
  utmSource: string | null
}

/** Returns the signals in a shopper's visit. Shopify stores `ref` of its address as the referral code. */
export function visitSignals({ landingPage, referralCode, utmSource }: Visit): Signal[] {
  const clickId = parametersOf(landingPage)?.get(PARAMETER) ?? ''
  return [
    ...(referralCode !== null && CLICK.test(referralCode)
      ? [clickSignal('B', 'referral code', referralCode, 'ref')]
      : []),
    ...(CLICK.test(clickId) ? [clickSignal('B', 'visit', clickId)] : []),
    ...utmSignals(utmSource ?? parametersOf(landingPage)?.get('utm_source') ?? null),
  ]
}

const utmSignals = (source: string | null): Signal[] =>
  source !== null && OUR_SOURCE.test(source)
    ? [{ level: 'U', from: 'utm', clickId: null, code: null, text: `utm_source=${source}` }]
    : []

/** Removes duplicates and keeps the order. */
export function distinctSignals(given: readonly Signal[]): Signal[] {
  const found = new Map<string, Signal>()
  for (const signal of given) {
    const key = JSON.stringify([signal.level, signal.from, signal.clickId, signal.code])
    if (!found.has(key)) found.set(key, signal)
  }
  return [...found.values()].slice(0, MAX_SIGNALS)
}

function parametersOf(address: string | null): URLSearchParams | null {
  if (address === null || address.length > MAX_URL || !URL.canParse(address, 'https://store.invalid')) return null
  return new URL(address, 'https://store.invalid').searchParams
}
