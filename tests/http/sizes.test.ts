import { expect, test } from 'vitest'
import { createPartner, createProduct, createSizeTable } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { createApprovedReview, createReviewer } from '#tests/setup/reviews.ts'
import { createSizedProduct } from '#tests/setup/sizes.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('suggests a size without JavaScript, with its confidence and reasons, and stores nothing', async () => {
  const { product } = await createSizedProduct(shop.db)
  await createApprovedReview(shop.db, product, { fit: 'true_to_size', sizeBought: 'M' })
  const visitor = shop.visitor()
  const page = await (await visitor.open(`/product/${product.id}`)).follow('Find my size')
  expect(page.heading).toBe('Find my size')
  expect(page.text()).toContain('One review says it is true to size.')
  const result = await page.press('Find my size', { Chest: '96', Waist: '76' })
  expect(result.status).toBe(200)
  expect(result.text()).toContain('Your size hereM')
  expect(result.text()).toMatch(/about \d\d% of people with your measurements would take M/)
  expect(result.text()).toContain('Chest 96 cm: in M.')
  expect(result.valueOf('Chest')).toBe('96')
  // The measurements come only from the form.
  expect((await visitor.open(`/product/${product.id}/size`)).valueOf('Chest')).toBe('')

  const inches = await result.press('Find my size', { Unit: 'in', Chest: '38', Waist: '' })
  expect(inches.text()).toContain('Chest 38 in: in M.')
  expect(inches.text()).toContain('Add your waist for a better answer.')
  const refused = await inches.press('Find my size', { Unit: 'cm', Chest: '38' })
  expect(refused.status).toBe(400)
  expect(refused.descriptionOf('Chest')).toContain('Is the unit right?')
})

test('a review can include the fit, which the product and its size page show', async () => {
  const { product } = await createSizedProduct(shop.db)
  const { viewer } = await createReviewer(shop.db, product)
  const writer = await shop.visitorAs(viewer.userId)
  const form = await writer.open(`/product/${product.id}/review`)
  expect(form.field('How did it fit?').querySelectorAll('option')).toHaveLength(4)
  expect(form.texts('[name=sizeBought] option')).toEqual(['Prefer not to say', 'S', 'M', 'L'])
  const body = new FormData()
  const fields = { form: 'review', rating: '4', comment: 'Tight across the back.', fit: 'ran_small', sizeBought: 'M' }
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  await writer.open(`/product/${product.id}/review`, { method: 'POST', body })
  await shop.db.productReview.updateMany({ where: { productId: product.id }, data: { status: 'approved' } })
  const page = await shop.visitor().open(`/product/${product.id}?tab=reviews`)
  expect(page.text()).toContain('One review says it runs small.')
  expect(page.text('#reviews')).toContain('Ran small, size M')
  expect((await shop.visitor().open(`/product/${product.id}/size`)).text()).toContain('One review says it runs small.')
})

test('suggests a size from a garment that fits, and reports a brand without a size table', async () => {
  const { product, partner, category } = await createSizedProduct(shop.db)
  const page = await shop.visitor().open(`/product/${product.id}/size`)
  const garment = { Brand: partner.businessName, Category: category.name, Size: 'large' }
  const result = await page.press('Find my size', garment)
  expect(result.text()).toContain('Your size hereL')
  expect(result.text()).toContain('(from a garment that fits you)')
  const unknown = await result.press('Find my size', { Brand: 'No such brand', Size: 'M' })
  expect(unknown.descriptionOf('Brand')).toContain('We don’t have a size chart from No such brand')
  const others = await result.press('See my size at other brands')
  expect(others.text()).toContain('We found no other brand with your size in stock')
  const forgotten = await result.press('Delete my sizes')
  expect(forgotten.text()).not.toContain('Your size here')
})

