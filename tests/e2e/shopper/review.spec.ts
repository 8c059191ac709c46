import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'
import { createApprovedReview, hoursAgo } from '#tests/setup/reviews.ts'
import type { Db } from '#server/platform/db.ts'
import { createAccount, enterAs, expect, newEmail, openAlive, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const TEXT = 'Warm, heavy and a little long. <b>Bold</b> words.'
const photo = async () => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: '#7a5236' } })
    .jpeg()
    .toBuffer(),
})

async function createScene(db: Db) {
  const businessName = `Moss ${randomBytes(4).toString('hex')}`
  // The home page begins with the newest stores, and other tests look at it.
  const partner = await createPartner(db, { createdAt: new Date('2020-01-01'), businessName })
  const product = await createProduct(db, { partnerId: partner.id, name: 'Long Coat' })
  const user = await createAccount(db, { email: newEmail(), fullName: 'Ada Byron' })
  return { product, user, businessName }
}

test('on a phone: leaving, coming back a day later, a review with a picture, its approval and a vote', async ({
  page,
  db,
}) => {
  test.setTimeout(90_000)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { product, user, businessName } = await createScene(db)
  await enterAs(page, db, user.id)

  await openAlive(page, `/product/${product.id}?tab=reviews`)
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByText(/Press 'Shop at Partner Store'/)).toBeVisible()
  const left = await page.request.get(`/go/${product.id}?src=product`, {
    maxRedirects: 0,
    // Headless browsers are robots.
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  })
  expect(left.status()).toBe(302)
  await expect.poll(() => db.outboundClick.count({ where: { userId: user.id } })).toBe(1)
  await page.reload()
  await expect(page.getByText(/^Come back tomorrow/)).toBeVisible()
  await db.outboundClick.updateMany({ where: { userId: user.id }, data: { clickedAt: hoursAgo(25) } })

  await openAlive(page, `/product/${product.id}/review`)
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Your review').fill('Too short')
  await page.getByLabel('Picture 1').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no') })
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Please choose one to five stars')).toBeVisible()
  await expect(page.getByText('Please write at least 10 characters about the product')).toBeVisible()
  await page.getByRole('radio', { name: '4 stars, good' }).check({ force: true })
  await page.getByLabel('Your review').fill(TEXT)
  await page.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText(/^This is not a picture that we can read/)).toBeVisible()
  await expect(page.getByLabel('Your review')).toHaveValue(TEXT)
  await page.getByLabel('Picture 1').setInputFiles(await photo())
  await page.getByLabel('Title').fill('Worth the wait')
  await page.getByRole('button', { name: 'Send review' }).click()

  await expect(page).toHaveURL(/\/settings\/reviews$/)
  await expect(page.getByText('Thank you. Your review waits here until we have read it.')).toBeVisible()
  await expect(page.getByText('Waits', { exact: true })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await openAlive(page, `/product/${product.id}?tab=reviews`)
  await expect(page.getByText('No reviews yet')).toBeVisible()

  await db.productReview.updateMany({
    where: { productId: product.id },
    data: { status: 'approved', response: 'Thank you, Ada.', responseDate: new Date(), verifiedPurchase: true },
  })
  await createApprovedReview(db, product, { customerName: 'Grace Hopper', rating: 5, title: 'From Grace' })
  await openAlive(page, `/product/${product.id}?tab=reviews`)
  const main = page.getByRole('main')
  await expect(main.getByText('4.5 of 5, from 2 reviews')).toBeVisible()
  await expect(main.getByText(TEXT)).toBeVisible()
  await expect(main.getByText('Verified purchase')).toBeVisible()
  await expect(main.getByText(`Answer from ${businessName}`)).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await main.getByRole('link', { name: 'Picture 1 of 1 by Ada B.' }).click()
  await expect(page.getByRole('dialog', { name: /^Review by Ada B/ }).getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(main.getByRole('link', { name: 'Picture 1 of 1 by Ada B.' })).toBeFocused()

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
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBeLessThanOrEqual(0)

  await openAlive(page, '/settings/reviews')
  await page.getByText('Delete Long Coat').click()
  await expect(
    page.getByText('Your stars and your text, its picture and the answer of the store are gone'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete this review' }).click()
  await expect(page.getByText('Your review is deleted.')).toBeVisible()
  expect(await db.productReview.count({ where: { userId: user.id } })).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a review is written, refused where it is too long, changed, and others are found helpful', async ({
    page,
    db,
  }) => {
    const { product, user } = await createScene(db)
    const { id: othersId } = await createApprovedReview(db, product, { customerName: 'Grace Hopper', rating: 5 })
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
    await page.getByLabel('Picture 2').setInputFiles(await photo())
    await page.getByRole('button', { name: 'Send review' }).click()
    await expect(page.getByText('Waits', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Change: Long Coat' }).click()
    await expect(page.getByRole('radio', { name: '2 stars, poor' })).toBeChecked()
    await page.getByLabel('Take it away').check()
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
