import type { Page } from '@playwright/test'
import { photographed, photoOf, listPictures, STRIPED_BLAZER } from '#tests/setup/appearances.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { expect, openAlive, test } from '../shop.ts'

const answer = (page: Page) => page.getByRole('region', { name: 'Similar items' })

const SIZES = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'desktop', width: 1280, height: 900 },
] as const

for (const { name: device, ...viewport } of SIZES)
  test(`on a ${device}: finds the item in a photo, which never leaves the device`, async ({ page, db }) => {
    await page.setViewportSize(viewport)
    const { id, name } = await findTypicalProduct(db)
    const original = await listPictures(db, process.env.SHOP_DATA_DIR ?? '', id)
    const { colour } = await db.mediaFile.findFirstOrThrow({
      where: { productImages: { some: { productId: id, position: 0 } } },
    })
    await openAlive(page, '/picture-search')
    const sent: Array<{ url: string; bytes: number }> = []
    page.on('request', (request) => sent.push({ url: request.url(), bytes: request.postDataBuffer()?.length ?? 0 }))
    // A worker reads the picture, because the page must stay responsive.
    const thread = page.waitForEvent('worker')
    await page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photographed(original, colour) })
    expect((await thread).url()).toContain('picture-worker')
    await expect(answer(page).getByRole('heading', { level: 4 }).first()).toHaveText(name)
    await expect(page.getByRole('img', { name: 'The item without its background' })).toBeVisible()
    for (const { url, bytes } of sent) {
      expect(bytes, url).toBeLessThan(2_000)
      expect(url.length, url).toBeLessThan(4_000)
    }

    // The shopper corrects the pattern; which one does not matter.
    const pattern = await page.getByLabel('Pattern').inputValue()
    await page.getByLabel('Pattern').selectOption('')
    await page
      .getByRole('button', { name: /^Colour #/ })
      .last()
      .click()
    await page.getByRole('link', { name: /in Discover$/ }).click()
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible()
    const asked = new URL(page.url()).searchParams.get('looksLike')
    expect(asked).toMatch(/^[0-9a-f]{6}/)
    expect(asked).not.toContain(pattern)

    // Back restores the picture with the shopper's corrections.
    await page.goBack()
    await expect(page.getByRole('img', { name: 'The item without its background' })).toBeVisible()
    await expect(page.getByLabel('Pattern')).toHaveValue('')
    await expect(answer(page).getByRole('heading', { level: 4 }).first()).toBeVisible()
  })

test('a pasted image works too, and an invalid file shows how to continue', async ({ page }) => {
  await openAlive(page, '/picture-search')
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.locator('[role=alert].notice')).toContainText('Choose a JPEG, PNG or WebP')
  const bytes = [...(await photoOf(STRIPED_BLAZER))]
  await page.evaluate((data) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(data)], 'pasted.jpg', { type: 'image/jpeg' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }))
  }, bytes)
  await expect(page.getByRole('region', { name: 'What we found in your picture' })).toBeVisible()
  await expect(page.locator('[role=alert].notice')).toHaveCount(0)
})

for (const { name: device, ...viewport } of SIZES)
  test(`on a ${device}: one or more colours are chosen by keyboard`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await openAlive(page, '/picture-search')
    const shown = page.locator('output')
    const before = await shown.textContent()
    await page.getByLabel('Hue').focus()
    await page.keyboard.press('ArrowRight')
    await expect(shown).not.toHaveText(before ?? '')
    await page.getByRole('button', { name: 'Add another colour' }).click()
    await page.getByLabel('Lightness').focus()
    await page.keyboard.press('Home')
    const black = page.getByRole('link', { name: 'Find products with both colours' })
    await expect(black).toHaveAttribute('href', /looksLike=[0-9a-f]{6}\.000000$/)
    await black.click()
    await expect(page).toHaveURL(/looksLike=/)
  })
