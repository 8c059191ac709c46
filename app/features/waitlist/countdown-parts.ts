export interface Countdown {
  days: number
  hours: number
  minutes: number
  seconds: number
}

/** What is left until then, in whole units; all zeros once it has passed. Both in milliseconds since 1970. */
export function timeLeft(until: number, now: number): Countdown {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000)) || 0
  return { days: Math.floor(seconds / 86_400), hours: Math.floor(seconds / 3600) % 24, minutes: Math.floor(seconds / 60) % 60, seconds: seconds % 60 }
}
