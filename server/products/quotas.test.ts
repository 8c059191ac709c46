import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { connect } from '#server/platform/db.ts'
import { listReachedQuotas } from '#server/quotas/note-refusals.ts'
import { getUsage } from '#server/quotas/usage.service.ts'
import { recountUsage } from '#server/quotas/recount-usage.ts'
import { changeProducts } from './change-products.service.ts'
import { deleteForGood } from './delete-for-good.service.ts'
import { duplicateProduct } from './duplicate-product.service.ts'
import { getOwnProduct, saveProduct } from './edit-product.service.ts'
import type { IncomingProduct } from './incoming-product.schema.ts'
import { actorOf, newAct } from './product-acts.ts'
import { getProductOwner } from './product-owner.ts'
import { saveProducts } from './save-products.ts'
import { undoAct } from './undo-act.service.ts'

const database = useTestDatabase()
const LIMITS = { products: 6, variants: 12, labels: 3, pictures: 8 } as const
type Counts = Record<keyof typeof LIMITS, number>
const QUOTAS = Object.keys(LIMITS) as Array<keyof typeof LIMITS>
type Asking = Awaited<ReturnType<typeof limitedStore>>

async function limitedStore(limits: Partial<Counts> = LIMITS) {
  const ask = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
  await database.db.partnerLimit.createMany({
    data: Object.entries(limits).map(([quota, value]) => ({
      partnerId: ask.partner.id,
      quota: quota as keyof typeof LIMITS,
      value,
      reason: 'a test',
    })),
  })
  return ask
}

interface Shape {
  handle: string
  variants: number
  pictures: number
  label: string
}

const incoming = ({ handle, variants, pictures, label }: Shape): IncomingProduct => ({
  handle,
  name: handle,
  type: '',
  productCategory: '',
  status: 'active',
  gender: '',
  isIncomplete: false,
  brand: label,
  variants: Array.from({ length: variants }, (_, place) => ({
    sku: null,
    gtin: null,
    size: `${place}`,
    colourName: null,
    options: {},
    priceMinor: 5_000,
    originalPriceMinor: null,
    stock: 3,
  })),
  images: Array.from({ length: pictures }, (_, place) => ({
    url: `https://shop.example/${handle}-${place}.jpg`,
    alt: '',
    colourName: null,
  })),
})

async function bring(ask: Asking, shapes: Shape[], db = database.db) {
  const act = newAct({ partnerId: ask.partner.id, kind: 'import', actor: actorOf(ask.viewer) })
  const owner = await getProductOwner(db, ask.partner.id)
  return { act, saved: await saveProducts(db, shapes.map(incoming), owner, { act, isSync: true }) }
}

/** Counts the rows directly, not with the tested code. */
async function counted({ partner: { id: partnerId } }: Asking): Promise<Counts> {
  const [products, variants, pictures, labels] = await Promise.all([
    database.db.product.count({ where: { partnerId } }),
    database.db.productVariant.count({ where: { product: { partnerId } } }),
    database.db.productImage.count({ where: { product: { partnerId } } }),
    database.db.product.findMany({ where: { partnerId }, distinct: ['brandId'], select: { brandId: true } }),
  ])
  return { products, variants, pictures, labels: labels.length }
}

async function used({ partner }: Asking): Promise<Counts> {
  const { uses } = await getUsage(database.db, partner.id)
  return Object.fromEntries(
    uses.filter(({ quota }) => quota in LIMITS).map(({ quota, used }) => [quota, used]),
  ) as unknown as Counts
}

async function shapeOf({ partner: { id: partnerId } }: Asking, handle: string): Promise<Shape | null> {
  const product = await database.db.product.findUnique({
    where: { partnerId_handle: { partnerId, handle } },
    select: { brand: { select: { name: true } }, _count: { select: { variants: true, images: true } } },
  })
  return (
    product && { handle, label: product.brand.name, variants: product._count.variants, pictures: product._count.images }
  )
}

/** Computes without the tested code whether a store with these counts has room for the product. */
async function hasRoom(ask: Asking, before: Counts, shape: Shape): Promise<boolean> {
  const was = await shapeOf(ask, shape.handle)
  const labelled = async (label: string) =>
    database.db.product.count({ where: { partnerId: ask.partner.id, brand: { name: label } } })
  const labels =
    was?.label === shape.label
      ? 0
      : ((await labelled(shape.label)) === 0 ? 1 : 0) - (was && (await labelled(was.label)) === 1 ? 1 : 0)
  const grows: Counts = {
    products: was ? 0 : 1,
    variants: shape.variants - (was?.variants ?? 0),
    pictures: shape.pictures - (was?.pictures ?? 0),
    labels,
  }
  return QUOTAS.every((quota) => grows[quota] <= 0 || before[quota] + grows[quota] <= LIMITS[quota])
}

