import type { VatTreatment } from '#prisma/generated/client.ts'
import { EU_MEMBERS, VAT_RATES } from './vat-rates.values.ts'

/** The VAT of a line: its treatment, and its rate in basis points. */
export interface Vat {
  treatment: VatTreatment
  rateBps: number
}

export interface VatParty {
  /** ISO 3166-1 country code. */
  country: string
  /** Empty if there is none. */
  vatNumber: string
}

export interface VatGroup extends Vat {
  netMinor: bigint
  vatMinor: bigint
}

/** Returns the standard rate of a country on a day (UTC) in basis points; null if it is unknown. */
export function standardRate(country: string, on: Date): number | null {
  const day = on.toISOString().slice(0, 10)
  const since = VAT_RATES.filter((rate) => rate.country === country && rate.from <= day)
  return (
    since.reduce<(typeof since)[number] | null>((last, each) => (last && last.from > each.from ? last : each), null)
      ?.rateBps ?? null
  )
}

/** Whether a country is in the EU's VAT area on a day (UTC). */
export function isInEu(country: string, on: Date): boolean {
  const day = on.toISOString().slice(0, 10)
  return EU_MEMBERS.some((member) => member.country === country && (member.until ?? day) >= day)
}

/**
 * Decides the VAT of commission, a service between businesses, supplied on a day (UTC). It is taxed in the buyer's
 * country. A buyer without billing details, or from another EU country without a VAT number, has not proven where they
 * are, so the seller's country applies.
 * @param seller null if there is no seller profile
 */
export function decideVat(seller: VatParty | null, buyer: VatParty | null, on: Date): Vat {
  if (!seller) return { treatment: 'none', rateBps: 0 }
  const rateBps = standardRate(seller.country, on)
  if (!seller.vatNumber || rateBps === null) return { treatment: 'not_registered', rateBps: 0 }
  const domestic = { treatment: 'domestic', rateBps } as const
  if (!buyer || buyer.country === seller.country) return domestic
  if (!isInEu(seller.country, on) || !isInEu(buyer.country, on)) return { treatment: 'outside_scope', rateBps: 0 }
  return buyer.vatNumber ? { treatment: 'reverse_charge', rateBps: 0 } : domestic
}

/** Returns the VAT on a net amount in minor units. Halves are rounded away from zero, as in EN 16931. */
export function vatOn(netMinor: bigint, rateBps: number): bigint {
  const size = (netMinor < 0n ? -netMinor : netMinor) * BigInt(rateBps)
  const rounded = (size + 5_000n) / 10_000n
  return netMinor < 0n ? -rounded : rounded
}

/**
 * Returns the lines' VAT by treatment and rate, each rounded once, in the order of the lines. Amounts in minor units,
 * signed.
 */
export function groupVat(lines: ReadonlyArray<Vat & { amountMinor: bigint }>): VatGroup[] {
  const groups = new Map<string, VatGroup>()
  for (const { treatment, rateBps, amountMinor } of lines) {
    const key = `${treatment} ${rateBps}`
    const group = groups.get(key) ?? { treatment, rateBps, netMinor: 0n, vatMinor: 0n }
    groups.set(key, { ...group, netMinor: group.netMinor + amountMinor })
  }
  return [...groups.values()].map((group) => ({ ...group, vatMinor: vatOn(group.netMinor, group.rateBps) }))
}
