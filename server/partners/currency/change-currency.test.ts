import { describe, expect, test } from 'vitest'
import { changeProducts } from '#server/products/change-products.service.ts'
import { duplicateProduct } from '#server/products/duplicate-product.service.ts'
import { getOwnProduct, saveProduct } from '#server/products/edit-product.service.ts'
import { getAct } from '#server/products/activity.service.ts'
import { productForm } from '#server/products/product-form.schema.ts'
import { undoAct } from '#server/products/undo-act.service.ts'
import { AppError } from '#server/platform/errors.ts'
import { createPartnerAsk, createProduct, createViewer } from '#tests/factories.ts'
import { actionsOf } from '#tests/setup/auth.ts'
import { createSale, createSaleAndInvoice } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import {
  changeCurrency,
  changePartnerCurrency,
  getPartnerCurrency,
  takeStoreCurrency,
} from './change-currency.service.ts'

const here = useTestDatabase()

async function openStore(currency = 'GBP') {
  const ask = await createPartnerAsk(here.db, { currency })
  return { ...ask, visit: createVisit() }
}
type Store = Awaited<ReturnType<typeof openStore>>

const currencyOf = async ({ partner: { id } }: Store) =>
  (await here.db.partner.findUniqueOrThrow({ where: { id } })).currency
const pound = (store: Store) =>
  createProduct(here.db, {
    partnerId: store.partner.id,
    currency: 'GBP',
    priceMinor: 4_800,
    name: 'Loden coat',
    variants: [{ priceMinor: 4_800, stock: 3 }],
  })
/** Returns the price of each product, as shown to shoppers. */
const prices = async ({ partner: { id } }: Store) =>
  (
    await here.db.productVariant.findMany({
      where: { product: { partnerId: id, deletedAt: null } },
      select: { currency: true, priceMinor: true, product: { select: { currency: true, priceMinor: true } } },
    })
  ).map(({ product, ...variant }) => [variant.priceMinor, variant.currency, product.priceMinor, product.currency])

const cheaper = { kind: 'price', by: { unit: 'percent', value: -50 }, showsOldPrice: false } as const

describe('a partner without sales', () => {
  test('can change its currency, and its products keep their prices', async () => {
    const store = await openStore()
    await pound(store)
    await changeCurrency(store, { currency: 'EUR', from: 'GBP' })
    expect(await currencyOf(store)).toBe('EUR')
    expect(await prices(store)).toEqual([[4_800, 'GBP', 4_800, 'GBP']])
    expect(await getPartnerCurrency(here.db, store.partner.id)).toMatchObject({
      currency: 'EUR',
      hasSales: false,
      otherProducts: [{ currency: 'GBP', products: 1 }],
      planCurrency: 'GBP',
    })
    expect(await actionsOf(here.db, store.partner.id)).toEqual(['partner_currency_changed'])
  })

  test.each([
    ['another tab has changed it', { from: 'USD' }, { code: 'conflict' }],
    ['we have no exchange rate', { currency: 'XAU' }, { code: 'bad_input', field: 'currency' }],
    ['the currency is the same', { currency: 'GBP' }, { code: 'bad_input', field: 'currency' }],
  ])('cannot change its currency if %s', async (_, given, error) => {
    const store = await openStore()
    await expect(changeCurrency(store, { currency: 'EUR', from: 'GBP', ...given })).rejects.toMatchObject(error)
    expect(await currencyOf(store)).toBe('GBP')
  })

  const toEuros = { currency: 'EUR', from: 'GBP' }
  const fromStore = { shop: { currency: 'EUR' }, takesCurrency: true }
  test.each([
    ['change its currency', 'read', (store: Store) => changeCurrency(store, toEuros)],
    ["take its store's currency", 'read', connects],
    ["take its store's currency", 'applying', connects],
    ["take its store's currency", 'fetching', connects],
  ] as const)('cannot %s while an import is not finished (%s)', async (_, status, change) => {
    const store = await openStore()
    await here.db.productImport.create({
      data: { partnerId: store.partner.id, fileName: 'autumn.csv', status, source: 'store', operationId: '7' },
    })
    // Without a field, connecting the store does not ask for consent to the currency.
    const { code, field, message } = await change(store).then(
      () => new AppError('bad_input', 'No error'),
      (error: AppError) => error,
    )
    expect({ code, field, message }).toEqual({
      code: 'conflict',
      field: undefined,
      message: expect.stringContaining('import') as string,
    })
    expect(await currencyOf(store)).toBe('GBP')
    await here.db.productImport.updateMany({ where: { partnerId: store.partner.id }, data: { status: 'cancelled' } })
    await change(store)
    expect(await currencyOf(store)).toBe('EUR')
  })

  async function connects(store: Store): Promise<void> {
    await here.db.$transaction((tx) => takeStoreCurrency(store, tx, fromStore))
  }
})

