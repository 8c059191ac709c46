import { ASSORTMENTS } from './assortments.ts'
import { profileOf, type LineProfile } from './line-profile.ts'
import { PARTNERS } from './partners.ts'
import { hashText, mixSeed, Random } from './random.ts'

/** A place in the round: the product's line, and its number within it. */
export interface Slot {
  profile: LineProfile
  /** The line's seed, for properties that its products share. */
  lineSeed: number
  /** The position among the line's products of this round, and their number. */
  rank: number
  perRound: number
}

/** Products in a round. Each round contains every partner and line in proportion. */
export const ROUND = 1200

/** Splits a total by weights into integers, none below 1. */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const exact = weights.map((weight) => (total * weight) / sum)
  const shares = exact.map((value) => Math.max(1, Math.floor(value)))
  const byRemainder = exact
    .map((value, index) => ({ index, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  let left = total - shares.reduce((all, share) => all + share, 0)
  for (let turn = 0; left > 0; turn += 1) {
    const next = byRemainder[turn % byRemainder.length]
    if (!next) break
    shares[next.index] = (shares[next.index] ?? 0) + 1
    left -= 1
  }
  while (left < 0) {
    const largest = shares.indexOf(Math.max(...shares))
    shares[largest] = (shares[largest] ?? 1) - 1
    left += 1
  }
  return shares
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return random.sample(list, list.length)
}

/** Returns the round of a seed: partners and lines in proportion, shuffled by the seed. */
export function scheduleOf(seed: number): readonly Slot[] {
  const perPartner = shareOut(
    ROUND,
    PARTNERS.map((partner) => partner.weight),
  )
  const slots = PARTNERS.flatMap((partner, partnerIndex) => {
    const assortment = ASSORTMENTS[partner.key]
    if (!assortment) throw new Error(`${partner.key} sells nothing`)
    const { lines } = assortment
    const perLine = shareOut(
      perPartner[partnerIndex] ?? 0,
      lines.map((line) => line.share),
    )
    return lines.flatMap((line, lineIndex) => {
      const perRound = perLine[lineIndex] ?? 0
      const profile = profileOf(partner, assortment, line)
      const lineSeed = hashText(
        `${partner.key}/${line.nouns.map((noun) => (typeof noun === 'string' ? noun : noun.noun)).join('/')}`,
      )
      return Array.from({ length: perRound }, (_, rank): Slot => ({ profile, lineSeed, rank, perRound }))
    })
  })
  return shuffled(slots, new Random(mixSeed(seed, 0x5c4ed)))
}