test('explains that there is no size table, and suggests no size', async () => {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const sized = await createProduct(shop.db, { partnerId: partner.id, variants: [{ size: 'S' }, { size: 'M' }] })
  const page = await shop.visitor().open(`/product/${sized.id}/size`)
  expect(page.text()).toContain('We can’t recommend a size')
  expect(page.hasButton('Find my size')).toBe(false)
  const one = await createProduct(shop.db, { partnerId: partner.id, variants: [{ size: 'One size' }] })
  for (const { id } of [sized, one])
    expect((await shop.visitor().open(`/product/${id}`)).link('Find my size')).toBeNull()
  expect((await shop.visitor().open('/product/junk/size')).status).toBe(404)
})

test('suggests jeans by waist and inseam, with their table first and their kind preselected', async () => {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const { id: categoryId } = await shop.db.category.findUniqueOrThrow({ where: { slug: 'slim-jeans' } })
  const sizes = ['W30 L32', 'W30 L34', 'W32 L32', 'W32 L34']
  const jeans = await createProduct(shop.db, {
    partnerId: partner.id,
    categoryId,
    gender: 'men',
    variants: sizes.map((size) => ({ size })),
  })
  // A table of the brand's letter sizes, which does not apply to jeans.
  await createSizeTable(shop.db, { partnerId: partner.id, brandId: jeans.brandId, categoryId, audience: 'men' })
  expect((await shop.visitor().open(`/product/${jeans.id}`)).link('Find my size')).not.toBeNull()
  const page = await shop.visitor().open(`/product/${jeans.id}/size`)
  const text = page.text('main')
  expect(text.indexOf('Size chart')).toBeGreaterThan(-1)
  expect(text.indexOf('Size chart')).toBeLessThan(text.indexOf('Your measurements'))
  expect(page.texts('main tbody th')).toEqual(['W30', 'W32'])
  expect(page.valueOf('Category')).toBe('denim')
  const result = await page.press('Find my size', { Waist: '81', 'Inside leg': '86' })
  expect(result.text()).toContain('Your size hereW32')
  expect(result.text()).toContain('Inseam: L34 suits your inside leg.')
  expect(result.text()).toContain('This store calls it W32 L34.')
})

test('suggests shoes by foot length in their size system, without a table from the brand', async () => {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const { id: categoryId } = await shop.db.category.findUniqueOrThrow({ where: { slug: 'trainers' } })
  const variants = ['EU 37', 'EU 38', 'EU 39'].map((size) => ({ size }))
  const shoes = await createProduct(shop.db, { partnerId: partner.id, categoryId, gender: 'women', variants })
  const page = await shop.visitor().open(`/product/${shoes.id}/size`)
  const result = await page.press('Find my size', { 'Foot length': '24' })
  expect(result.text()).toContain('Your size hereEU 38')
})

test('an account stores and returns measurements only on request', async () => {
  const { product } = await createSizedProduct(shop.db)
  const { id: userId } = await createAccount(shop.db)
  const owner = await shop.visitorAs(userId)
  const open = () => owner.open(`/product/${product.id}/size`)
  await (await open()).press('Find my size', { Chest: '96' })
  expect(await shop.db.shopperSizes.count({ where: { userId } })).toBe(0)
  await (await open()).press('Find my size', { Chest: '96', 'Save my measurements to my account': true })
  expect((await open()).valueOf('Chest')).toBe('96')
  await (await open()).press('Delete my sizes')
  expect(await shop.db.shopperSizes.count({ where: { userId } })).toBe(0)
})

