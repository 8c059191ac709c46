import { believe } from './believe.shared.ts'
import type { Taste } from './taste.schema.ts'
import { FORGET_DAYS, HALF_LIFE_DAYS, SAYS } from './taste.values.ts'

const asTime = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Returns the device's data and conclusions as JSON for people and programs. Times in UTC. */
export function exportTaste(taste: Taste, now: number): string {
  const file = {
    what: 'Your taste profile on this device. Your browser created it, and WTF does not store it.',
    madeAt: new Date(now).toISOString(),
    isOn: taste.isOn,
    points: { ...SAYS, halfLifeDays: HALF_LIFE_DAYS, forgottenAfterDays: FORGET_DAYS },
    kindsSwitchedOff: taste.kindsOff,
    notWanted: taste.not,
    believes: [...believe(taste, now, { withSwitchedOff: true }).values()].map(({ fact, share, act, pieces }) => ({
      ...fact,
      share: Number(share.toFixed(4)),
      strongest: act,
      products: pieces.length,
    })),
    products: taste.pieces.map(({ lookedAt, savedAt, leftAt, ...piece }) => ({
      ...piece,
      lookedAt: asTime(lookedAt),
      savedAt: asTime(savedAt),
      leftAt: asTime(leftAt),
    })),
    onTheWishlistAndNotCounted: taste.passed,
    wishlistNotCountedAtNextSignIn: taste.passesNextWishlist,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
