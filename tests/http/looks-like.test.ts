import { beforeAll, expect, test } from 'vitest'
import { appearanceOf } from '#server/media/appearance/appearance-bytes.shared.ts'
import { writeAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { BLUE_DRESS, showDrawing, STRIPED_BLAZER } from '#tests/setup/appearances.ts'
import { useShop } from './shop.ts'

const shop = useShop()
let blazer: { id: string; name: string }
let looksLike: string

beforeAll(async () => {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  blazer = await createProduct(shop.db, { partnerId: partner.id, name: 'Gazette striped blazer' })
  await showDrawing(shop.db, blazer.id, STRIPED_BLAZER)
  const dress = await createProduct(shop.db, { partnerId: partner.id, name: 'Gazette blue dress' })
  await showDrawing(shop.db, dress.id, BLUE_DRESS)
  const { appearances } = await shop.db.product.findUniqueOrThrow({ where: { id: blazer.id } })
  looksLike = writeAppearanceText(appearanceOf(appearances))
})

test('a list by image has removable chips for each colour, the pattern and the outline', async () => {
  const page = await shop.visitor().open(`/discover?looksLike=${looksLike}`)
  // Some of the demo's products look the same.
  expect(page.productLinks().slice(0, 3).join()).toContain(blazer.id)
  expect(page.html).toContain('Nearly the same colours, striped too, the same outline')
  const chips = page.all('ul[aria-label="Active filters"] a').map((link) => link.getAttribute('aria-label') ?? '')
  expect(chips).toContain('Remove filter Striped')
  expect(chips).toContain('Remove filter Outline of your picture')
  const without = await shop
    .visitor()
    .open(page.all('a[aria-label="Remove filter Striped"]')[0]?.getAttribute('href') ?? '')
  expect(without.url.searchParams.get('looksLike')).toBe(looksLike.replace('.striped', ''))
})

test('filters keep the reference image', async () => {
  const page = await shop.visitor().open(`/discover?looksLike=${looksLike}`)
  const hidden = page.find('form input[type=hidden][name=looksLike]')
  expect(hidden?.getAttribute('value')).toBe(looksLike)
})

test("the browser's colour field leads to a list in that colour without JavaScript", async () => {
  const page = await shop.visitor().open('/picture-search')
  expect(page.status).toBe(200)
  expect(page.html).toContain('Your picture is read on this device and never leaves it.')
  expect(page.html).toContain('name="looksLike"')
  const list = await shop.visitor().open('/discover?looksLike=%232450a4')
  expect(list.productLinks().length).toBeGreaterThan(0)
  expect(list.all('ul[aria-label="Active filters"] a')[0]?.getAttribute('aria-label')).toBe('Remove filter Blue')
})

test('a product links to items in its colour, and to similar items', async () => {
  const page = await shop.visitor().open(`/product/${blazer.id}`)
  const links = page.all('main a').flatMap((link) => link.getAttribute('href') ?? [])
  const looks = links.flatMap((href) => new URL(href, shop.url).searchParams.get('looksLike') ?? [])
  expect(looks).toHaveLength(2)
  expect(looks[0]).toMatch(/^[0-9a-f]{6}(\.[0-9a-f]{6})?$/)
  expect(looks[1]).toBe(looksLike)
})

test('an invalid image value in the URL is ignored', async () => {
  const page = await shop.visitor().open('/discover?all=true&looksLike=%00%3Cscript%3E.tartan')
  expect(page.status).toBe(200)
  expect(page.url.searchParams.get('looksLike')).not.toBeNull()
  expect(page.all('ul[aria-label="Active filters"] a')).toHaveLength(0)
})
