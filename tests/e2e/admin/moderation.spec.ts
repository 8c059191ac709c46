import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Db } from '#server/platform/db.ts'
import { createPartner, createPicture, createProduct, createUser } from '#tests/factories.ts'
import { createAccount, enterAs, expect, newEmail, openAlive, findMail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { FIRST, openQueue } from '../queues.ts'

// Each case from its creation to the resulting email. server/moderation/moderation.test.ts tests the same without a
// browser.

const REASON = 'The label belongs to somebody else.'

async function createStore(db: Db) {
  const owner = await createAccount(db, { email: newEmail('owner'), role: 'partner' })
  const partner = await createPartner(db, { ownerId: owner.id, createdAt: new Date('2020-01-01') })
  const product = await createProduct(db, { partnerId: partner.id, name: `Coat of ${partner.businessName}` })
  return { owner, partner, product }
}
const enterQueue = async (page: Page, db: Db, name: string) => {
  await enterAs(page, db, (await createUser(db, { role: 'admin' })).id)
  await openQueue(page, name)
}
const logo = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: '#204060' } })
    .png()
    .toBuffer()
/** Appeals a decision as the partner. */
async function appeal(page: Page) {
  await page.getByLabel('Why do you disagree?').fill('It is our own label.')
  await page.getByRole('button', { name: 'Appeal the decision' }).click()
  await expect(page.getByText('An administrator will review our decision.')).toBeVisible()
}
/** Reverses the decision as another administrator. */
async function overturn(page: Page, db: Db, subjectId: string) {
  await db.appeal.updateMany({ where: { subjectId }, data: { raisedAt: FIRST } })
  await enterQueue(page, db, 'Appeals')
  const row = page.getByRole('listitem').filter({ hasText: 'It is our own label.' }).first()
  await row.getByText('Reverse the decision').click()
  await row
    .getByLabel(/^Reason, shown to the person who appealed/)
    .filter({ visible: true })
    .fill('You are right.')
  await row.getByRole('button', { name: 'Reverse decision' }).click()
  await expect(page.getByText('Decision reversed. The person who appealed has been emailed.')).toBeVisible()
}

test('a product is reported, taken down, appealed, and listed again', async ({ page, db }) => {
  test.setTimeout(60_000)
  const { owner, product } = await createStore(db)
  const ada = await createAccount(db, { email: newEmail('ada') })
  await enterAs(page, db, ada.id)
  await openAlive(page, `/product/${product.id}`)
  await page.getByRole('link', { name: 'Report this product' }).click()
  await expect(page.getByRole('heading', { name: 'Report this product' })).toBeVisible()
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Please choose what is wrong')).toBeVisible()
  await page.getByLabel('What is wrong?').selectOption('counterfeit')
  await page.getByLabel('Details').fill('The seam is wrong.')
  await page.getByRole('button', { name: 'Send report' }).click()
  // The form's hint says the same before the report is sent.
  await expect(page.getByRole('status').getByText('We’ll email you the outcome.')).toBeVisible()

  await db.productFlag.updateMany({ where: { productId: product.id }, data: { raisedAt: FIRST } })
  await enterQueue(page, db, 'Reported products')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: product.name }) })
  await expect(row.getByRole('list', { name: 'Reports' })).toContainText('The seam is wrong.')
  await row.getByText('Take down', { exact: true }).click()
  await row.getByRole('button', { name: 'Take down this product' }).click()
  await expect(row.getByText('Enter a reason. The partner will see it')).toBeVisible()
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await row.getByLabel('Reason, shown to the partner').fill(REASON)
  await row.getByRole('button', { name: 'Take down this product' }).click()
  await expect(row).toHaveCount(0)
  expect((await findMail(db, owner.email, 'product_taken_down')).text).toContain(REASON)
  expect((await findMail(db, ada.email, 'report_answered')).text).toContain('no longer listed')
  expect((await page.request.get(`/go/${product.id}`, { maxRedirects: 0 })).status()).toBe(404)

  await enterAs(page, db, owner.id)
  await openAlive(page, '/brand/dashboard/products')
  await page.getByRole('link', { name: 'Taken down' }).click()
  await expect(page.getByText(REASON)).toBeVisible()
  await page.getByRole('link', { name: 'Appeal this decision' }).click()
  await expect(page.getByRole('heading', { name: 'Do you disagree?' })).toBeVisible()
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await appeal(page)
  await overturn(page, db, product.id)
  expect((await findMail(db, owner.email, 'appeal_answered')).text).toContain('You are right.')
  expect((await findMail(db, owner.email, 'product_restored')).text).toContain(product.name)
  await expect(async () => {
    expect((await page.request.get(`/product/${product.id}?${Date.now()}`)).status()).toBe(200)
  }).toPass()
})

test('a store image is published, taken down, appealed, and restored', async ({ page, db }) => {
  test.setTimeout(60_000)
  const { owner, partner } = await createStore(db)
  await enterAs(page, db, owner.id)
  await openAlive(page, '/brand/dashboard/storefront')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload Logo' }).click()
  await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Store customization applied successfully!')).toBeVisible()

  await enterQueue(page, db, 'New store images')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: partner.businessName }) })
  await row.getByText('Take down', { exact: true }).click()
  await row.getByLabel('Reason, shown to the partner').fill(REASON)
  await row.getByRole('button', { name: 'Take down this image' }).click()
  await expect(row).toHaveCount(0)
  expect((await findMail(db, owner.email, 'picture_taken_down')).text).toContain(REASON)

  await enterAs(page, db, owner.id)
  await openAlive(page, '/brand/dashboard/storefront')
  await expect(page.getByText('We have removed your logo from your page.')).toBeVisible()
  await page.getByRole('link', { name: 'Appeal this decision' }).click()
  await appeal(page)
  const { id } = await db.partnerMedia.findFirstOrThrow({ where: { partnerId: partner.id } })
  await overturn(page, db, id)
  expect((await findMail(db, owner.email, 'picture_restored')).text).toContain('on your store page again')
  expect(await db.partnerMedia.findUnique({ where: { id } })).toMatchObject({ isActive: true })
})

test('a rejected promotion is appealed and approved', async ({ page, db }) => {
  const { owner, partner, product } = await createStore(db)
  const { fileId } = await createPicture(db, product.id)
  const { id } = await db.partnerMedia.create({
    data: {
      partnerId: partner.id,
      mediaType: 'promotional_image',
      fileId,
      altText: 'A coat in the wind',
      review: 'rejected',
      reviewReason: REASON,
      reviewedAt: new Date(),
    },
  })
  await enterAs(page, db, owner.id)
  await openAlive(page, '/brand/dashboard/promotions')
  await expect(page.getByText(REASON)).toBeVisible()
  await page.getByRole('link', { name: /^Appeal/ }).click()
  await appeal(page)
  await overturn(page, db, id)
  expect((await findMail(db, owner.email, 'promotion_approved')).text).toContain('A coat in the wind')
  await db.partnerMedia.delete({ where: { id } })
})
