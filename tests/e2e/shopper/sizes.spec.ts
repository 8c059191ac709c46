import { createSizedProduct } from '#tests/setup/sizes.ts'
import { axeFindings } from '../axe.ts'
import { expect, test } from '../shop.ts'

const SIZES = [
  { name: 'phone', width: 360, height: 780 },
  { name: 'desktop', width: 1280, height: 900 },
] as const

for (const { name, ...viewport } of SIZES)
  test(`on a ${name}: measures are told once, stay on the device, and mark the own size without moving anything`, async ({
    page,
    db,
  }) => {
    await page.setViewportSize(viewport)
    const { product } = await createSizedProduct(db)
    const scripts: string[] = []
    page.on(
      'request',
      (request) => /size-dialog|size-panel|your-sizes|\/trpc/.test(request.url()) && scripts.push(request.url()),
    )
    await page.goto(`/product/${product.id}`, { waitUntil: 'networkidle' })
    // Who has told nothing loads nothing of it.
    expect(scripts).toEqual([])
    const place = await page.getByRole('link', { name: 'Size L' }).boundingBox()

    await page.getByRole('link', { name: 'Which size here?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Which size here?' })
    await dialog.getByLabel('Chest').fill('96')
    await dialog.getByLabel('Waist').fill('76')
    await dialog.getByRole('button', { name: 'Which size here?' }).click()
    const advice = dialog.getByRole('region', { name: 'Your size here' })
    await expect(advice).toContainText('Chest 96 cm: in M.')
    await expect(advice).toBeFocused()
    expect(await axeFindings(page, { within: '[role=dialog]' })).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await expect(page.getByRole('link', { name: 'Size M, your size' })).toBeVisible()
    expect(await page.getByRole('link', { name: 'Size L' }).boundingBox()).toMatchObject({
      x: place?.x,
      width: place?.width,
    })
    expect(await axeFindings(page)).toEqual([])

    // Another visit: the device knows.
    await page.goto(`/product/${product.id}/size`)
    await expect(page.getByRole('region', { name: 'Your size here' })).toContainText('M')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Forget my sizes' }).click()
    await expect(page.getByRole('region', { name: 'Your size here' })).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('wtf-sizes'))).toBeNull()
  })
