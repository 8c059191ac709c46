/** Formats an amount as REST v3 does: 1261 -> '12.61'. */
export const textOf = (minor: number): string => (minor / 100).toFixed(2)
export const minorOf = (amount: unknown): number => Math.round(Number(amount) * 100)