const shape = fc.record({
  handle: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  variants: fc.integer({ min: 1, max: 5 }),
  pictures: fc.integer({ min: 0, max: 4 }),
  label: fc.constantFrom('Elm', 'Oak', 'Ash', 'Yew', 'Fir'),
})

test('one import after another saves exactly the products that fit', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(shape, { minLength: 5, maxLength: 25 }), async (shapes) => {
      const ask = await limitedStore()
      for (const one of shapes) {
        const before = await counted(ask)
        const fits = await hasRoom(ask, before, one)
        const { saved } = await bring(ask, [one])
        expect([one, saved.overLimit.length, saved.refused]).toEqual([one, fits ? 0 : 1, []])
        if (fits) expect(await shapeOf(ask, one.handle)).toEqual(one)
        else expect(await counted(ask)).toEqual(before)
        expect(await used(ask)).toEqual(await counted(ask))
      }
    }),
    { numRuns: 8 },
  )
})

test('simultaneous writes in any order exceed no quota, and usage is exact', { timeout: 120_000 }, async () => {
  const another = connect(database.url)
  const writers = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(shape, { minLength: 1, maxLength: 5 }).map((shapes) => ({ kind: 'bring' as const, shapes })),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'duplicate' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'undo' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'delete' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'restore' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'delete for good' as const }) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(writers, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 5 }),
      async (rounds) => {
        const ask = await limitedStore()
        const acts: string[] = []
        const ids = async () =>
          (await database.db.product.findMany({ where: { partnerId: ask.partner.id }, select: { id: true } })).map(
            ({ id }) => id,
          )
        for (const round of rounds) {
          const some = await ids()
          const write = async (writer: (typeof round)[number], at: number): Promise<unknown> => {
            const [first] = some
            switch (writer.kind) {
              case 'bring': {
                const unique = [...new Map(writer.shapes.map((one) => [one.handle, one])).values()]
                const { act } = await bring(ask, unique, at % 2 ? another : database.db)
                return acts.push(act.id)
              }
              case 'duplicate':
                return first && duplicateProduct(ask, { productId: first })
              case 'undo':
                return acts.length && undoAct(ask, { actId: acts.at(-1) ?? '' })
              case 'delete':
                return some.length && changeProducts(ask, { ids: some.slice(0, 2), change: { kind: 'delete' } })
              case 'restore':
                return some.length && changeProducts(ask, { ids: some, change: { kind: 'restore' } })
              case 'delete for good':
                return deleteForGood(ask)
            }
          }
          const ended = await Promise.allSettled(round.map(write))
          for (const one of ended)
            if (one.status === 'rejected')
              expect(['too_many', 'not_found', 'conflict', 'bad_input']).toContain(
                (one.reason as { code?: string }).code,
              )
          const counts = await counted(ask)
          for (const quota of QUOTAS) expect([quota, counts[quota] <= LIMITS[quota]]).toEqual([quota, true])
          expect(await used(ask)).toEqual(counts)
        }
        expect(await recountUsage(database.db)).toBe(0)
      },
    ),
    { numRuns: 8 },
  )
  await another.$disconnect()
})

test('two clients that add different products fill the store exactly to its limit', async () => {
  const another = connect(database.url)
  const ask = await limitedStore({ products: 40 })
  const many = (mark: string) =>
    Array.from({ length: 30 }, (_, place) => ({ handle: `${mark}${place}`, variants: 1, pictures: 0, label: 'Elm' }))
  const parts = (shapes: Shape[]) => Array.from({ length: 6 }, (_, at) => shapes.slice(at * 5, at * 5 + 5))
  const run = async (shapes: Shape[], db: typeof another) => {
    let left = 0
    for (const part of parts(shapes)) left += (await bring(ask, part, db)).saved.overLimit.length
    return left
  }
  const left = await Promise.all([run(many('x'), database.db), run(many('y'), another)])
  expect((await counted(ask)).products).toBe(40)
  expect(left[0] + left[1]).toBe(20)
  await another.$disconnect()
})

