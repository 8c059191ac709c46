import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { deliverTo } from '#server/mail/deliver.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import type { Db } from '#server/platform/db.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createSaleOf, hoursAgo, reviewPhoto } from '#tests/setup/reviews.ts'
import { startSmtp } from '#tests/setup/smtp.ts'
import { createAccount, enterAs, expect, newEmail, openAlive, openDashboard, findMail, test } from './accounts.ts'
import { axeFindings } from './axe.ts'
import { FIRST, openQueue } from './queues.ts'

// Follows one review through all roles. The folders of the roles test the other actions.

const TEXT = 'Warm, heavy and a little long. <b>Bold</b> words.'
const ANSWER = 'Thank you, Ada. Wear it well.'

test("on a phone: a store visit, a review with an image a day later, its approval and the store's response", async ({
  page,
  db,
}) => {
  test.setTimeout(90_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const businessName = `Moss ${randomBytes(4).toString('hex')}`
  const owner = await createAccount(db, { email: newEmail('owner'), role: 'partner' })
  // The store is old, because the home page starts with the newest stores and other tests use it.
  const partner = await createPartner(db, { ownerId: owner.id, createdAt: new Date('2020-01-01'), businessName })
  const product = await createProduct(db, { partnerId: partner.id, name: 'Long Coat' })
  const user = await createAccount(db, { email: newEmail(), fullName: 'Ada Byron' })
  const reviews = `/product/${product.id}?tab=reviews`
  const main = page.getByRole('main')

  await test.step('a shopper visits the store, and returns too early to review', async () => {
    await enterOnPhone(page, db, user.id)
    await openAlive(page, reviews)
    await expect(page.getByText('No reviews yet')).toBeVisible()
    await page.getByRole('link', { name: 'Write a review' }).click()
    await expect(page.getByText(/Press 'Shop at Partner Store'/)).toBeVisible()
    const left = await page.request.get(`/go/${product.id}?src=product`, {
      maxRedirects: 0,
      // Headless browsers count as robots.
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    expect(left.status()).toBe(302)
    await expect.poll(() => db.outboundClick.count({ where: { userId: user.id } })).toBe(1)
    await page.reload()
    await expect(page.getByText(/^Come back tomorrow/)).toBeVisible()
  })

  await test.step('a day later the shopper writes a review of the purchase', async () => {
    const click = await db.outboundClick.findFirstOrThrow({ where: { userId: user.id } })
    await db.outboundClick.update({ where: { id: click.id }, data: { clickedAt: hoursAgo(25) } })
    await createSaleOf(db, product, click.id)
    await openAlive(page, `/product/${product.id}/review`)
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Your review').fill('Too short')
    const noPicture = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no') }
    await page.getByLabel('Picture 1').setInputFiles(noPicture)
    await page.getByRole('button', { name: 'Send review' }).click()
    await expect(page.getByText('Please choose one to five stars')).toBeVisible()
    await expect(page.getByText('Please write at least 10 characters about the product')).toBeVisible()
    await page.getByRole('radio', { name: '4 stars, good' }).check({ force: true })
    await page.getByLabel('Your review').fill(TEXT)
    await page.getByRole('button', { name: 'Send review' }).click()
    await expect(page.getByText(/^We cannot read this image/)).toBeVisible()
    await expect(page.getByLabel('Your review')).toHaveValue(TEXT)
    await page.getByLabel('Picture 1').setInputFiles(await reviewPhoto())
    await page.getByLabel('Title').fill('Worth the wait')
    await page.getByRole('button', { name: 'Send review' }).click()
    await expect(page).toHaveURL(/\/settings\/reviews$/)
    await expect(page.getByText('Thank you. We will publish your review once we have checked it.')).toBeVisible()
    await expect(page.getByText('In review', { exact: true })).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await openAlive(page, reviews)
    await expect(page.getByText('No reviews yet')).toBeVisible()
  })

  await test.step('an administrator approves it', async () => {
    await db.productReview.updateMany({ where: { userId: user.id }, data: { createdAt: FIRST } })
    await enterAtDesk(page, db, (await createAccount(db, { role: 'admin' })).id)
    await openQueue(page, 'Reviews')
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: businessName }) })
    await expect(row).toContainText('Ada B., account since')
    await expect(row).toContainText(TEXT)
    await row.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Approved and published on the product page.')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect((await findMail(db, user.email, 'review_approved')).text).toContain('Long Coat')
    expect((await findMail(db, owner.email, 'review_published')).text).toContain(TEXT)
  })

  await test.step('a visitor reads it', async () => {
    await page.context().clearCookies()
    await onPhone(page)
    await openAlive(page, reviews)
    await expect(main.getByText('4.0 out of 5, from 1 review')).toBeVisible()
    await expect(main.getByText(TEXT)).toBeVisible()
    await expect(main.getByText('Verified purchase')).toBeVisible()
    await main.getByRole('link', { name: 'Picture 1 of 1 by Ada B.' }).click()
    await expect(page.getByRole('dialog', { name: /^Review by Ada B/ }).getByRole('img')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(main.getByRole('link', { name: 'Picture 1 of 1 by Ada B.' })).toBeFocused()
  })

  await test.step('the store answers', async () => {
    await enterAtDesk(page, db, owner.id)
    await openDashboard(page, '/brand/dashboard/feedback')
    const entry = page.getByRole('article', { name: 'Ada B. on Long Coat' })
    await expect(page.getByText('Byron')).toHaveCount(0)
    await entry.getByRole('link', { name: /^Respond/ }).click()
    await page.getByLabel('Your response').fill(ANSWER)
    await page.getByRole('button', { name: 'Send Response' }).click()
    await expect(page.getByText('Response Sent')).toBeVisible()
    await expect(entry.getByText(ANSWER)).toBeVisible()
  })

  await test.step('the shopper gets an email that links to the answer', async () => {
    const mail = await receive(db, user.email, 'review_answered')
    expect(mail?.subject).toBe(`${businessName} replied to your review`)
    expect(mail?.text).toContain(ANSWER)
    const link = /https?:\/\/\S+\/product\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).toContain(reviews)
    await page.context().clearCookies()
    await onPhone(page)
    // The page that the visitor saw may stay cached for a moment.
    await expect(async () => {
      await openAlive(page, link)
      await expect(main.getByText(`Reply from ${businessName}`)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(main.getByText(ANSWER)).toBeVisible()
    expect(await axeFindings(page, { within: '#reviews' })).toEqual([])
  })

  await test.step('deleting the review deletes all of it', async () => {
    await enterOnPhone(page, db, user.id)
    await openAlive(page, '/settings/reviews')
    await page.getByText('Delete Long Coat').click()
    await expect(
      page.getByText('Your rating, your text, your picture and the store’s reply will be permanently deleted'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Delete this review' }).click()
    await expect(page.getByText('Review deleted.')).toBeVisible()
    expect(await db.productReview.count({ where: { userId: user.id } })).toBe(0)
  })
})

const onPhone = (page: Page) => page.setViewportSize({ width: 360, height: 780 })

async function enterOnPhone(page: Page, db: Db, userId: string): Promise<void> {
  await onPhone(page)
  await enterAs(page, db, userId)
}

async function enterAtDesk(page: Page, db: Db, userId: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await enterAs(page, db, userId)
}

/** Sends one email as its queue would, and returns the received one. The shop that tests share has no mail server. */
async function receive(db: Db, toAddress: string, kind: string) {
  const smtp = await startSmtp()
  try {
    const { id: mailId } = await db.mail.findFirstOrThrow({ where: { toAddress, kind } })
    const deliver = deliverTo({ url: smtp.url, from: 'WTF <hello@wtf.example>' }, 5_000)
    await sendMail(db, deliver, { mailId, before: 0 }, [], AbortSignal.timeout(10_000))
    return smtp.mails.find(({ envelope }) => envelope.to.includes(toAddress))
  } finally {
    await smtp.stop()
  }
}
