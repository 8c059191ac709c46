import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Db } from '#server/platform/db.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, enterAs, expect, openDashboard, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

// ../from-review-to-answer.spec.ts tests the answer to a review.

const FEEDBACK = '/brand/dashboard/feedback'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Creates a store with a coat that has a review by a signed-in shopper, and with urgent private feedback. */
async function createStore(db: Db) {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  const product = await createProduct(db, { partnerId: partner.id, name: 'Wool coat' })
  const writer = await createAccount(db, { fullName: 'Maya Okonkwo' })
  const own = {
    partnerId: partner.id,
    userId: writer.id,
    customerName: 'Maya Okonkwo',
    customerEmail: writer.email,
    createdAt: hoursAgo(5),
  }
  await db.productReview.create({
    data: {
      ...own,
      productId: product.id,
      status: 'approved',
      rating: 4,
      title: 'Warm enough',
      comment: '=HYPERLINK("https://evil.example")',
    },
  })
  for (const [title, priority] of [
    ['Wrong parcel', 'urgent'],
    ['A question', 'low'],
  ] as const)
    await db.partnerFeedback.create({
      data: { ...own, rating: 2, category: 'shipping', title, comment: 'It came to Leeds.', priority },
    })
  return { ownerId, product, writer }
}

test('keeps the draft of a response to a review, and withdraws a sent response', async ({ page, db }) => {
  const { ownerId } = await createStore(db)
  await enterAs(page, db, ownerId)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await openDashboard(page, FEEDBACK)
    if (width === 360) await page.getByRole('button', { name: 'Continue Anyway' }).click()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expect(page.getByRole('link', { name: 'Customer Feedback', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const review = page.getByRole('article', { name: 'Maya O. on Wool coat' })
  await review.getByRole('link', { name: /^Respond/ }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Send Response' })
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Your response').fill('   ')
  await expect(send).toBeDisabled()
  await dialog.getByLabel('Your response').fill('Thank you.\nWear it well.')
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await openDashboard(page, FEEDBACK)
  await review.getByRole('link', { name: /^Respond/ }).click()
  await expect(dialog.getByLabel('Your response')).toHaveValue('Thank you.\nWear it well.')
  await send.click()
  await expect(page.getByText('Response Sent')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(review.getByText('Wear it well.')).toBeVisible()

  await review.getByRole('link', { name: /^Edit response/ }).click()
  await dialog.getByRole('button', { name: /^Withdraw the response/ }).click()
  await expect(page.getByText('Response withdrawn')).toBeVisible()
  await expect(review.getByText('Wear it well.')).toHaveCount(0)
})

/** Saves a shopper's change to the review, which is then published again. */
const changeReview = (db: Db, productId: string) =>
  db.productReview.updateMany({
    where: { productId },
    data: { comment: 'It lost all its buttons.', revision: { increment: 1 }, editedAt: new Date() },
  })

test('rejects a response to a review that has since been edited, and shows the new text', async ({ page, db }) => {
  const { ownerId, product } = await createStore(db)
  await enterAs(page, db, ownerId)
  await openDashboard(page, FEEDBACK)
  await page
    .getByRole('article', { name: 'Maya O. on Wool coat' })
    .getByRole('link', { name: /^Respond/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your response').fill('Thank you, wear it well.')
  await changeReview(db, product.id)
  await dialog.getByRole('button', { name: 'Send Response' }).click()
  await expect(dialog.getByText(/^The author has edited this review/)).toBeVisible()
  await expect(dialog.getByText('It lost all its buttons.')).toBeVisible()
  await expect(dialog.getByLabel('Your response')).toHaveValue('Thank you, wear it well.')
  expect(await axeFindings(page)).toEqual([])
  // Change it again, and add a colleague's response.
  await db.productReview.updateMany({
    where: { productId: product.id },
    data: { response: 'From Edda.', responseDate: new Date() },
  })
  await dialog.getByLabel('Your response').fill('We send you new ones.')
  await dialog.getByRole('button', { name: 'Send Response' }).click()
  await expect(dialog.getByText(/^A colleague has already responded/)).toBeVisible()
  await expect(dialog.getByText('From Edda.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send Response' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await db.productReview.findFirstOrThrow({ where: { productId: product.id } })).toMatchObject({
    response: 'We send you new ones.',
  })
})

test('urgent feedback comes first, feedback can be closed and flagged, and reviews can be exported', async ({
  page,
  db,
}, info) => {
  const { ownerId, writer } = await createStore(db)
  await enterAs(page, db, ownerId)
  await openDashboard(page, FEEDBACK)
  const urgent = page.getByRole('region', { name: 'Urgent feedback' })
  await expect(urgent.getByRole('listitem')).toHaveCount(1)
  await urgent.getByRole('link', { name: /^Respond/ }).click()
  await page.getByLabel('Your response').fill('It is on its way to you.')
  await page.getByRole('button', { name: 'Send Response' }).click()
  await expect(page.getByText('Response Sent')).toBeVisible()
  await expect(urgent).toHaveCount(0)
  expect(await db.mail.count({ where: { toAddress: writer.email, kind: 'feedback_answered' } })).toBe(1)

  await page.getByRole('link', { name: /^General Feedback/ }).click()
  await expect(page).toHaveURL(/tab=feedback/)
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(2)
  const question = rows.filter({ hasText: 'A question' })
  await question.getByRole('button', { name: /^Investigate/ }).click()
  await expect(question.getByText('Investigating', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: /^Close/ }).click()
  await expect(question.getByText('Closed', { exact: true })).toBeVisible()
  await question.getByRole('link', { name: /^Flag/ }).click()
  await page.getByLabel('What is the problem?').fill('Meant for another store')
  await page.getByRole('dialog').getByRole('button', { name: 'Flag', exact: true }).click()
  await expect(question.getByText('Meant for another store')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('button', { name: /^Remove flag/ }).click()
  await expect(question.getByText('Meant for another store')).toHaveCount(0)

  await page.getByRole('link', { name: /^Product Reviews/ }).click()
  await page.getByRole('combobox', { name: 'Rating' }).selectOption('5')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Rating' }).selectOption('4')
  await expect(page.getByRole('article')).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export', exact: true }).click(),
  ])
  await expect(page.getByText('Export Started')).toBeVisible()
  const path = info.outputPath(file.suggestedFilename())
  await file.saveAs(path)
  expect(parse(await readFile(path, 'utf8'), { bom: true, columns: true })).toMatchObject([
    { By: 'Maya O.', Stars: '4', Review: `'=HYPERLINK("https://evil.example")` },
  ])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the response has a separate page, which keeps a rejected text', async ({ page, db }) => {
    const { ownerId } = await createStore(db)
    await enterAs(page, db, ownerId)
    await page.goto(FEEDBACK)
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Respond/ })
      .click()
    await page.getByRole('button', { name: 'Send Response' }).click()
    await expect(page.getByText('Please write a response')).toBeVisible()
    const long = 'Thank you. '.repeat(190)
    await page.getByLabel('Your response').fill(long)
    await page.getByRole('button', { name: 'Send Response' }).click()
    await expect(page.getByText('Please use at most 2,000 characters')).toBeVisible()
    await expect(page.getByLabel('Your response')).toHaveValue(long)
    await page.getByLabel('Your response').fill('Thank you.')
    await page.getByRole('button', { name: 'Send Response' }).click()
    await expect(page.getByRole('status').getByText('Response Sent')).toBeVisible()
    await page.getByRole('button', { name: /^Withdraw/ }).click()
    await expect(page.getByRole('status').getByText('Response withdrawn')).toBeVisible()
  })

  test('a response to a review that has since been edited is rejected, and stays in the form', async ({ page, db }) => {
    const { ownerId, product } = await createStore(db)
    await enterAs(page, db, ownerId)
    const { id } = await db.productReview.findFirstOrThrow({ where: { productId: product.id } })
    await page.goto(`${FEEDBACK}/review-${id}`)
    await page.getByLabel('Your response').fill('Thank you, wear it well.')
    await changeReview(db, product.id)
    await page.getByRole('button', { name: 'Send Response' }).click()
    await expect(page.getByText(/^The author has edited this review/)).toBeVisible()
    await expect(page.getByText('It lost all its buttons.')).toBeVisible()
    await expect(page.getByLabel('Your response')).toHaveValue('Thank you, wear it well.')
    await page.getByRole('button', { name: 'Send Response' }).click()
    await expect(page.getByRole('status').getByText('Response Sent')).toBeVisible()
    await changeReview(db, product.id)
    await page.reload()
    await expect(page.getByText(/^The review was edited after you responded/)).toBeVisible()
  })
})

test('a store without feedback has an empty state', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await enterAs(page, db, ownerId)
  await page.goto(FEEDBACK)
  await expect(page.getByRole('heading', { name: 'No Reviews Yet' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})
