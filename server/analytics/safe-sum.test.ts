import { expect, test } from 'vitest'
import { createSeller, ORDERED, storeLine } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { recountSales } from './recount.ts'
import { safeSum } from './safe-sum.ts'

const database = useTestDatabase()
const LARGEST = 9_000_000_000_000_000_000n

test('rolls up sums that overflow a bigint, and reads them as the largest safe integer', async () => {
  const { db } = database
  const { partner } = await createSeller(db)
  // No code path records orders this large. Three of them overflow a bigint.
  const orders = ['one', 'two', 'three']
  for (const externalId of orders)
    await db.conversion.create({
      data: {
        partnerId: partner.id,
        externalId,
        source: 'api',
        currency: 'GBP',
        status: 'pending',
        subtotalMinor: LARGEST,
        discountMinor: 0n,
        taxMinor: 0n,
        shippingMinor: 0n,
        commissionableMinor: LARGEST,
        refundedMinor: 0n,
        netMinor: LARGEST,
        orderedAt: ORDERED,
        sourceUpdatedAt: ORDERED,
        lines: { create: { ...sold(), externalId: '1' } },
      },
    })
  const from = new Date(Math.floor(ORDERED.getTime() / 900_000) * 900_000)
  const quarter = { partnerId: partner.id, from, to: new Date(from.getTime() + 900_000) }
  await db.$transaction((tx) => recountSales(tx, [quarter]))
  const rows = await db.saleRollup.findMany({ where: { partnerId: partner.id } })
  expect(rows.map(({ level, netMinor }) => [level, netMinor.toFixed()])).toEqual(
    expect.arrayContaining(['quarter', 'day', 'month'].map((level) => [level, (LARGEST * 3n).toString()])),
  )
  const [sum] = await db.$queryRaw<Array<{ net: bigint }>>`
    SELECT ${safeSum('net_minor')} AS net FROM sale_rollups WHERE partner_id = ${partner.id}::uuid AND level = 'quarter'`
  expect(Number(sum?.net)).toBe(Number.MAX_SAFE_INTEGER)
})

function sold() {
  const { title, quantity } = storeLine()
  return { title, quantity, priceMinor: LARGEST, discountMinor: 0n, includedTaxMinor: 0n, netMinor: LARGEST, place: 0 }
}
