import { createClick, createPartner, createProduct } from '#tests/factories.ts'
import { createApprovedReview, hoursAgo, reviewPhoto } from '#tests/setup/reviews.ts'
import type { Db } from '#server/platform/db.ts'
import { createAccount, enterAs, expect, newEmail, openAlive, test } from '../accounts.ts'

// ../from-review-to-answer.spec.ts tests writing with JavaScript, approval and answers.

const TEXT = 'Warm, heavy and a little long. <b>Bold</b> words.'

async function createScene(db: Db) {
  // The store is old, because the home page starts with the newest stores and other tests use it.
  const partner = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const product = await createProduct(db, { partnerId: partner.id, name: 'Long Coat' })
  const { id: othersId } = await createApprovedReview(db, product, {
    customerName: 'Grace Hopper',
    rating: 5,
    title: 'From Grace',
  })
  const user = await createAccount(db, { email: newEmail(), fullName: 'Ada Byron' })
  return { product, user, othersId }
}

test("other people's reviews are marked helpful, sorted and filtered", async ({ page, db }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const { product, user } = await createScene(db)
  const own = { userId: user.id, customerName: 'Ada Byron', rating: 4, title: 'Worth the wait' }
  await createApprovedReview(db, product, own)
  await enterAs(page, db, user.id)
  await openAlive(page, `/product/${product.id}?tab=reviews`)
  const main = page.getByRole('main')
  await expect(main.getByText('4.5 out of 5, from 2 reviews')).toBeVisible()
  const helpful = main.getByRole('button', { name: 'Helpful: review by Grace H.' })
  await expect(main.getByRole('button', { name: /^Helpful/ })).toHaveCount(1)
  await helpful.click()
  await expect(helpful).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => db.reviewVote.count({ where: { userId: user.id } })).toBe(1)
  await helpful.click()
  await expect.poll(() => db.reviewVote.count({ where: { userId: user.id } })).toBe(0)

  await main.getByRole('link', { name: 'Highest' }).click()
  await expect(main.getByRole('heading', { level: 3 })).toHaveText(['From Grace', 'Worth the wait'])
  await main.getByRole('link', { name: '4 stars: 1 review' }).click()
  await expect(main.getByRole('heading', { level: 3 })).toHaveText(['Worth the wait'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a review can be written and changed, a long one is rejected, and others can be marked helpful', async ({
    page,
    db,
  }) => {
    const { product, user, othersId } = await createScene(db)
    await createClick(db, product, { userId: user.id, clickedAt: hoursAgo(30) })
    await page.goto(`/product/${product.id}/review`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to write a review')
    await enterAs(page, db, user.id)
    await page.reload()
    const long = 'x'.repeat(100_000)
    await page.getByRole('radio', { name: '2 stars, poor' }).check({ force: true })
    await page.getByLabel('Your review').fill(long)
    await page.getByRole('button', { name: 'Send review' }).click()
    await expect(page.getByText('Please use at most 5,000 characters')).toBeVisible()
    await expect(page.getByLabel('Your review')).toHaveValue(long)
    await expect(page.getByRole('radio', { name: '2 stars, poor' })).toBeChecked()
    await page.getByLabel('Your review').fill(TEXT)
    await page.getByLabel('Picture 2').setInputFiles(await reviewPhoto())
    await page.getByRole('button', { name: 'Send review' }).click()
    await expect(page.getByText('In review', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Edit: Long Coat' }).click()
    await expect(page.getByRole('radio', { name: '2 stars, poor' })).toBeChecked()
    await page.getByLabel('Remove').check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/^Your changes are saved/)).toBeVisible()
    expect(
      await db.productReview.findFirstOrThrow({ where: { userId: user.id }, include: { pictures: true } }),
    ).toMatchObject({ rating: 2, comment: TEXT, revision: 2, status: 'pending', pictures: [] })

    await page.goto(`/product/${product.id}?tab=reviews&sort=lowest&stars=5&page=9`)
    await page.getByRole('button', { name: 'Helpful: review by Grace H.' }).click()
    await expect(page).toHaveURL(new RegExp(`tab=reviews#review-${othersId}$`))
    expect(await db.productReview.findUniqueOrThrow({ where: { id: othersId } })).toMatchObject({ helpfulVotes: 1 })
  })
})
