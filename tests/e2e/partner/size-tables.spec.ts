import { createAccount } from '#tests/setup/auth.ts'
import { createSizedProduct } from '#tests/setup/sizes.ts'
import { enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

test('a partner pastes a spreadsheet into the cells, moves by keyboard, and saves', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const { table } = await createSizedProduct(db, { ownerId })
  await enterAs(page, db, ownerId)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/brand/dashboard/products/sizes/${table.id}`, { waitUntil: 'networkidle' })
    await expect(page.getByLabel('Chest, row 1')).toHaveValue('88–93')
    expect(await axeFindings(page)).toEqual([])
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(isWide).toBe(false)
  }
  await page.getByLabel('Chest, row 1').press('ArrowDown')
  await expect(page.getByLabel('Chest, row 2')).toBeFocused()
  await page.getByLabel('Size, row 1').evaluate((cell) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Size\tWaist\tChest\nM\t74-79\t94-99\nL\t80-86\t100-106\n')
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByLabel('Chest, row 2')).toHaveValue('100-106')
  await expect(page.getByLabel('Waist, row 1')).toHaveValue('74-79')
  // Row 3 is unchanged, so L is now in the table twice.
  await page.getByRole('button', { name: 'Save size table' }).click()
  await expect(page.getByRole('alert').first()).toContainText('L is in the table twice')
  for (const column of ['Size', 'Chest', 'Waist']) await page.getByLabel(`${column}, row 3`).fill('')
  await page.getByRole('button', { name: 'Save size table' }).click()
  await expect(page.getByText('Size table saved.')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})
