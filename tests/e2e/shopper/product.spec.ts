import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createPartner, createProduct } from '#tests/factories.ts'
import { findTypicalProduct, LISTED } from '#tests/setup/demo-products.ts'
import { expect, openAlive, test } from '../shop.ts'

const counter = (page: Page) => page.getByText(/^\d+ \/ \d+$/)
const gallery = (page: Page) => page.getByRole('group', { name: /^Pictures of / })
const recentlyViewed = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('wtf-recently-viewed') ?? '[]') as Array<{
        id: string
        name: string
        viewedAt: string
      }>,
  )

test('changes the picture by thumbnail, arrow link and arrow key', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const count = product.images.length
  await page.goto(`/product/${product.id}`)
  await expect(counter(page)).toHaveText(`1 / ${count}`)
  await expect(gallery(page).getByRole('link', { name: /^Picture \d/ })).toHaveCount(count)
  await gallery(page).getByRole('link', { name: 'Picture 3' }).click()
  await expect(counter(page)).toHaveText(`3 / ${count}`)
  await expect(page).toHaveURL(/picture=3/)
  await expect(gallery(page).locator('[aria-current=true]')).toHaveAttribute('aria-label', 'Picture 3')
  await gallery(page).getByRole('link', { name: 'Previous picture' }).click()
  await expect(counter(page)).toHaveText(`2 / ${count}`)
  await page.keyboard.press('ArrowLeft')
  await expect(counter(page)).toHaveText(`1 / ${count}`)
  await page.keyboard.press('ArrowLeft')
  await expect(counter(page)).toHaveText(`${count} / ${count}`)
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText(`1 / ${count}`)
})

test('a single picture fills the gallery, and cards without pictures do not overlap', async ({ page, db }) => {
  const { images } = await findTypicalProduct(db)
  const { id: partnerId } = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const old = { partnerId, createdAt: new Date('2020-01-01') }
  const { id: productId } = await createProduct(db, old)
  await db.productImage.create({ data: { productId, fileId: images[0]?.fileId ?? null, isPrimary: true } })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/product/${productId}`)
  const picture = gallery(page).locator('img')
  await expect(picture).toHaveCount(1)
  expect((await picture.boundingBox())?.width).toBeGreaterThan(500)

  await page.setViewportSize({ width: 360, height: 800 })
  await createProduct(db, old)
  await page.goto(`/brand/${partnerId}`)
  const card = page.locator('.card').filter({ has: page.getByText('No picture yet') })
  const [placeholder, text] = [
    await card.locator('> div').boundingBox(),
    await card.locator('> p:not(.price)').boundingBox(),
  ]
  expect((placeholder?.y ?? 0) + (placeholder?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0)
  expect((await card.boundingBox())?.height).toBeGreaterThan((placeholder?.height ?? 0) + 40)
})

test('zooms to full screen and returns the focus', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const count = product.images.length
  await openAlive(page, `/product/${product.id}`)
  const open = gallery(page).getByRole('link', { name: 'View full screen' })
  const dialog = page.getByRole('dialog')
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img')).toBeInViewport()
  await expect(dialog).toHaveAccessibleName(`${product.name}, picture 1 of ${count}`)
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toHaveAccessibleName(`${product.name}, picture 2 of ${count}`)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toHaveAccessibleName(`${product.name}, picture 1 of ${count}`)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toHaveAccessibleName(`${product.name}, picture ${count} of ${count}`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
  await open.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test('zooms in by double click, wheel and key, and out again', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  await openAlive(page, `/product/${product.id}`)
  await gallery(page).getByRole('link', { name: 'View full screen' }).click()
  const picture = page.getByRole('dialog').getByRole('img')
  const width = async () => (await picture.boundingBox())?.width ?? 0
  await expect(picture).toBeInViewport()
  const before = await width()
  await picture.dblclick()
  await expect.poll(width).toBeGreaterThan(before * 2)
  await picture.dblclick({ force: true })
  await expect.poll(width).toBeLessThan(before * 1.01)
  await picture.hover()
  await page.mouse.wheel(0, -400)
  await expect.poll(width).toBeGreaterThan(before * 1.05)
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  await expect.poll(width).toBeLessThan(before * 1.01)
})

test('loads the full image when zooming in, and pans it with the arrow keys', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  await page.setViewportSize({ width: 360, height: 780 })
  await openAlive(page, `/product/${product.id}`)
  await gallery(page).getByRole('link', { name: 'View full screen' }).click()
  const picture = page.getByRole('dialog').getByRole('img')
  const widthOfFile = () =>
    picture.evaluate((image: HTMLImageElement) => Number(/\/(\d+)$/.exec(image.currentSrc)?.[1]))
  const largest = await picture.evaluate((image: HTMLImageElement) => {
    const widths = image.srcset.split(',').map((each) => Number(/ (\d+)w$/.exec(each)?.[1]))
    return Math.max(...widths)
  })
  await expect.poll(widthOfFile).toBeGreaterThan(0)
  expect(await widthOfFile()).toBeLessThan(largest)
  await picture.dblclick()
  await expect.poll(widthOfFile).toBe(largest)
  const box = async () => (await picture.boundingBox())!
  // At full zoom, each image pixel covers at least one screen pixel.
  await expect.poll(async () => (await box()).width).toBeGreaterThanOrEqual(largest * 0.99)
  const { x } = await box()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await box()).x).toBeGreaterThan(x)
  await expect(page.getByRole('dialog')).toHaveAccessibleName(/picture 1 of/)
  await page.keyboard.press('0')
  await expect.poll(async () => (await box()).width).toBeLessThanOrEqual(361)
})

test('a phone shows the name above the fold', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/product/${product.id}`)
  const [name, bar, dots, picture] = await Promise.all(
    [
      page.getByRole('heading', { level: 1 }),
      page.locator('.buy-bar'),
      page.locator('.gallery-steps'),
      gallery(page).getByRole('img').first(),
    ].map(async (place) => (await place.boundingBox())!),
  )
  expect(name!.y + name!.height).toBeLessThanOrEqual(bar!.y)
  expect(dots!.y - (picture!.y + picture!.height)).toBeLessThanOrEqual(4)
  expect(name!.y - (dots!.y + dots!.height)).toBeLessThanOrEqual(56)
})

