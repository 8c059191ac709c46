/** In the base currency (US dollars). Above these limits an order waits until its partner confirms it. */
export const HELD_ABOVE = { order: 100_000, line: 50_000 } as const
