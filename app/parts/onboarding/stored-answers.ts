/** Where the browser keeps the answers of onboarding; the names are those of the specification. */
export const STORED = { data: 'partner-onboarding-data', step: 'partner-onboarding-step' } as const

/** What this browser has kept of somebody's answers, whatever that is; null if nothing. */
export function loadAnswers(): unknown {
  try {
    return JSON.parse(localStorage.getItem(STORED.data) ?? 'null')
  } catch {
    return null
  }
}

/** Once somebody has joined. */
export function forgetAnswers(): void {
  try {
    localStorage.removeItem(STORED.data)
    localStorage.removeItem(STORED.step)
  } catch {
    // A browser that stores nothing has nothing to remove.
  }
}
