/** Flags of this browser, whoever is signed in. One that keeps nothing remembers for as long as the page is open. */
const KEYS = { dismissed: 'wtf-install-dismissed', tutorialShown: 'wtf-install-tutorial-shown' }
const remembered = new Set<string>()

export type InstallFlag = keyof typeof KEYS

export function hasFlag(flag: InstallFlag): boolean {
  try {
    return remembered.has(flag) || localStorage.getItem(KEYS[flag]) !== null
  } catch {
    return remembered.has(flag)
  }
}

export function setFlag(flag: InstallFlag): void {
  remembered.add(flag)
  try {
    localStorage.setItem(KEYS[flag], new Date().toISOString())
  } catch {
    // Remembered above.
  }
}