test('a pending store has small limits, and larger ones once it is approved', async () => {
  const ask = { ...(await createPartnerAsk(database.db, { verificationStatus: 'pending' })), visit: createVisit() }
  const many = Array.from({ length: 22 }, (_, place) => ({
    handle: `h${place}`,
    variants: 1,
    pictures: 0,
    label: `Label ${place}`,
  }))
  const { saved } = await bring(ask, many)
  expect([saved.created, saved.overLimit.length]).toEqual([20, 2])
  expect(saved.overLimit[0]?.reason).toBe(
    'Your store can have 20 brand labels until it is approved. This would exceed the limit. Use fewer brand labels, or wait until your store is approved. See Settings > Usage and limits.',
  )
  // Skipped products create no labels.
  expect(await database.db.brand.count({ where: { name: { in: ['Label 20', 'Label 21'] } } })).toBe(0)
  expect(await listReachedQuotas(database.db, ask.partner.id)).toMatchObject([{ quota: 'labels', refusedName: 'h21' }])
  await database.db.partner.update({
    where: { id: ask.partner.id },
    data: { verificationStatus: 'approved', statusChangedAt: new Date() },
  })
  expect(await listReachedQuotas(database.db, ask.partner.id)).toEqual([])
  expect((await bring(ask, many)).saved).toMatchObject({ created: 2, overLimit: [] })
})

test('a store above a lowered limit can still edit products, and the form says what cannot be added', async () => {
  const ask = await limitedStore({})
  await bring(ask, [
    { handle: 'a', variants: 3, pictures: 2, label: 'Elm' },
    { handle: 'b', variants: 3, pictures: 0, label: 'Oak' },
  ])
  await database.db.partnerLimit.createMany({
    data: QUOTAS.map((quota) => ({ partnerId: ask.partner.id, quota, value: 1, reason: 'a test' })),
  })
  const { id } = await database.db.product.findUniqueOrThrow({
    where: { partnerId_handle: { partnerId: ask.partner.id, handle: 'a' } },
  })
  const { revision, form } = await getOwnProduct(ask, { productId: id })
  const plain = { ...form, pictures: form.pictures.map(({ picture: _, ...rest }) => rest) }
  const saved = await saveProduct(ask, { productId: id, revision, form: { ...plain, name: 'Renamed' } })
  expect(saved).toMatchObject({ kind: 'saved' })
  const [variant] = plain.variants
  const wider = { ...plain, name: 'Renamed', variants: [...plain.variants, { ...variant!, id: null, size: '9' }] }
  expect(await saveProduct(ask, { productId: id, revision: revision + 1, form: wider })).toMatchObject({
    kind: 'refused',
    errors: [{ field: 'variants', message: expect.stringContaining('Your store can have 1 variant.') as string }],
  })
  const added = { ...plain, handle: 'c', pictures: [], variants: [{ ...variant!, id: null }] }
  expect(await saveProduct(ask, { productId: null, revision: 0, form: added })).toMatchObject({
    kind: 'refused',
    errors: [{ field: '', message: expect.stringContaining('Your store can have 1 product.') as string }],
  })
  await expect(duplicateProduct(ask, { productId: id })).rejects.toMatchObject({ code: 'too_many' })
  expect(await changeProducts(ask, { ids: [id], change: { kind: 'stock', stock: 1 } })).toMatchObject({ changed: 1 })
  expect((await bring(ask, [{ handle: 'b', variants: 2, pictures: 0, label: 'Oak' }])).saved).toMatchObject({
    updated: 1,
  })
})

test('an undo skips and reports products that would exceed a limit', async () => {
  const ask = await limitedStore({ variants: 4 })
  await bring(ask, [{ handle: 'a', variants: 4, pictures: 0, label: 'Elm' }])
  const { act } = await bring(ask, [{ handle: 'a', variants: 1, pictures: 0, label: 'Elm' }])
  await bring(ask, [{ handle: 'b', variants: 2, pictures: 0, label: 'Elm' }])
  expect(await undoAct(ask, { actId: act.id })).toMatchObject({
    restored: 0,
    overLimit: 1,
    limitReason: expect.stringContaining('4 variants') as string,
  })
  expect((await counted(ask)).variants).toBe(3)
})

test('deleted products count until the team deletes them permanently', async () => {
  const ask = await limitedStore({ products: 1 })
  const other = await limitedStore({})
  for (const one of [ask, other]) {
    await bring(one, [{ handle: 'a', variants: 1, pictures: 1, label: 'Elm' }])
    const [{ id } = { id: '' }] = await database.db.product.findMany({ where: { partnerId: one.partner.id } })
    await changeProducts(one, { ids: [id], change: { kind: 'delete' } })
  }
  const next = [{ handle: 'b', variants: 1, pictures: 0, label: 'Elm' }]
  expect((await bring(ask, next)).saved.overLimit).toHaveLength(1)
  expect(await deleteForGood(ask)).toEqual({ deleted: 1, left: 0 })
  const states = ({ partner }: typeof ask) =>
    database.db.productEvent.count({ where: { partnerId: partner.id, before: { not: Prisma.DbNull } } })
  expect([await states(ask), await states(other)]).toEqual([0, 1])
  expect((await bring(ask, next)).saved.created).toBe(1)
  expect((await counted(other)).products).toBe(1)
})
