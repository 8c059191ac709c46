import { useSyncExternalStore } from 'react'
import { aboutMinor, type Rates } from './about-money.ts'
import type { Currency } from '#server/accounts/account-values.schema.ts'
import { isCurrency, READER_COOKIES, readerCookie, STORES_OWN } from '#server/site/reader.schema.ts'

/** Set for the browser session once we have fetched the account's currency. Removed at sign-out. */
const ACCOUNT_CURRENCY_KEY = 'wtf-account-currency'

interface Reader {
  currency: Currency
  /** Empty until the rates are loaded. */
  rates: Rates
}

const NO_RATES: Rates = {}
const listeners = new Set<() => void>()
let reader: Reader | null = null
let isRead = false
let asked: Promise<void> | null = null

/**
 * Returns the currency for prices: from the cookie, or of the browser's region, which the server writes into the
 * document. Null means each store's own currency. Pages are cached for all currencies, so the browser adds the
 * converted prices.
 */
function currentCurrency(): Currency | null {
  const kept = new RegExp(`(?:^|; )${READER_COOKIES.pricesIn}=([^;]+)`).exec(document.cookie)?.[1]
  const { pricesIn } = document.documentElement.dataset
  if (kept === STORES_OWN) return null
  return [kept, pricesIn].find(isCurrency) ?? null
}

function keep(currency: Currency | null): void {
  document.cookie = readerCookie('pricesIn', currency ?? STORES_OWN, location.protocol === 'https:')
  show(currency)
}

function show(currency: Currency | null): void {
  reader = currency && { currency, rates: reader?.rates ?? NO_RATES }
  if (currency) document.documentElement.dataset.pricesIn = currency
  else delete document.documentElement.dataset.pricesIn
  for (const listener of listeners) listener()
  if (reader?.rates === NO_RATES) asked ??= askRates()
}

/** Loads the exchange rates. On failure, pages show the stores' own prices, and the next page tries again. */
async function askRates(): Promise<void> {
  try {
    const answer = await fetch('/rates')
    const rates = answer.ok ? ((await answer.json()) as Rates) : NO_RATES
    if (reader) reader = { ...reader, rates }
    for (const listener of listeners) listener()
  } catch {
    // The visitor may be offline.
  } finally {
    asked = null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isRead) {
    isRead = true
    show(currentCurrency())
  }
  return () => listeners.delete(listener)
}

/**
 * Stores the choice in this browser, and in the account of a signed-in visitor; null means each store's own currency.
 */
export function choosePricesIn(currency: Currency | null, isSignedIn: boolean): void {
  keep(currency)
  if (isSignedIn) void saveCurrency(currency)
}

async function saveCurrency(currency: Currency | null): Promise<void> {
  try {
    const { client } = await import('./trpc-client.ts')
    await client.account.setCurrency.mutate({ currency })
  } catch {
    // The cookie in this browser still has the choice.
  }
}

/** Uses the account's currency instead of the browser's, if the account has one. */
export function keepAccountCurrency(currency: string | null): void {
  if (isCurrency(currency)) keep(currency)
}

/** Fetches the account's currency once per browser session. @returns whether the currency has changed */
export async function followAccount(isSignedIn: boolean): Promise<boolean> {
  const before = currentCurrency()
  try {
    if (!isSignedIn || sessionStorage.getItem(ACCOUNT_CURRENCY_KEY) !== null) return false
    const { client } = await import('./trpc-client.ts')
    const { profile } = await client.account.get.query()
    keepAccountCurrency(profile?.currency ?? null)
    sessionStorage.setItem(ACCOUNT_CURRENCY_KEY, 'asked')
  } catch {
    // The next page tries again.
  }
  return currentCurrency() !== before
}

/** Returns null on the server, during hydration, and if prices stay in each store's own currency. */
const useReader = (): Reader | null =>
  useSyncExternalStore(
    subscribe,
    () => reader,
    () => null,
  )

export const usePricesIn = (): Currency | null => useReader()?.currency ?? null

/** Converts to the visitor's currency; null if none is chosen, it is the same one, or its rate is unknown. */
export function useAbout(currency: string): ((minor: number) => { minor: number; currency: Currency } | null) | null {
  const known = useReader()
  if (!known || known.currency === currency) return null
  return (minor) => {
    const about = aboutMinor(minor, currency, known.currency, known.rates)
    return about === null ? null : { minor: about, currency: known.currency }
  }
}
