/**
 * The storage key for the owner's taste on this device. In a separate file, because the home page needs nothing else.
 */
export const TASTE_KEY = 'wtf-taste'

/** Returns whether this device has stored a taste. */
export function hasTaste(): boolean {
  try {
    return localStorage.getItem(TASTE_KEY) !== null
  } catch {
    return false
  }
}
