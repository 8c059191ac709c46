import { createPartner, createUser } from '#tests/factories.ts'
import { enterAs, expect, openAlive, findMail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const LATE = 'It came a week too late, and nobody answered.'

test('a shopper writes to a store, and finds the response on the same page', async ({ page, db }) => {
  const owner = await createUser(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId: owner.id, createdAt: new Date('2020-01-01') })
  const shopper = await createUser(db)
  await enterAs(page, db, shopper.id)
  await openAlive(page, `/brand/${partner.id}`)
  await page.getByRole('link', { name: 'Contact the store' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Write to ${partner.businessName}`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(await axeFindings(page, { within: 'main' })).toEqual([])

  await page.getByLabel('Topic').selectOption('Shipping')
  await page.getByLabel('Your message').fill(LATE)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please choose one to five stars')).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue(LATE)
  await page.getByRole('radio', { name: '1 star, bad' }).check({ force: true })
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('status').getByRole('heading')).toHaveText(
    `${partner.businessName} has received your message`,
  )
  expect((await findMail(db, owner.email, 'feedback_received')).text).toContain(LATE)

  await db.partnerFeedback.updateMany({
    where: { userId: shopper.id },
    data: { response: 'We are sorry.', responseDate: new Date(), status: 'resolved' },
  })
  await page.goto(`/brand/${partner.id}/feedback`)
  const own = page.getByRole('region', { name: 'Your messages' })
  await expect(own).toContainText(LATE)
  await expect(own).toContainText('We are sorry.')
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the form works, and nothing typed is lost', async ({ page, db }) => {
    const partner = await createPartner(db, { createdAt: new Date('2020-01-01') })
    await enterAs(page, db, (await createUser(db)).id)
    await page.goto(`/brand/${partner.id}/feedback`)
    await page.getByLabel('Your message').fill('Too short')
    await page.getByLabel('Summary (optional)').fill('Late')
    await page.getByRole('radio', { name: '3 stars, fair' }).check({ force: true })
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Please write at least 10 characters')).toBeVisible()
    await expect(page.getByLabel('Summary (optional)')).toHaveValue('Late')
    await expect(page.getByRole('radio', { name: '3 stars, fair' })).toBeChecked()
    await page.getByLabel('Your message').fill(LATE)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('heading', { name: `${partner.businessName} has received your message` })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Your messages' })).toContainText(LATE)
  })
})

test('an unlisted store has no feedback page, and visitors are asked to sign in', async ({ page, db }) => {
  const closed = await createPartner(db, { verificationStatus: 'suspended', createdAt: new Date('2020-01-01') })
  const open = await createPartner(db, { createdAt: new Date('2020-01-01') })
  expect((await page.goto(`/brand/${closed.id}/feedback`))?.status()).toBe(404)
  await page.goto(`/brand/${open.id}/feedback`)
  await expect(page).toHaveURL(`/login?redirectTo=${encodeURIComponent(`/brand/${open.id}/feedback`)}`)
})
