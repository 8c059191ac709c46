import { createShared } from '#app/lib/shared.ts'
import { isBlank, noTaste, tidyTaste } from '#server/taste/note-signals.shared.ts'
import { parseTasteText, type Taste } from '#server/taste/taste.schema.ts'
import { TASTE_KEY } from './taste-key.ts'

/** What this device knows; null until it was read. */
const known = createShared<Taste | null>(null)

function loadTaste(): Taste {
  try {
    return tidyTaste(parseTasteText(localStorage.getItem(TASTE_KEY)) ?? noTaste(), Date.now())
  } catch {
    return noTaste()
  }
}

/** Reads it, and again whenever another tab writes it. @returns stops it */
export function watchTaste(): () => void {
  known.set(loadTaste())
  const hear = ({ key }: StorageEvent) => {
    if (key === TASTE_KEY || key === null) known.set(loadTaste())
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

export const useTaste = (): Taste | null => known.use()

/** Changes what stands now, which another tab may have written. Of nothing, nothing is kept. */
export function changeTaste(change: (taste: Taste) => Taste): void {
  const before = loadTaste()
  const after = change(before)
  if (after === before) return
  try {
    if (isBlank(after)) localStorage.removeItem(TASTE_KEY)
    else localStorage.setItem(TASTE_KEY, JSON.stringify(after))
  } catch {
    // A browser that stores nothing: it holds until the page is left.
  }
  known.set(after)
}
