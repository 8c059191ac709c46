import { createShared } from '#app/lib/shared.ts'
import { isBlank, noTaste, tidyTaste } from '#server/taste/note-signals.shared.ts'
import { parseTasteText, type Taste } from '#server/taste/taste.schema.ts'
import { TASTE_KEY } from './taste-key.ts'

/** The taste stored on this device; null until it is loaded. */
const known = createShared<Taste | null>(null)

function loadTaste(): Taste {
  try {
    return tidyTaste(parseTasteText(localStorage.getItem(TASTE_KEY)) ?? noTaste(), Date.now())
  } catch {
    return noTaste()
  }
}

/** Loads the taste, and again whenever another tab changes it. @returns a function that stops watching */
export function watchTaste(): () => void {
  known.set(loadTaste())
  const hear = ({ key }: StorageEvent) => {
    if (key === TASTE_KEY || key === null) known.set(loadTaste())
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

export const useTaste = (): Taste | null => known.use()

/** Changes the current taste, which another tab may have written. An empty one is deleted. */
export function changeTaste(change: (taste: Taste) => Taste): void {
  const before = loadTaste()
  const after = change(before)
  if (after === before) return
  try {
    if (isBlank(after)) localStorage.removeItem(TASTE_KEY)
    else localStorage.setItem(TASTE_KEY, JSON.stringify(after))
  } catch {
    // Without storage, the change lasts until the page closes.
  }
  known.set(after)
}