describe('a partner with sales', () => {
  test.each([
    ['unmatched', { status: 'tracked' }],
    ['cancelled', { status: 'cancelled' }],
    ['test', { status: 'pending', isTest: true }],
    ['fully refunded', { status: 'pending', netMinor: 0 }],
  ] as const)('can change its currency while it only has %s orders and no invoice', async (_, given) => {
    const store = await openStore()
    await createSale(here.db, store.partner.id)
    await here.db.conversion.update({ where: { id: store.partner.id }, data: given })
    await changeCurrency(store, { currency: 'EUR', from: 'GBP' })
    expect(await currencyOf(store)).toBe('EUR')
  })

  test('cannot change its currency if it only has an invoice', async () => {
    const store = await openStore()
    await createSaleAndInvoice(here.db, store.partner.id)
    await here.db.conversion.update({ where: { id: store.partner.id }, data: { status: 'cancelled' } })
    await expect(changeCurrency(store, { currency: 'EUR', from: 'GBP' })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('cannot change its currency, but an administrator can, and existing sales and invoices keep theirs', async () => {
    const store = await openStore()
    await createSaleAndInvoice(here.db, store.partner.id)
    await here.db.conversion.update({ where: { id: store.partner.id }, data: { status: 'pending' } })
    const read = async () => ({
      sales: await here.db.conversion.findMany({ where: { partnerId: store.partner.id } }),
      invoices: await here.db.invoice.findMany({ where: { partnerId: store.partner.id } }),
    })
    const before = await read()
    await expect(changeCurrency(store, { currency: 'EUR', from: 'GBP' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await currencyOf(store)).toBe('GBP')
    const admin = { db: here.db, visit: createVisit(), viewer: await createViewer(here.db, { role: 'admin' }) }
    const given = { partnerId: store.partner.id, currency: 'EUR', from: 'GBP', reason: 'They moved.' }
    await changePartnerCurrency(admin, given)
    expect(await currencyOf(store)).toBe('EUR')
    expect(await read()).toEqual(before)
    expect(before.sales).not.toEqual([])
    const [mail, ...others] = await here.db.mail.findMany({ where: { kind: 'partner_currency_changed' } })
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      toAddress: store.viewer.email,
      subject: expect.stringContaining('EUR') as string,
    })
    expect(mail?.text).toContain('They moved.')
    await expect(changePartnerCurrency(admin, given)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('48.00 pounds never become 48.00 euros', () => {
  test('when the product is edited', async () => {
    const store = await openStore()
    const { id: productId } = await pound(store)
    await changeCurrency(store, { currency: 'EUR', from: 'GBP' })
    const { revision, form, currency } = await getOwnProduct(store, { productId })
    expect(currency).toBe('GBP')
    const typed = productForm.parse({ ...form, pictures: [], name: 'Loden jacket' })
    expect(await saveProduct(store, { productId, revision, form: typed })).toMatchObject({ kind: 'saved' })
    expect(await prices(store)).toEqual([[4_800, 'GBP', 4_800, 'GBP']])
  })

  test('when a change of its price is undone', async () => {
    const store = await openStore()
    const { id: productId } = await pound(store)
    const { actId } = await changeProducts(store, { ids: [productId], change: cheaper })
    await changeCurrency(store, { currency: 'EUR', from: 'GBP' })
    await undoAct(store, { actId: actId! })
    expect(await prices(store)).toEqual([[4_800, 'GBP', 4_800, 'GBP']])
    // Earlier figures stay in the earlier currency.
    expect((await getAct(store, { actId: actId! })).events).toMatchObject([
      { currency: 'GBP', changes: [{ field: 'price', before: 4_800, after: 2_400 }] },
    ])
  })

  test('when the stock is changed or the product is copied, and a price change is refused', async () => {
    const store = await openStore()
    const { id: productId } = await pound(store)
    await changeCurrency(store, { currency: 'EUR', from: 'GBP' })
    await changeProducts(store, { ids: [productId], change: { kind: 'stock', stock: 9 } })
    await duplicateProduct(store, { productId })
    expect(await prices(store)).toEqual([
      [4_800, 'GBP', 4_800, 'GBP'],
      [4_800, 'GBP', 4_800, 'GBP'],
    ])
    const { refused } = await changeProducts(store, { ids: [productId], change: cheaper })
    expect(refused).toEqual([{ name: 'Loden coat', reason: 'Its prices are in a currency other than EUR.' }])
  })

  test('when a product is created: its price is in the new currency', async () => {
    const store = await openStore()
    await changeCurrency(store, { currency: 'EUR', from: 'GBP' })
    const form = productForm.parse({
      name: 'Scarf',
      handle: '',
      description: '',
      brand: '',
      categoryId: null,
      tags: [],
      material: '',
      gender: '',
      status: 'active',
      productUrl: '',
      optionNames: [],
      pictures: [],
      variants: [
        {
          id: null,
          size: '',
          colourName: '',
          colourHex: '',
          options: [],
          price: '20.00',
          originalPrice: '',
          stock: '',
          sku: '',
          gtin: '',
        },
      ],
    })
    expect(await saveProduct(store, { productId: null, revision: 0, form })).toMatchObject({ kind: 'saved' })
    expect(await prices(store)).toEqual([[2_000, 'EUR', 2_000, 'EUR']])
  })
})
