/** In units of the base currency (US dollars). Above these an order waits until its partner confirms it. */
export const HELD_ABOVE = { order: 100_000, line: 50_000 } as const
