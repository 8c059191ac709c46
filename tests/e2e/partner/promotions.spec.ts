import sharp from 'sharp'
import { createPartner, createUser } from '#tests/factories.ts'
import { enterAs, expect, openAlive, openDashboard, findMail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { openQueue } from '../queues.ts'

const PROMOTIONS = '/brand/dashboard/promotions'

test('a promotion is uploaded, reviewed, shown on the home page, and switched off', async ({ page, db, browser }) => {
  const owner = await createUser(db, { role: 'partner' })
  const { businessName, id } = await createPartner(db, { ownerId: owner.id, createdAt: new Date('2020-01-01') })
  await enterAs(page, db, owner.id)
  await openDashboard(page, PROMOTIONS)
  await expect(page.getByText('Not live', { exact: true })).toBeVisible()

  const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#7a4b2a' } })
    .withExif({ IFD0: { Copyright: 'A secret of the camera' } })
    .jpeg()
    .toBuffer()
  const input = page.locator('input[type=file]').first()
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(page.getByText('Please upload a valid image file.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove: notes.txt' }).click()
  await input.setInputFiles({ name: 'coat.jpg', mimeType: 'image/jpeg', buffer: picture })
  await page.getByLabel('Image description (for screen readers)').fill('A brown coat')
  await page.getByRole('button', { name: 'Send for review' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'A brown coat' })
  await expect(row.getByText('Under review')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  const admin = await createUser(db, { role: 'admin' })
  const theirs = await (await browser.newContext({ baseURL: process.env.SHOP_URL ?? '' })).newPage()
  await enterAs(theirs, db, admin.id)
  await openQueue(theirs, 'Promotions')
  expect(await axeFindings(theirs)).toEqual([])
  const waiting = theirs.getByRole('listitem').filter({ hasText: businessName })
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await expect(waiting).toHaveCount(0)
  expect((await findMail(db, owner.email, 'promotion_approved')).text).toContain('A brown coat')

  await openAlive(page, '/')
  const shown = page.getByRole('link', { name: businessName }).and(page.locator(`a[href*="${id}"]`))
  await expect(shown.getByRole('img', { name: 'A brown coat' })).toBeAttached()

  await openDashboard(page, PROMOTIONS)
  await expect(page.getByText('Live: 1 promotion')).toBeVisible()
  await row.getByRole('switch', { name: 'Active' }).click()
  await expect(row.getByText('Off', { exact: true })).toBeVisible()
  await openAlive(page, '/')
  await expect(page.getByRole('heading', { name: 'From our partners' })).toBeAttached()
  await expect(shown).toHaveCount(0)

  await openDashboard(page, PROMOTIONS)
  await row.getByText('Replace the file').click()
  const other = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#224466' } })
    .png()
    .toBuffer()
  await row.locator('input[type=file]').setInputFiles({ name: 'hat.png', mimeType: 'image/png', buffer: other })
  const shows = row.getByLabel('Image description (for screen readers)')
  await expect(shows).toHaveValue('')
  await shows.fill('A blue hat')
  await row.getByRole('button', { name: 'Send for review' }).click()
  const hat = page.getByRole('listitem').filter({ hasText: 'A blue hat' })
  await expect(hat.getByText('Under review')).toBeVisible()
  await expect(row).toHaveCount(0)

  await hat.getByRole('button', { name: 'Delete: A blue hat' }).click()
  await expect(hat).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(hat).toHaveCount(1)
  await theirs.context().close()
})
