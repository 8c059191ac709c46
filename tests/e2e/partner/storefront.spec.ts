import sharp from 'sharp'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, enterAs, expect, openAlive, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

test('a partner edits its page, previews, discards, restores and publishes it', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await createProduct(db, { partnerId: partner.id })
  await enterAs(page, db, ownerId)
  await page.goto('/brand/dashboard/storefront')
  const main = page.getByRole('main')
  const save = main.getByRole('button', { name: 'Save Changes' })
  await expect(save).toHaveCount(0)

  await main.getByRole('link', { name: 'Add Hero Title' }).click()
  const box = main.getByRole('textbox', { name: 'Hero Title' })
  await expect(box).toBeFocused()
  await expect(box).toHaveAttribute('rows', '2')
  await box.fill('x'.repeat(81))
  await main.getByRole('button', { name: 'Update Preview' }).click()
  await expect(main.getByText('Please use at most 80 characters')).toBeVisible()
  await expect(box).toHaveValue('x'.repeat(81))
  await box.fill('Worn twice, <b>mended</b> once')
  const asked = page.waitForEvent('dialog')
  const leaving = page.getByRole('link', { name: 'Connect Store' }).click()
  const dialog = await asked
  expect(dialog.message()).toContain('Hero Title')
  await dialog.dismiss()
  await leaving
  await main.getByRole('button', { name: 'Update Preview' }).click()
  await expect(main.getByRole('link', { name: 'Edit Hero Title' })).toBeFocused()
  await expect(main.getByRole('status').first()).toContainText('1 unpublished change')

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    main.getByRole('button', { name: 'Upload Hero Image' }).click(),
  ])
  await chooser.setFiles({ name: 'hero.jpg', mimeType: 'image/jpeg', buffer: await picture(1600, 900, '#204060') })
  await expect(main.getByAltText('Hero Image, after you save')).toHaveCount(0)
  await expect(main.getByText('hero.jpg')).toBeVisible()
  const [logos] = await Promise.all([
    page.waitForEvent('filechooser'),
    main.getByRole('button', { name: 'Upload Logo' }).click(),
  ])
  await logos.setFiles({ name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(2 ** 21 + 1) })
  await expect(page.getByRole('alert').filter({ hasText: 'File too large' })).toContainText(
    'File size exceeds 2MB limit',
  )
  await expect(main.getByRole('status').first()).toContainText('2 unpublished changes')

  const popup = page.waitForEvent('popup')
  await main.getByRole('link', { name: 'Preview Store' }).click()
  const preview = await popup
  await expect(preview.getByText('Unsaved Changes')).toBeVisible()
  await expect(preview).toHaveURL(/\/brand\/preview\/[\w-]+\?data=[\w-]{56}$/)
  await expect(preview.getByText('Worn twice, <b>mended</b> once')).toBeVisible()
  expect(await preview.evaluate(() => [innerWidth, innerHeight])).toEqual([1200, 800])

  await main.getByRole('button', { name: 'Revert' }).click()
  await expect(save).toHaveCount(0)
  await expect(preview.getByText('No content yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(save).toBeVisible()
  await expect(preview.getByText('Unsaved Changes')).toBeVisible()

  await save.click()
  await expect(page.getByText('Store customization applied successfully!')).toBeVisible()
  await expect(save).toHaveCount(0)
  await expect(preview.getByText('Saved', { exact: true })).toBeVisible()
  await Promise.all([preview.waitForEvent('close'), preview.getByRole('button', { name: 'Close Preview' }).click()])

  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, await axeFindings(page)]).toEqual([width, []])
  }
  await openAlive(page, `/brand/${partner.id}`)
  await expect(page.getByRole('heading', { level: 1, name: partner.businessName })).toBeVisible()
  await expect(page.getByText('Worn twice, <b>mended</b> once')).toBeVisible()
  const hero = page.getByRole('region', { name: partner.businessName }).locator('img').first()
  await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await axeFindings(page)).toEqual([])
  await page
    .getByRole('main')
    .getByRole('link', { name: /Product/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/product\//)
  expect(await page.evaluate(() => sessionStorage.getItem('currentBrandId'))).toBe(partner.id)
})