test('an empty heart is visible on a pale image', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  await page.goto(`/product/${product.id}`)
  const heart = page.locator('.card .heart').first()
  await heart.scrollIntoViewIfNeeded()
  // Change only the style. React ignores a changed style when it hydrates, but a moved button would break hydration.
  await heart.evaluate((button) => button.style.setProperty('background', '#f4efe6', 'important'))
  const shot = await heart.screenshot()
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  const [middle, above] = [Math.floor(info.width / 2), Math.floor(info.height * 0.45)]
  expect(at(middle, Math.floor(info.height / 2))).toEqual([0xf4, 0xef, 0xe6])
  const row = Array.from({ length: info.width }, (_, x) => Math.min(...at(x, above)))
  expect(Math.min(...row)).toBeLessThan(120)
})

test('the Shop link is in the same place before the bottom bar has loaded', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/product/${product.id}`)
  const shop = page.getByRole('link', { name: 'Shop at Partner Store' })
  const place = await shop.boundingBox()
  await page.locator('.bottom-bar').evaluate((tabs) => tabs.remove())
  expect(await shop.boundingBox()).toEqual(place)
})

test('keeps the price and the Shop link visible on a phone at any scroll position', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/product/${product.id}`)
  const shop = page.getByRole('link', { name: 'Shop at Partner Store' })
  const isAboveTheTabs = () =>
    page.evaluate(() => {
      const bar = document.querySelector('.buy-bar')!.getBoundingClientRect()
      const tabs = document.querySelector('.bottom-bar')!.getBoundingClientRect()
      return Math.abs(bar.bottom - tabs.top) < 2
    })
  await expect(shop).toBeInViewport({ ratio: 1 })
  expect(await isAboveTheTabs()).toBe(true)
  const height = await gallery(page)
    .getByRole('img')
    .first()
    .evaluate((picture) => picture.clientHeight)
  expect(height).toBeLessThanOrEqual(740 * 0.56)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(shop).toBeInViewport({ ratio: 1 })
  expect(await isAboveTheTabs()).toBe(true)
  await expect(page.getByText('Delivery', { exact: true })).toBeVisible()
})

test("is added once to the browser's recently viewed products, newest first, at most 20", async ({ page, db }) => {
  const [first, second] = await db.product.findMany({ where: LISTED, take: 2, orderBy: { id: 'asc' } })
  await page.goto(`/product/${first!.id}`)
  await expect
    .poll(() => recentlyViewed(page))
    .toMatchObject([
      {
        id: first!.id,
        name: first!.name,
        image: expect.stringMatching(/^\/img\//),
        price: expect.any(String),
        brand: expect.any(String),
        viewedAt: expect.any(String),
      },
    ])
  await page.evaluate(() => {
    const [entry] = JSON.parse(localStorage.getItem('wtf-recently-viewed')!) as object[]
    localStorage.setItem(
      'wtf-recently-viewed',
      JSON.stringify([...Array.from({ length: 19 }, (_, n) => ({ ...entry, id: `other ${n}` })), entry]),
    )
  })
  await page.goto(`/product/${second!.id}`)
  await expect
    .poll(async () => (await recentlyViewed(page)).map(({ id }) => id))
    .toEqual([second!.id, ...Array.from({ length: 19 }, (_, n) => `other ${n}`)])
  await page.goto(`/product/${second!.id}?tab=details`)
  await expect.poll(async () => (await recentlyViewed(page)).filter(({ id }) => id === second!.id).length).toBe(1)
  await page.evaluate(() => localStorage.setItem('wtf-recently-viewed', '{broken'))
  await page.goto(`/product/${first!.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first!.name)
})
