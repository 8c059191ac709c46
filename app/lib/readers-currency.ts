import { useSyncExternalStore } from 'react'
import { aboutMinor, type Rates } from './about-money.ts'
import { CURRENCIES, type Currency } from '#server/accounts/account-values.schema.ts'

/**
 * The currency in which the reader of this browser wants to see prices. Pages are the same for every reader, so the
 * browser keeps it and fills it in. Null: each store's own.
 */
export const PRICES_IN_KEY = 'wtf-prices-in'
/** That of the account, for this session of the browser; NONE where the account has none. Forgotten at sign-out. */
export const ACCOUNT_CURRENCY_KEY = 'wtf-account-currency'
const NONE = 'none'

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

const isCurrency = (value: unknown): value is Currency => CURRENCIES.includes(value as Currency)

function keptCurrency(): Currency | null {
  try {
    const kept = [sessionStorage.getItem(ACCOUNT_CURRENCY_KEY), localStorage.getItem(PRICES_IN_KEY)]
    return kept.find(isCurrency) ?? null
  } catch {
    return null
  }
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

function onStorage({ key }: StorageEvent): void {
  if (key === PRICES_IN_KEY || key === null) show(keptCurrency())
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  if (!isRead) {
    isRead = true
    const kept = keptCurrency()
    if (kept) show(kept)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

/** Keeps the choice in this browser, and in the account of whoever is signed in; null: each store's own. */
export function choosePricesIn(currency: Currency | null, isSignedIn: boolean): void {
  try {
    if (currency) localStorage.setItem(PRICES_IN_KEY, currency)
    else localStorage.removeItem(PRICES_IN_KEY)
  } catch {
    // Without storage it holds for this page.
  }
  if (isSignedIn) {
    keepAccountCurrency(currency)
    void saveCurrency(currency)
  }
  show(currency)
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
  try {
    sessionStorage.setItem(ACCOUNT_CURRENCY_KEY, currency ?? NONE)
  } catch {
    // Without storage the browser's holds.
  }
  show(keptCurrency())
}

/** Asks once in a session of the browser for the currency of the account. */
export async function followAccount(isSignedIn: boolean): Promise<void> {
  try {
    if (isSignedIn && sessionStorage.getItem(ACCOUNT_CURRENCY_KEY) === null) {
      const { client } = await import('./trpc-client.ts')
      const { profile } = await client.account.get.query()
      return keepAccountCurrency(profile?.currency ?? null)
    }
  } catch {
    // The next page asks again.
  }
  show(keptCurrency())
}

/** Null on the server, at the first rendering, and for whoever has chosen nothing. */
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
