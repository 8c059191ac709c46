import { findWishlistEvents } from '#server/wishlist/judge-wishes.ts'
import { sendDigests } from '#server/wishlist/send-digests.ts'
import { createPartner, createProduct, createWishes } from '#tests/factories.ts'
import { createAccount, enterAs, expect, newEmail, openAlive, PASSWORD, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import type { Db } from '#server/platform/db.ts'

const NEVER = new AbortController().signal

/** Creates products in a separate store. */
async function createProducts(db: Db, names: string[]) {
  // The store is old, because the home page starts with the newest stores and other tests use it.
  const { id: partnerId } = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const products = []
  for (const name of names)
    products.push(
      await createProduct(db, {
        partnerId,
        name,
        variants: ['S', 'M'].map((size) => ({ size, priceMinor: 10_000 })),
      }),
    )
  return products
}

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 780 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const)
  test(`on ${device}: saves a heart before signing in, changes details, shares, gets an alert and unsubscribes`, async ({
    page,
    db,
    browser,
    baseURL,
  }) => {
    test.setTimeout(90_000)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const email = newEmail()
    const { id: userId } = await createAccount(db, {
      email,
      notifications: { priceDrops: true, backInStock: true },
      wishlistSettings: { create: { quietFrom: 0, quietUntil: 0 } },
    })
    const [coat] = await createProducts(db, ['Long Coat'])

    await openAlive(page, `/product/${coat!.id}`)
    await page.getByRole('main').getByRole('button', { name: 'Add to Wishlist: Long Coat' }).click()
    const signIn = page.getByRole('dialog')
    await signIn.getByRole('button', { name: /^Customer/ }).click()
    await signIn.getByLabel('Email Address').fill(email)
    await signIn.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Added to wishlist')).toBeVisible()

    await openAlive(page, '/wishlist')
    await expect(page.getByText('1 item', { exact: true })).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    const edit = page.getByRole('link', { name: 'Size, note and alerts: Long Coat' })
    await edit.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Long Coat' })
    await dialog.getByLabel('Your size').selectOption('M')
    await dialog.getByText('Must have').click()
    await dialog.getByLabel('Note').fill('For the wedding')
    await dialog.getByLabel('When the price drops to').fill('much')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please type an amount above 0, like 79.50')).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByLabel('When the price drops to').fill('80')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(edit).toBeFocused()
    await expect(page.getByText('For the wedding')).toBeVisible()
    await expect(page.getByText('Target price $80.00')).toBeVisible()

    await page.getByLabel('Title (shown to anyone with the link)').fill('For my birthday')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel('The link to your wishlist').inputValue()
    // Only a full document load has the referrer policy that hides the list's URL from other sites.
    const [opened] = await Promise.all([
      page.waitForRequest((request) => new URL(request.url()).pathname.startsWith(new URL(link).pathname)),
      page.getByRole('link', { name: 'Preview shared list' }).click(),
    ])
    expect(opened.isNavigationRequest()).toBe(true)
    await page.getByRole('link', { name: 'Go to your wishlist' }).click()
    const guest = await browser.newContext({ viewport, ...(baseURL && { baseURL }) })
    const shared = await guest.newPage()
    await shared.goto(link)
    await expect(shared.getByRole('heading', { level: 1 })).toHaveText('For my birthday')
    await expect(shared.getByRole('main').getByText('Long Coat')).toBeVisible()
    expect(await shared.content()).not.toContain('For the wedding')
    expect(await axeFindings(shared)).toEqual([])
    await page.getByText('Stop sharing').first().click()
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
    expect((await shared.goto(link))?.status()).toBe(404)
    await guest.close()

    // Retry, because only one run at a time holds the lock: the shop's own job or this one.
    const items = () => db.wishlistItem.count({ where: { productId: coat!.id, usualPriceMinor: 10_000 } })
    await expect.poll(() => findWishlistEvents(db, new Date()).then(items)).toBe(1)
    await db.product.update({ where: { id: coat!.id }, data: { priceMinor: 7_900, priceMaxMinor: 7_900 } })
    await db.productVariant.updateMany({ where: { productId: coat!.id }, data: { priceMinor: 7_900 } })
    const events = () => db.wishlistEvent.count({ where: { userId, kind: 'below_target' } })
    await expect.poll(() => findWishlistEvents(db, new Date()).then(events)).toBe(1)
    await openAlive(page, '/about')
    await expect(page.getByRole('link', { name: /Wishlist.*\b1 new\b/ }).and(page.locator(':visible'))).toHaveCount(1)
    await openAlive(page, '/wishlist')
    const news = page.getByRole('region', { name: 'What has changed' })
    await expect(news.getByRole('link', { name: 'Long Coat' })).toBeVisible()
    await expect(news.getByText('$79.00, was $100.00. Target price reached')).toBeVisible()
    await expect(page.getByRole('link', { name: /Wishlist.*\b1 new\b/ })).toHaveCount(0)

    await sendDigests(db, new URL(baseURL ?? '').origin, new Date(), NEVER)
    const mail = await db.mail.findFirstOrThrow({ where: { toAddress: email, kind: 'wishlist_digest' } })
    expect(mail.text).toContain('Long Coat')
    await page.goto(mail.unsubscribeUrl ?? '')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('main').getByRole('button').click()
    await expect
      .poll(async () => (await db.user.findUniqueOrThrow({ where: { id: userId } })).notifications)
      .toMatchObject({ priceDrops: false, backInStock: false })
  })

