import type { Prisma } from '#prisma/generated/client.ts'
import type { Bracket } from './reckon.ts'

const known = new Map<string, PlanTerms>()

/** A plan's terms for the ledger. Amounts in minor units of its currency. */
export type PlanTerms = Awaited<ReturnType<typeof getTerms>>

/** Reads the terms of a plan. They are cached, because they never change (a trigger prevents it). */
export async function planTerms(tx: Prisma.TransactionClient, id: string): Promise<PlanTerms> {
  const terms = known.get(id) ?? (await getTerms(tx, id))
  known.set(id, terms)
  return terms
}

async function getTerms(tx: Prisma.TransactionClient, id: string) {
  const { tiers, ...plan } = await tx.commissionPlan.findUniqueOrThrow({
    where: { id },
    select: {
      id: true,
      currency: true,
      basis: true,
      lockDays: true,
      codesEarn: true,
      tiers: { orderBy: { fromValue: 'asc' } },
    },
  })
  return { ...plan, brackets: bracketsOf(tiers) }
}

const bracketsOf = (tiers: ReadonlyArray<{ fromValue: number; upTo: number | null; rateBps: number }>): Bracket[] =>
  tiers.map(({ fromValue, upTo, rateBps }) => ({
    from: BigInt(fromValue),
    upTo: upTo === null ? null : BigInt(upTo),
    rateBps,
  }))
