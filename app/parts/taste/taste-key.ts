/** Under which a device keeps what it knows of its owner's taste. A file of its own: the home page asks for it, and needs no more. */
export const TASTE_KEY = 'wtf-taste'

/** Whether this device keeps something of it. */
export function hasTaste(): boolean {
  try {
    return localStorage.getItem(TASTE_KEY) !== null
  } catch {
    return false
  }
}
