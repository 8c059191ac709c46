import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, enterAs, expect, openAlive, test } from '../accounts.ts'
import { findingsAt } from '../axe.ts'

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 780 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const)
  test(`on ${device}: follows a brand, shows and counts new items until they are seen, and undoes a removal`, async ({
    page,
    db,
  }) => {
    test.setTimeout(90_000)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { id: userId } = await createAccount(db)
    await enterAs(page, db, userId)
    // The store is old, because the home page starts with the newest stores and other tests use it.
    const store = await createPartner(db, { createdAt: new Date('2020-01-01') })
    const main = page.getByRole('main')

    await openAlive(page, `/brand/${store.id}`)
    await main.getByRole('link', { name: `Follow ${store.businessName}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Follow ${store.businessName}`)
    expect(await findingsAt(page, [viewport.width])).toEqual([])
    await main.getByLabel('Name (only you see it)').fill('Theirs')
    await main.getByRole('button', { name: 'Follow' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theirs')
    await expect(page.getByText('You are now following this.')).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Nothing new' })).toBeVisible()

    const { id: productId } = await createProduct(db, { partnerId: store.id, name: 'A new coat' })
    const { id: searchId } = await db.savedSearch.findFirstOrThrow({ where: { userId } })
    await db.searchFind.create({ data: { searchId, productId, userId } })
    await page.goto('/wishlist')
    await expect(main.getByText('1 new')).toBeVisible()
    await main.getByRole('link', { name: 'Saved searches and followed brands' }).click()
    await expect(main.getByText('1 new')).toBeVisible()
    expect(await findingsAt(page, [viewport.width])).toEqual([])
    const seen = page.waitForResponse(/newIn\.markSeen/)
    await main.getByRole('link', { name: 'Theirs', exact: true }).click()
    await expect(main.getByRole('link', { name: 'A new coat' })).toBeVisible()
    expect((await seen).status()).toBe(200)
    expect(await findingsAt(page, [viewport.width])).toEqual([])
    await page.goto('/new-in')
    await expect(main.getByRole('link', { name: 'Theirs', exact: true })).toBeVisible()
    await expect(main.getByText('1 new')).toBeHidden()

    await main.getByRole('button', { name: 'Unfollow Theirs' }).click()
    await expect(main.getByText('No saved searches yet')).toBeVisible()
    expect(await findingsAt(page, [viewport.width])).toEqual([])
    await main.getByRole('button', { name: 'Undo' }).click()
    await expect(main.getByRole('link', { name: 'Theirs', exact: true })).toBeVisible()
  })

test('the badge of the installed app shows the number of new items', async ({ page, db }) => {
  const { id: userId } = await createAccount(db)
  const { id: partnerId } = await createPartner(db, { createdAt: new Date('2020-01-01') })
  const search = await db.savedSearch.create({
    data: { userId, list: `/brand/${partnerId}`, name: 'Theirs', feedToken: userId },
  })
  for (let n = 0; n < 2; n++) {
    const { id: productId } = await createProduct(db, { partnerId })
    await db.searchFind.create({ data: { searchId: search.id, userId, productId } })
  }
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: (count: number) => {
        document.documentElement.dataset['badge'] = String(count)
        return Promise.resolve()
      },
    })
  })
  await enterAs(page, db, userId)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-badge', '2')
})
