import { describe, expect, test } from 'vitest'
import { createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { IncomingProduct } from './incoming-product.schema.ts'
import { actorOf, newAct } from './product-acts.ts'
import { getProductOwner } from './product-owner.ts'
import { saveProducts } from './save-products.ts'
import { undoAct } from './undo-act.service.ts'

const database = useTestDatabase()

type Asking = Awaited<ReturnType<typeof createPartnerAsk>>

const variant = {
  sku: 'A-1',
  gtin: null,
  size: 'M',
  colourName: 'Sage',
  options: {},
  priceMinor: 5_000,
  originalPriceMinor: null,
  stock: 3,
}
const product = (given: Partial<IncomingProduct> = {}): IncomingProduct => ({
  handle: 'linen-dress',
  name: 'Linen dress',
  type: '',
  productCategory: '',
  status: 'active',
  gender: '',
  variants: [variant],
  isIncomplete: false,
  ...given,
})

async function save(ask: Asking, ...products: IncomingProduct[]): Promise<string> {
  const act = newAct({ partnerId: ask.partner.id, kind: 'import', actor: actorOf(ask.viewer) })
  await saveProducts(database.db, products, await getProductOwner(database.db, ask.partner.id), { act, isSync: true })
  return act.id
}

/** Returns what shoppers and partners see of a product. */
const state = async ({ partner }: Asking, handle = 'linen-dress') =>
  database.db.product.findUniqueOrThrow({
    where: { partnerId_handle: { partnerId: partner.id, handle } },
    select: {
      id: true,
      name: true,
      status: true,
      priceMinor: true,
      stock: true,
      deletedAt: true,
      variants: { orderBy: { position: 'asc' } },
      images: { orderBy: { position: 'asc' } },
    },
  })

describe('an action', () => {
  test('is undone with its variants and images', async () => {
    const ask = await createPartnerAsk(database.db)
    await save(ask, product({ images: [{ url: 'https://a.example/1.jpg', alt: 'Front', colourName: null }] }))
    const before = await state(ask)
    const second = { ...variant, sku: 'A-2', size: 'L' }
    const actId = await save(
      ask,
      product({ name: 'Dress', status: 'draft', variants: [{ ...second, priceMinor: 4_000 }], images: [] }),
    )
    expect(await state(ask)).toMatchObject({ name: 'Dress', status: 'draft', priceMinor: 4_000, images: [] })
    expect(await undoAct(ask, { actId })).toMatchObject({ restored: 1, skipped: 0 })
    expect(await state(ask)).toEqual(before)
  })

  test('that created a product is undone by deleting it, and undoing that restores it', async () => {
    const ask = await createPartnerAsk(database.db)
    const actId = await save(ask, product())
    const before = await state(ask)
    const undone = await undoAct(ask, { actId })
    expect(await state(ask)).toMatchObject({ status: 'archived', deletedAt: expect.any(Date) })
    await undoAct(ask, { actId: undone.actId })
    expect(await state(ask)).toEqual(before)
  })

  test('keeps later changes by others, and lists them', async () => {
    const ask = await createPartnerAsk(database.db)
    const actId = await save(
      ask,
      product(),
      product({ handle: 'coat', name: 'Coat', variants: [{ ...variant, sku: 'C' }] }),
    )
    await save(ask, product({ name: 'Changed since' }))
    expect(await undoAct(ask, { actId })).toMatchObject({ restored: 1, skipped: 1, changedSince: ['Linen dress'] })
    expect(await state(ask)).toMatchObject({ name: 'Changed since', status: 'active' })
    expect(await state(ask, 'coat')).toMatchObject({ status: 'archived' })
  })

  test('is undone once, even for two simultaneous requests', async () => {
    const ask = await createPartnerAsk(database.db)
    const actId = await save(ask, product())
    const answers = await Promise.allSettled([undoAct(ask, { actId }), undoAct(ask, { actId })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(undoAct(ask, { actId })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('of another partner is not found', async () => {
    const [ask, stranger] = [await createPartnerAsk(database.db), await createPartnerAsk(database.db)]
    const actId = await save(ask, product())
    await expect(undoAct(stranger, { actId })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is recorded with who did it, and the values before and after', async () => {
    const ask = await createPartnerAsk(database.db)
    await save(ask, product())
    const actId = await save(ask, product({ variants: [{ ...variant, priceMinor: 4_500, originalPriceMinor: 5_000 }] }))
    const act = await database.db.productAct.findUniqueOrThrow({ where: { id: actId }, include: { events: true } })
    expect(act).toMatchObject({
      actorKind: 'owner',
      actorName: ask.viewer.fullName,
      products: 1,
      events: [
        {
          type: 'updated',
          productName: 'Linen dress',
          changes: [
            { field: 'price', before: 5_000, after: 4_500 },
            { field: 'originalPrice', before: null, after: 5_000 },
          ],
        },
      ],
    })
  })
})
