import { useSyncExternalStore } from 'react'
import { aboutMinor, type Rates } from './about-money.ts'
import { PRICE_CURRENCIES, type PriceCurrency } from '#server/search/search-values.schema.ts'

/**
 * The currency in which the reader of this browser wants to see prices. Pages are the same for every reader, so the
 * browser keeps it and fills it in. Null: each store's own.
 */
export const PRICES_IN_KEY = 'wtf-prices-in'

interface Reader {
  currency: PriceCurrency
  /** Empty until they have come. */
  rates: Rates
}

const NO_RATES: Rates = {}
const listeners = new Set<() => void>()
let reader: Reader | null = null
let isRead = false
let asked: Promise<void> | null = null

const isPriceCurrency = (value: unknown): value is PriceCurrency => PRICE_CURRENCIES.includes(value as PriceCurrency)

function keptCurrency(): PriceCurrency | null {
  try {
    const kept = localStorage.getItem(PRICES_IN_KEY)
    return isPriceCurrency(kept) ? kept : null
  } catch {
    return null
  }
}

function show(currency: PriceCurrency | null): void {
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

/** Keeps the choice in this browser; null: each store's own. */
export function choosePricesIn(currency: PriceCurrency | null): void {
  try {
    if (currency) localStorage.setItem(PRICES_IN_KEY, currency)
    else localStorage.removeItem(PRICES_IN_KEY)
  } catch {
    // Without storage it holds for this page.
  }
  show(currency)
}

/** Null on the server, at the first rendering, and for whoever has chosen nothing. */
const useReader = (): Reader | null =>
  useSyncExternalStore(
    subscribe,
    () => reader,
    () => null,
  )

export const usePricesIn = (): PriceCurrency | null => useReader()?.currency ?? null

/** In minor units of the reader's currency; null where it is the same one, there is none, or its rate is not known. */
export function useAbout(
  currency: string,
): ((minor: number) => { minor: number; currency: PriceCurrency } | null) | null {
  const known = useReader()
  if (!known || known.currency === currency) return null
  return (minor) => {
    const about = aboutMinor(minor, currency, known.currency, known.rates)
    return about === null ? null : { minor: about, currency: known.currency }
  }
}
