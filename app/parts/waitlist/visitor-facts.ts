/** Returns the data about the visit that the browser sends to the waitlist. In the browser only. */
export function visitorFacts(): { timeSpent: number; timeZone: string } {
  return {
    timeSpent: Math.floor(performance.now() / 1000),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
  }
}
