import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCategory, createPartnerAsk, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { duplicateProduct } from './duplicate-product.service.ts'
import { getOwnProduct, saveProduct, type SaveOutcome } from './edit-product.service.ts'
import { productForm, type ProductForm, type VariantForm } from './product-form.schema.ts'
import { parseDescription, typedDescription } from './typed-description.ts'
import { undoAct } from './undo-act.service.ts'

const database = useTestDatabase()
type Asking = Awaited<ReturnType<typeof createPartnerAsk>>

const row = (given: Partial<VariantForm> = {}): VariantForm => ({
  id: null,
  size: '',
  colourName: '',
  colourHex: '',
  options: [],
  price: '49.90',
  originalPrice: '',
  stock: '',
  sku: '',
  gtin: '',
  ...given,
})
const form = (given: Partial<ProductForm> = {}): ProductForm => ({
  name: 'Linen dress',
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
  variants: [row()],
  pictures: [],
  ...given,
})

const create = (ask: Asking, given: Partial<ProductForm> = {}) =>
  saveProduct(ask, { productId: null, revision: 0, form: form(given) })

function saved(outcome: SaveOutcome) {
  if (outcome.kind !== 'saved') throw new Error(JSON.stringify(outcome))
  return { ...outcome, form: productForm.parse(withoutPictures(outcome.form)) }
}
const withoutPictures = ({ pictures, ...shown }: { pictures: Array<{ picture: unknown; isOfStore: boolean }> }) => ({
  ...shown,
  pictures: pictures.map(({ picture: _, isOfStore: __, ...rest }) => rest),
})
const errorsOf = (outcome: SaveOutcome) =>
  outcome.kind === 'refused'
    ? Object.fromEntries(outcome.errors.map(({ field, message }) => [field, message]))
    : outcome

describe('saving a product', () => {
  test('creates a product with its brand and values, and a handle from its name', async () => {
    const ask = await createPartnerAsk(database.db)
    const category = await createCategory(database.db)
    const variants = [
      row({
        size: 'S',
        colourName: 'Sage',
        colourHex: '#7D8F69',
        price: '1.090,00',
        originalPrice: '1200',
        stock: '3',
      }),
      row({ size: 'M', colourName: 'Sage', sku: 'LD-M', gtin: '4006381333931' }),
    ]
    const { productId } = saved(
      await create(ask, { categoryId: category.id, description: 'One.\n\nTwo & three.', variants, tags: ['new'] }),
    )
    const product = await database.db.product.findUniqueOrThrow({
      where: { id: productId },
      include: { brand: true, variants: { orderBy: { position: 'asc' } } },
    })
    expect(product).toMatchObject({
      handle: 'linen-dress',
      categoryId: category.id,
      description: 'One.\nTwo & three.',
      priceMinor: 4990,
      descriptionHtml: '<p>One.</p><p>Two &amp; three.</p>',
      tags: ['new'],
      stock: 3,
    })
    expect(product.brand.name).toMatch(/^Partner /)
    expect(product.variants).toMatchObject([
      { priceMinor: 109_000, originalPriceMinor: 120_000, stock: 3, colourHex: '#7d8f69' },
      { priceMinor: 4990, stock: null, sku: 'LD-M', gtin: '4006381333931' },
    ])
    expect(saved(await create(ask)).form.handle).toBe('linen-dress-2')
  })

  test('reports every error at its field', async () => {
    const ask = await createPartnerAsk(database.db, { websiteUrl: 'https://velvet.example' })
    const { productId } = saved(await create(ask, { name: 'Coat', variants: [row({ sku: 'C-1' })] }))
    const variants = [
      row({ size: 'S', price: '1.999', stock: 'many' }),
      row({ size: 'M', originalPrice: '49.90', gtin: '4006381333932' }),
      row({ size: 'L', price: '', colourHex: 'green' }),
    ]
    expect(errorsOf(await create(ask, { variants, productUrl: 'https://elsewhere.example/x', handle: 'A b' }))).toEqual(
      {
        handle: 'Please use lowercase letters, digits and hyphens, like linen-dress',
        productUrl: expect.stringContaining('velvet.example'),
        'variants.0.price': expect.stringContaining('decimals'),
        'variants.0.stock': expect.any(String),
        'variants.1.originalPrice': expect.any(String),
        'variants.1.gtin': expect.stringContaining('last digit'),
        'variants.2.price': 'Please enter a price',
        'variants.2.colourHex': expect.any(String),
      },
    )
    const clashes = await create(ask, {
      handle: 'coat',
      variants: [row({ size: 'S', sku: 'C-1' }), row({ size: 's' }), row({ size: 'L', sku: 'C-1' })],
    })
    expect(errorsOf(clashes)).toEqual({
      handle: "'Coat' already has this handle",
      'variants.0.sku': "'Coat' already has this SKU",
      'variants.1.size': 'Row 1 has the same size, colour and options',
      'variants.2.sku': expect.any(String),
    })
    expect(clashes).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ productId })]) })
  })

  test('keeps hidden fields and the IDs of variants and images, and writes nothing without changes', async () => {
    const ask = await createPartnerAsk(database.db)
    const product = await createProduct(database.db, {
      partnerId: ask.partner.id,
      metadata: { a: 1 },
      styleTags: ['boho'],
      isFeatured: true,
      description: 'A\nB',
      descriptionHtml: '<table><tr><td>A</td></tr></table><p>B</p>',
    })
    await createPicture(database.db, product.id, { isPrimary: true })
    await createPicture(database.db, product.id, { position: 1 })
    const { form: shown, revision } = await getOwnProduct(ask, { productId: product.id })
    const typed = productForm.parse(withoutPictures(shown))
    expect(saved(await saveProduct(ask, { productId: product.id, revision, form: typed })).actId).toBeNull()
    const pictures = typed.pictures.toReversed()
    saved(await saveProduct(ask, { productId: product.id, revision, form: { ...typed, handle: 'other', pictures } }))
    expect(
      await database.db.product.findUniqueOrThrow({
        where: { id: product.id },
        include: { variants: true, images: { orderBy: { position: 'asc' } } },
      }),
    ).toMatchObject({
      metadata: { a: 1 },
      styleTags: ['boho'],
      isFeatured: true,
      handle: 'other',
      revision: 2,
      descriptionHtml: product.descriptionHtml,
      variants: [{ id: product.variants[0]?.id }],
      images: pictures.map(({ id }, index) => ({ id, isPrimary: index === 0 })),
    })
  })

  test("does not find another partner's or a deleted product", async () => {
    const [ask, other] = [await createPartnerAsk(database.db), await createPartnerAsk(database.db)]
    const { productId } = saved(await create(other))
    const gone = saved(await create(ask)).productId
    await database.db.product.update({ where: { id: gone }, data: { deletedAt: new Date(), status: 'archived' } })
    for (const id of [productId, gone]) {
      await expect(saveProduct(ask, { productId: id, revision: 1, form: form() })).rejects.toThrow('Product not found')
      await expect(getOwnProduct(ask, { productId: id })).rejects.toThrow('Product not found')
      await expect(duplicateProduct(ask, { productId: id })).rejects.toThrow('Product not found')
    }
  })
})

