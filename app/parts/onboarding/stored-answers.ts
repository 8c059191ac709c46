/** The storage keys for the answers of onboarding, as the specification names them. */
export const STORED = { data: 'partner-onboarding-data', step: 'partner-onboarding-step' } as const

/** Returns the unvalidated answers stored in this browser; null if there are none. */
export function loadAnswers(): unknown {
  try {
    return JSON.parse(localStorage.getItem(STORED.data) ?? 'null')
  } catch {
    return null
  }
}

/** Deletes the answers after joining. */
export function forgetAnswers(): void {
  try {
    localStorage.removeItem(STORED.data)
    localStorage.removeItem(STORED.step)
  } catch {
    // Without storage, there is nothing to delete.
  }
}
