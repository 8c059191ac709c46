import { createSizedProduct } from '#tests/setup/sizes.ts'
import { axeFindings } from '../axe.ts'
import { expect, test } from '../shop.ts'

const SIZES = [
  { name: 'phone', width: 360, height: 780 },
  { name: 'desktop', width: 1280, height: 900 },
] as const

for (const { name, ...viewport } of SIZES)
  test(`on a ${name}: measurements entered once stay on the device and select the size, without a layout shift`, async ({
    page,
    db,
    errors,
  }) => {
    await page.setViewportSize(viewport)
    const { product } = await createSizedProduct(db)
    const scripts: string[] = []
    page.on(
      'request',
      (request) => /size-dialog|size-panel|your-sizes|\/trpc/.test(request.url()) && scripts.push(request.url()),
    )
    await page.goto(`/product/${product.id}`, { waitUntil: 'networkidle' })
    // Visitors without measurements load none of the scripts.
    expect(scripts).toEqual([])
    const place = await page.getByRole('link', { name: 'Size L' }).boundingBox()

    await page.getByRole('link', { name: 'Find my size' }).click()
    const dialog = page.getByRole('dialog', { name: 'Find my size' })
    await dialog.getByLabel('Chest').fill('96')
    await dialog.getByLabel('Waist').fill('76')
    await dialog.getByRole('button', { name: 'Find my size' }).click()
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

    // Later invalid input leaves the answer unchanged.
    await page.goto(`/product/${product.id}/size`)
    await page.getByRole('button', { name: 'Find my size' }).click()
    await expect(page.getByRole('region', { name: 'Your size here' })).toContainText('Chest 96 cm: in M.')
    const brand = page.locator('[name=brand]')
    if (!(await brand.isVisible())) await page.locator('details', { has: brand }).locator('summary').click()
    await brand.fill('Nobody knows it')
    await page.getByRole('textbox', { name: 'Size', exact: true }).fill('M')
    await page.getByRole('button', { name: 'Find my size' }).click()
    await expect(page.getByText('We don’t have a size chart from Nobody knows it')).toBeVisible()
    // The browser reports the rejected request.
    expect(errors.splice(0).filter((error) => !error.includes('400'))).toEqual([])
    await expect(page.getByRole('region', { name: 'Your size here' })).toContainText('Chest 96 cm: in M.')

    // On the next visit the device remembers.
    await page.goto(`/product/${product.id}/size`)
    await expect(page.getByRole('region', { name: 'Your size here' })).toContainText('M')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete my sizes' }).click()
    await expect(page.getByRole('region', { name: 'Your size here' })).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('wtf-sizes'))).toBeNull()
  })

for (const { name, ...viewport } of SIZES)
  test(`on a ${name}: lists only products in stock in the matching size, and follows changes on the device`, async ({
    page,
    db,
  }) => {
    await page.setViewportSize(viewport)
    const { product, category } = await createSizedProduct(db)
    // The link appears as soon as the search knows the new product.
    await expect(async () => {
      await page.goto(`/discover?category=${category.slug}`)
      await expect(page.getByText('Only my size')).toBeAttached({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    if (name === 'phone') await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('link', { name: 'Only my size' }).click()
    await page.getByLabel('Chest').fill('96')
    await page.getByLabel('Waist').fill('76')
    await page.getByRole('button', { name: 'Show what fits me' }).click()
    await expect(page).toHaveURL(`/my-size/list?categories=${category.slug}`)
    await expect(page.getByText('Size M,')).toBeVisible()
    await expect(page.getByRole('link', { name: product.name }).first()).toBeVisible()
    expect(await axeFindings(page)).toEqual([])

    // The shopper measures again, on a product's page.
    await page.goto(`/product/${product.id}/size`)
    await page.getByLabel('Chest').fill('102')
    await page.getByLabel('Waist').fill('82')
    await page.getByRole('button', { name: 'Find my size' }).click()
    await expect(page.getByRole('region', { name: 'Your size here' })).toContainText('L')
    await page.goto(`/my-size/list?categories=${category.slug}`)
    await expect(page.getByText('Based on chest 102 cm, waist 82 cm.')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Size L,')).toBeVisible()
  })