describe('two people editing one product', () => {
  test('keep both changes if they changed different fields', async () => {
    const ask = await createPartnerAsk(database.db)
    const first = saved(await create(ask, { variants: [row({ size: 'S' }), row({ size: 'M' })] }))
    const [s, m] = first.form.variants as [VariantForm, VariantForm]
    const theirs = { ...first.form, material: 'Linen', variants: [s, { ...m, stock: '7' }] }
    saved(await saveProduct(ask, { productId: first.productId, revision: first.revision, form: theirs }))
    const mine = { ...first.form, name: 'Long dress', variants: [{ ...s, price: '59' }, m, row({ size: 'L' })] }
    const outcome = saved(await saveProduct(ask, { productId: first.productId, revision: first.revision, form: mine }))
    expect(outcome.form).toMatchObject({ name: 'Long dress', material: 'Linen' })
    expect(outcome.form.variants.map(({ size, price, stock }) => [size, price, stock])).toEqual([
      ['S', '59.00', ''],
      ['M', '49.90', '7'],
      ['L', '49.90', ''],
    ])
    expect(outcome.merged).toMatchObject([
      { changes: expect.arrayContaining([expect.objectContaining({ field: 'stock' })]) },
    ])
  })

  test("see a conflict with the other's name if they changed the same field, and can overwrite it", async () => {
    const ask = await createPartnerAsk(database.db)
    const first = saved(await create(ask))
    const at = { productId: first.productId, revision: first.revision }
    const [variant] = first.form.variants as [VariantForm]
    saved(
      await saveProduct(ask, {
        ...at,
        form: { ...first.form, name: 'Theirs', variants: [{ ...variant, price: '10' }] },
      }),
    )
    const mine = { ...first.form, name: 'Mine', tags: ['sale'], variants: [{ ...variant, price: '20' }] }
    const outcome = await saveProduct(ask, { ...at, form: mine })
    expect(outcome).toMatchObject({
      kind: 'conflict',
      conflicts: [{ field: 'name' }, { field: 'priceMinor', variantId: variant.id }],
      form: { name: 'Mine', tags: ['sale'], variants: [{ price: '20.00' }] },
      theirs: { name: 'Theirs', variants: [{ price: '10.00' }] },
      since: [{ by: 'Ada Example' }],
    })
    if (outcome.kind !== 'conflict') return
    const over = await saveProduct(ask, { ...at, revision: outcome.revision, form: mine })
    expect(saved(over).form).toMatchObject({ name: 'Mine', tags: ['sale'], variants: [{ price: '20.00' }] })
  })

  async function withTwoPictures(ask: Asking) {
    const { productId } = saved(await create(ask))
    await createPicture(database.db, productId, { isPrimary: true })
    const sourceUrl = 'https://velvet.example/back.jpg'
    const gone = await createPicture(database.db, productId, { position: 1, sourceUrl, colourName: 'Sage' })
    const { form: shown, revision } = await getOwnProduct(ask, { productId })
    const first = productForm.parse(withoutPictures(shown))
    const [front, back] = first.pictures as [ProductForm['pictures'][number], ProductForm['pictures'][number]]
    saved(await saveProduct(ask, { productId, revision, form: { ...first, pictures: [front] } }))
    const mine = { ...first, pictures: [back, { ...front, alt: 'From the front' }] }
    const outcome = await saveProduct(ask, { productId, revision, form: mine })
    expect(outcome).toMatchObject({ kind: 'conflict', conflicts: [{ field: 'pictures' }] })
    return { productId, revision: revision + 1, mine, gone, sourceUrl }
  }

  test('keep an image that one removed and the other kept', async () => {
    const ask = await createPartnerAsk(database.db)
    const { productId, revision, mine, gone, sourceUrl } = await withTwoPictures(ask)
    expect(saved(await saveProduct(ask, { productId, revision, form: mine })).form.pictures).toEqual(mine.pictures)
    expect(
      await database.db.productImage.findMany({ where: { productId }, orderBy: { position: 'asc' } }),
    ).toMatchObject([
      { id: gone.id, fileId: gone.fileId, sourceUrl, isPrimary: true, colourName: 'Sage' },
      { alt: 'From the front', isPrimary: false },
    ])
  })

  test('get an error for an image that cannot be restored, and nothing is saved', async () => {
    const ask = await createPartnerAsk(database.db)
    const [one, other] = [await withTwoPictures(ask), await withTwoPictures(ask)]
    await database.db.mediaFile.delete({ where: { id: one.gone.fileId ?? '' } })
    const pictures = [...one.mine.pictures, ...other.mine.pictures]
    const { productId, revision, mine } = one
    expect(errorsOf(await saveProduct(ask, { productId, revision, form: { ...mine, pictures } }))).toEqual({
      'pictures.0':
        'A colleague removed this image, and its file is deleted. Please upload it again, or remove it here too',
      // An image of another product.
      'pictures.2': expect.any(String),
      'pictures.3': expect.any(String),
    })
    expect(await database.db.productImage.count({ where: { productId } })).toBe(1)
  })

  test('get a conflict for a variant that one removed and the other changed', async () => {
    const ask = await createPartnerAsk(database.db)
    const first = saved(await create(ask, { variants: [row({ size: 'S' }), row({ size: 'M' })] }))
    const at = { productId: first.productId, revision: first.revision }
    const [s, m] = first.form.variants as [VariantForm, VariantForm]
    saved(await saveProduct(ask, { ...at, form: { ...first.form, variants: [s, { ...m, stock: '2' }] } }))
    expect(await saveProduct(ask, { ...at, form: { ...first.form, variants: [s] } })).toMatchObject({
      kind: 'conflict',
      conflicts: [{ field: 'variants' }],
    })
  })
})

