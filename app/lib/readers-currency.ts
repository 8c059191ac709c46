import { useSyncExternalStore } from 'react'
import { aboutMinor, type Rates } from './about-money.ts'
import type { Currency } from '#server/accounts/account-values.schema.ts'
import { isCurrency, READER_COOKIES, readerCookie, STORES_OWN } from '#server/site/reader.schema.ts'

/** Set once the account was asked for its currency, for this session of the browser. Forgotten at sign-out. */
const ACCOUNT_CURRENCY_KEY = 'wtf-account-currency'

interface Reader {
  currency: Currency
  /** Empty until they have come. */
  rates: Rates
}

const NO_RATES: Rates = {}
const listeners = new Set<() => void>()
let reader: Reader | null = null
let isRead = false
let asked: Promise<void> | null = null

/**
 * The currency in which the reader of this browser wants to see prices: the cookie's, else that of the browser's region,
 * which the server has written to the document. Null: each store's own. Pages are kept for each currency; the browser
 * fills in what prices are in it.
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

/** Without them the stores' own prices stand alone; the next choice or page asks again. */
async function askRates(): Promise<void> {
  try {
    const answer = await fetch('/rates')
    const rates = answer.ok ? ((await answer.json()) as Rates) : NO_RATES
    if (reader) reader = { ...reader, rates }
    for (const listener of listeners) listener()
  } catch {
    // Offline.
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
    // This browser has it.
  }
}

/** The account's currency comes before the browser's, which holds where the account has none. */
export function keepAccountCurrency(currency: string | null): void {
  if (isCurrency(currency)) keep(currency)
}

/** Asks once in a session of the browser for the currency of the account. @returns whether the reader's is another one now */
export async function followAccount(isSignedIn: boolean): Promise<boolean> {
  const before = currentCurrency()
  try {
    if (!isSignedIn || sessionStorage.getItem(ACCOUNT_CURRENCY_KEY) !== null) return false
    const { client } = await import('./trpc-client.ts')
    const { profile } = await client.account.get.query()
    keepAccountCurrency(profile?.currency ?? null)
    sessionStorage.setItem(ACCOUNT_CURRENCY_KEY, 'asked')
  } catch {
    // The next page asks again.
  }
  return currentCurrency() !== before
}

/** Null on the server, at the first rendering, and for visitors without a choice. */
const useReader = (): Reader | null =>
  useSyncExternalStore(
    subscribe,
    () => reader,
    () => null,
  )

export const usePricesIn = (): Currency | null => useReader()?.currency ?? null

/** In minor units of the reader's currency; null where it is the same one, there is none, or its rate is not known. */
export function useAbout(currency: string): ((minor: number) => { minor: number; currency: Currency } | null) | null {
  const known = useReader()
  if (!known || known.currency === currency) return null
  return (minor) => {
    const about = aboutMinor(minor, currency, known.currency, known.rates)
    return about === null ? null : { minor: about, currency: known.currency }
  }
}
