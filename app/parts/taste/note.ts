import type { ProductDetail } from '#app/lib/api-types.ts'
import { noTaste, noteLeft, noteLook, noteSaved, type MetProduct } from '#server/taste/note-signals.shared.ts'
import { bandOf, tasteFacts } from '#server/taste/taste-facts.shared.ts'
import type { Taste } from '#server/taste/taste.schema.ts'
import { TASTE_KEY } from './taste-key.ts'

/** An action on a product page. 'stood saved': the product was on the wishlist when the page loaded. */
export type Signal = 'looked' | 'left' | 'saved' | 'stood saved' | 'not saved'

/**
 * Records an action on a product, only on this device. Reads the storage without zod, which product pages do not need.
 * Code that displays the taste validates it (device-taste.ts).
 */
export function note(product: ProductDetail, signal: Signal): void {
  try {
    const kept = loadKept()
    if (kept.isOn === false) return
    const next = noted(kept, metProduct(product), signal)
    if (next !== kept) localStorage.setItem(TASTE_KEY, JSON.stringify(next))
  } catch {
    // The page works without storage, or if the stored value is not ours.
  }
}

function noted(taste: Taste, product: MetProduct, signal: Signal): Taste {
  const known = taste.pieces.find(({ id }) => id === product.id)
  const isSaved = (known?.savedAt ?? null) !== null
  switch (signal) {
    case 'looked':
      return noteLook(taste, product, Date.now())
    case 'left':
      return noteLeft(taste, product, Date.now())
    case 'saved':
      return noteSaved(taste, product, true, Date.now())
    case 'stood saved':
      return isSaved || taste.passesNextWishlist || taste.passed.includes(product.id)
        ? taste
        : noteSaved(taste, product, true, Date.now())
    case 'not saved':
      return isSaved ? noteSaved(taste, product, false, Date.now()) : taste
  }
}

/** Returns the stored taste, or an empty one if the data is not ours. */
function loadKept(): Taste {
  try {
    const kept = JSON.parse(localStorage.getItem(TASTE_KEY) ?? 'null') as Partial<Taste> | null
    const lists = [kept?.kindsOff, kept?.not, kept?.passed, kept?.pieces]
    return kept?.version === 1 && lists.every(Array.isArray) ? (kept as Taste) : noTaste()
  } catch {
    return noTaste()
  }
}

function metProduct(product: ProductDetail): MetProduct {
  const { id, name, category, brand, partner, colours, materials, gender, priceBaseMinor } = product
  return {
    id,
    name,
    facts: tasteFacts({
      category,
      brand,
      colours,
      materials,
      audience: gender,
      band: bandOf(priceBaseMinor),
      store: { id: partner.id, name: partner.businessName },
      // Null for products that were imported without any.
      styles: (product.styleTags as string[] | null) ?? [],
    }),
  }
}
