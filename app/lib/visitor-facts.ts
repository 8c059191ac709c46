/** What a browser says of itself to the waitlist; in the browser only. */
export function visitorFacts(): { timeSpent: number; timeZone: string } {
  return { timeSpent: Math.floor(performance.now() / 1000), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '' }
}