test('selected items are removed and restored, and the list is searched while typing', async ({ page, db }) => {
  const { id: userId } = await createAccount(db)
  const products = await createProducts(db, ['Coat', 'Dress', 'Boots'])
  for (const { id } of products) await createWishes(db, userId, [id])
  await enterAs(page, db, userId)
  await openAlive(page, '/wishlist')
  const cards = page.getByRole('main').locator('.product-grid article')
  await page.getByLabel('Select Coat').check()
  await page.getByLabel('Select Boots').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(cards).toHaveCount(1)
  const toast = page.getByRole('status').filter({ hasText: 'Removed 2 items from wishlist' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(cards).toHaveCount(3)
  await expect(page.getByText('3 items', { exact: true })).toBeVisible()
  await page.getByLabel('Search your wishlist').pressSequentially('dre')
  await expect(cards).toHaveCount(1)
  await expect(page).toHaveURL('/wishlist?q=dre')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(cards).toHaveCount(3)
  await expect(page.getByLabel('Search your wishlist')).toHaveValue('')
  const sort = page.getByLabel('Sort by')
  await sort.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL('/wishlist?sort=price_low')
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL('/wishlist?sort=price_high')
  await expect(sort).toBeFocused()
})

test('clearing asks for confirmation, which Escape cancels, and an export downloads a file', async ({ page, db }) => {
  const { id: userId } = await createAccount(db)
  const [coat] = await createProducts(db, ['Coat'])
  await createWishes(db, userId, [coat!.id])
  await enterAs(page, db, userId)
  await openAlive(page, '/wishlist')
  await page.getByRole('button', { name: 'Clear all' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Clear all' })
  await expect(question).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()

  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog', { name: 'Export wishlist' }).getByRole('link', { name: /^CSV/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^wishlist_\d{4}-\d\d-\d\d\.csv$/)
  await expect(page.getByText('Wishlist exported as CSV')).toBeVisible()
  await page.route('**/wishlist/export**', (route) => route.fulfill({ status: 404, body: 'away' }))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('link', { name: /^JSON/ }).click()
  await expect(page.getByText('Export Failed: Failed to export wishlist')).toBeVisible()

  await page.getByRole('button', { name: 'Clear all' }).click()
  await question.getByRole('button', { name: 'Clear wishlist' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your wishlist is empty')
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
})

test('a failed request changes nothing, and keeps the text in the form', async ({ page, db, errors }) => {
  const { id: userId } = await createAccount(db)
  const [coat] = await createProducts(db, ['Coat'])
  await createWishes(db, userId, [coat!.id])
  await enterAs(page, db, userId)
  await openAlive(page, '/wishlist')
  await page.getByRole('link', { name: 'Size, note and alerts: Coat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Coat' })
  await dialog.getByLabel('Note').fill('A long thought')
  await page.route('**/wishlist**', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('This was not saved. What you typed is still here. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Note')).toHaveValue('A long thought')
  await page.keyboard.press('Escape')
  const failed = page.getByText('Connection Error: Failed to update wishlist. Please try again.')
  for (const act of [
    async () => {
      await page.getByLabel('Select Coat').check()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
    },
    () => page.getByRole('button', { name: 'Create link' }).click(),
  ]) {
    await act()
    await expect(failed).toBeVisible()
    await page.getByRole('button', { name: 'Close message' }).click()
    await expect(failed).toHaveCount(0)
  }
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  // The browser reports each aborted request.
  errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('ERR_FAILED')))
})

test('a removed item keeps its place in the list, and another tab updates', async ({ page, db, context }) => {
  const { id: userId } = await createAccount(db)
  const products = await createProducts(db, ['Coat', 'Dress'])
  for (const { id } of products) await createWishes(db, userId, [id])
  await enterAs(page, db, userId)
  await openAlive(page, '/wishlist')
  const other = await context.newPage()
  await openAlive(other, `/product/${products[0]!.id}`)
  const there = other.getByRole('main').getByRole('button', { name: 'In Wishlist: Coat' })
  await expect(there).toBeVisible()
  await page.getByRole('button', { name: 'In Wishlist: Coat' }).click()
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  await expect(page.getByText('Avg Price').locator('..')).toContainText('$100.00')
  await expect(page.getByText('Total Value').locator('..')).toContainText('$100.00')
  await expect(there).toHaveCount(0)
  await expect(page.getByText('Removed. Tap the heart to add it back.')).toBeVisible()
  await page.getByRole('button', { name: 'Add to Wishlist: Coat' }).click()
  await expect(page.getByText('2 items', { exact: true })).toBeVisible()
  await expect(there).toBeVisible()
  await other.close()
})