test('a partner writes a size table without JavaScript: pastes, previews, corrects cells and goes back', async () => {
  const { id: ownerId } = await createAccount(shop.db, { role: 'partner' })
  const { partner, category, product } = await createSizedProduct(shop.db, { ownerId })
  await createProduct(shop.db, {
    partnerId: partner.id,
    categoryId: category.id,
    brandName: `Second ${partner.businessName}`,
    gender: 'women',
    variants: [{ size: 'M' }],
  })
  const owner = await shop.visitorAs(ownerId)
  const list = await owner.open('/brand/dashboard/products/sizes')
  expect(list.text()).toContain('S, M, L, with chest and waist.')
  const empty = await list.follow(/^Add a size table for Second/)
  const filled = await empty.press('Fill the table', {
    'Table, with or without headings': 'Size;Bust\nM;94-99\nL;90',
  })
  expect(filled.valueOf('Chest, row 1')).toBe('94-99')
  const refused = await filled.press('Save size table')
  expect(refused.status).toBe(400)
  expect(refused.text('[role=alert]')).toContain('Row 2, chest: L should be larger than M')
  const preview = await refused.press('Preview', { 'Chest, row 2': '100-106' })
  expect(preview.text()).toContain('As shoppers see it')
  const saved = await preview.press('Save size table')
  expect(saved.address).toBe('/brand/dashboard/products/sizes')
  expect(saved.text()).toContain('M, L, with chest.')
  const own = await saved.follow(new RegExp(`^${partner.businessName}, `))
  const gone = await own.press('Remove table')
  expect(gone.text()).toContain('Removed.')
  expect((await shop.visitor().open(`/product/${product.id}/size`)).text()).toContain('We can’t recommend a size')
  expect((await gone.press('Restore')).text()).not.toContain('Removed.')
})

test("a list in a shopper's size works without JavaScript, asks once, and keeps measurements out of URLs", async () => {
  const { product, category, partner } = await createSizedProduct(shop.db)
  const small = await createProduct(shop.db, {
    partnerId: partner.id,
    brandId: product.brandId,
    categoryId: category.id,
    name: 'Small shirt',
    variants: [{ size: 'S' }],
  })
  const visitor = shop.visitor()
  const list = await visitor.open(`/discover?category=${category.slug}`)
  const asked = await list.follow('Only my size')
  expect(asked.heading).toBe('In your size')
  const empty = await asked.press('Show what fits me')
  expect([empty.status, empty.text()]).toEqual([400, expect.stringContaining('Please enter at least one measurement')])
  const found = await empty.press('Show what fits me', { Chest: '96', Waist: '76' })
  expect(found.url.pathname + found.url.search).toBe(`/my-size/list?categories=${category.slug}`)
  expect(found.text()).toContain('Based on chest 96 cm, waist 76 cm.')
  expect(found.link(product.name)).not.toBeNull()
  expect(found.text()).toMatch(/Size M, (fairly sure|likely)/)
  expect(found.link(small.name)).toBeNull()
  const every = await found.follow('All sizes')
  expect([every.link(product.name), every.link(small.name)]).not.toContain(null)
  const again = await visitor.open('/my-size/measures')
  expect(again.valueOf('Chest')).toBe('96')
  const forgotten = await again.press('Delete my sizes')
  expect(forgotten.text()).toContain('Your sizes have been deleted')
  expect((await visitor.open('/my-size/list')).heading).toBe('In your size')
  expect((await visitor.open('/my-size/list')).hasButton('Show what fits me')).toBe(true)
})

test('the measurements cookie is sent only to lists in that size, and is hidden from scripts', async () => {
  const form = new URLSearchParams({ form: 'size', chest: '96', unit: 'cm', list: 'q=dress' })
  const answer = await fetch(`${shop.url}/my-size/measures`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: shop.url },
  })
  expect(answer.headers.get('location')).toBe('/my-size/list?q=dress')
  expect(answer.headers.get('set-cookie')).toMatch(
    /^wtf_sizes=[^;]+; Max-Age=15552000; Path=\/my-size; .*HttpOnly.*SameSite=Lax/,
  )
  // Invalid cookies are accepted.
  for (const value of ['junk', 'eyJtZWFzdXJlcyI6eyJjaGVzdCI6MX19', 'a'.repeat(4_000)]) {
    const page = await fetch(`${shop.url}/my-size/list`, {
      headers: { cookie: `wtf_sizes=${value}` },
      redirect: 'manual',
    })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/my-size/measures?list='])
  }
})