test('a copy is a draft with the same images and without codes, and can be undone', async () => {
  const ask = await createPartnerAsk(database.db)
  const { productId } = saved(await create(ask, { variants: [row({ sku: 'A', gtin: '4006381333931' })] }))
  const picture = await createPicture(database.db, productId, { isPrimary: true })
  const copy = await duplicateProduct(ask, { productId })
  const stored = await database.db.product.findUniqueOrThrow({
    where: { id: copy.productId },
    include: { variants: true, images: true },
  })
  expect(stored).toMatchObject({
    name: 'Linen dress (copy)',
    handle: 'linen-dress-copy',
    status: 'draft',
    variants: [{ sku: null, gtin: null, priceMinor: 4990 }],
    images: [{ fileId: picture.fileId }],
  })
  const act = await database.db.productAct.findFirstOrThrow({ where: { partnerId: ask.partner.id, kind: 'duplicate' } })
  expect(await undoAct(ask, { actId: act.id })).toMatchObject({ restored: 1 })
})

test('a description stays the same however often it is shown and saved', () => {
  const piece = fc.constantFrom(
    'a',
    '<',
    '&amp;',
    '<b>x</b>',
    '\n',
    '\n\n',
    '<p>',
    '</p>',
    '<ul><li>l</li></ul>',
    '5 > 4',
    '<br>',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const once = parseDescription(pieces.join(' '))
      const typed = typedDescription(once)
      expect(parseDescription(typed).text.replace(/\s+/g, ' ')).toBe(once.text.replace(/\s+/g, ' '))
      expect(typedDescription(parseDescription(typed))).toBe(typed)
    }),
  )
})
