import type { Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { createPartner, createProduct, createReview, createStoreFeedback, createUser } from '#tests/factories.ts'
import { enterAs, expect, openAlive, findMail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { FIRST, openQueue } from '../queues.ts'

// Approval is tested in ../from-review-to-answer.spec.ts

async function createStore(db: Db) {
  const owner = await createUser(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId: owner.id, createdAt: new Date('2020-01-01') })
  const product = await createProduct(db, { partnerId: partner.id, name: `Wool coat of ${partner.businessName}` })
  return { owner, partner, product, place: { partnerId: partner.id, productId: product.id } }
}
const enterAsAdmin = async (page: Page, db: Db) => enterAs(page, db, (await createUser(db, { role: 'admin' })).id)
const enterQueue = async (page: Page, db: Db) => {
  await enterAsAdmin(page, db)
  await openAlive(page, '/admin/reviews')
}

test('an administrator rejects a review, and its writer gets the reason by email', async ({ page, db }) => {
  const { place, product } = await createStore(db)
  const bob = await createUser(db)
  const comment = 'Use code COATS20 at coats.shop'
  await createReview(db, { ...place, createdAt: FIRST, userId: bob.id, comment })
  await enterQueue(page, db)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: product.name }) })

  await expect(row.getByRole('list', { name: 'Warning signs' })).toContainText('Mentions a code: COATS20')
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await row.getByText('Reject', { exact: true }).click()
  await row.getByRole('button', { name: 'Reject this review' }).click()
  await expect(row.getByText('Enter a reason. The author will see it')).toBeVisible()
  await row.getByLabel('Reason, shown to the author').fill('It advertises another shop.')
  await row.getByRole('button', { name: 'Reject this review' }).click()
  await expect(row).toHaveCount(0)
  expect((await findMail(db, bob.email, 'review_rejected')).text).toContain('It advertises another shop.')

  // Read the email in the administrators' outbox.
  await page.goto(`/admin/outbox?to=${encodeURIComponent(bob.email)}`)
  await expect(page.getByRole('row').filter({ hasText: bob.email })).toContainText('About your review of')
})

test('a decision is rejected if the review was edited after the administrator opened it', async ({ page, db }) => {
  const { place, product } = await createStore(db)
  const { id } = await createReview(db, { ...place, createdAt: FIRST, comment: 'Honest words.' })
  await enterQueue(page, db)
  await db.productReview.update({ where: { id }, data: { revision: 2, comment: 'Other words.', editedAt: new Date() } })
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: product.name }) })
  await row.getByRole('button', { name: 'Mark as spam' }).click()
  await expect(page.getByRole('alert').getByText('The author has edited this review.')).toBeVisible()
  await expect(row).toContainText('Other words.')
  await row.getByRole('button', { name: 'Mark as spam' }).click()
  await expect(row).toHaveCount(0)
  expect(await db.productReview.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: 'spam' })
})

test('an administrator decides on a review that a store flagged, and on its other flags', async ({ page, db }) => {
  const { owner, partner, place } = await createStore(db)
  await createReview(db, { ...place, status: 'approved', title: 'Thin' })
  await createStoreFeedback(db, { partnerId: partner.id, title: 'Rude', flaggedAt: FIRST, flagReason: 'It is abuse.' })
  await enterAs(page, db, owner.id)
  await openAlive(page, '/brand/dashboard/feedback')
  await page.getByRole('article').filter({ hasText: 'Thin' }).getByRole('link', { name: /^Flag/ }).click()
  await page.getByLabel('What is the problem?').fill('A rival wrote it.')
  await page.getByRole('dialog').getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(page.getByText('A rival wrote it.')).toBeVisible()
  await db.productReview.updateMany({ where: place, data: { flaggedAt: FIRST } })

  await enterAsAdmin(page, db)
  await openQueue(page, 'Flagged reviews')
  const row = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: partner.businessName }), hasText: title })
  await expect(row('Thin')).toContainText('A rival wrote it.')
  await row('Thin').getByRole('button', { name: 'Keep published' }).click()
  await expect(row('Thin')).toHaveCount(0)
  expect((await findMail(db, owner.email, 'review_flag_answered')).text).toContain('it stays')
  await row('Rude').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(row('Rude')).toHaveCount(0)
  expect((await findMail(db, owner.email, 'feedback_flag_answered')).text).toContain('We closed it')
})
