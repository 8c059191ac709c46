import { TOKEN_SCOPES } from '#server/auth/personal-tokens/token-scopes.schema.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createApprovedReview } from '#tests/setup/reviews.ts'
import { createAccount, enterAs } from '../accounts.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { expect, test } from '../shop.ts'
import { everyPage } from './every-page.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('very long words do not make a page wider', async ({ page, db }) => {
  test.setTimeout(60_000)
  const word = 'llanfairpwll'.repeat(10)
  const isNarrow = async (name: string) =>
    expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 360])
  const { id, email } = await createAccount(db)
  await db.user.update({ where: { id }, data: { profile: { update: { fullName: word, address: word, city: word } } } })
  await db.supportTicket.create({
    data: {
      channel: 'support',
      userId: id,
      name: word,
      email,
      subject: word,
      category: 'other',
      priority: 'normal',
      description: word,
    },
  })
  const partner = await createPartner(db, { createdAt: new Date('2020-01-01'), businessName: `${word} ${id}` })
  const product = await createProduct(db, { partnerId: partner.id, name: word })
  const words = { title: word, comment: word, customerName: word, response: word, responseDate: new Date() }
  await createApprovedReview(db, product, { ...words, userId: id })
  const { id: searchId } = await db.savedSearch.create({
    data: { userId: id, list: `/brand/${partner.id}`, name: word.slice(0, 80), meaning: [word], feedToken: id },
  })
  await db.personalToken.create({
    data: {
      userId: id,
      name: word.slice(0, 60),
      scopes: Object.keys(TOKEN_SCOPES),
      hint: 'wtfp_abcd',
      tokenHash: Uint8Array.from(Buffer.from(id)),
      expiresAt: new Date('2999-01-01'),
    },
  })
  await enterAs(page, db, id)
  for (const path of [
    '/new-in',
    `/new-in/${searchId}`,
    `/new-in/save?list=/brand/${partner.id}`,
    `/discover?q=${word}`,
    `/discover?q=${word}&mode=intelligent`,
    `/support?q=${word}`,
    `/features?demo=${word}`,
    `/stores?q=${word}`,
    '/settings',
    '/settings?edit=profile',
    '/support',
    `/product/${product.id}`,
    `/product/${product.id}?tab=reviews`,
    `/product/${product.id}/review`,
    '/settings/reviews',
    '/settings/assistants',
    `/partner/${partner.id}`,
    `/brand/${partner.id}`,
  ]) {
    await page.goto(path)
    await isNarrow(path)
  }
  for (const [path, field] of [
    ['/support/returns', 'Description'],
    ['/contact', 'Message'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('textbox', { name: field }).fill(`https://example.com/${word}`)
    await isNarrow(path)
  }
  // Text that is too long for the list's title is truncated within its quotes.
  await page.goto(`/discover?q=${word}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(`“${word}”`)
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

// A link in text may be narrower than 44 pixels, but not shorter.
test('touch targets are large enough', async ({ page, db }) => {
  const {
    home,
    product,
    discover: search,
    'discover as a grid': discover,
    'discover by a sentence': sentence,
  } = await everyPage(db)
  for (const path of [home, product, search, discover, sentence]) {
    await page.goto(path!)
    const small = await page.locator('a:visible, button:visible, select:visible').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const { width, height, top } = element.getBoundingClientRect()
        const isText = getComputedStyle(element).display === 'inline'
        return isText || top < 0 || (width >= 36 && height >= 44)
          ? []
          : [`${element.outerHTML.slice(0, 120)} ${Math.round(width)}x${Math.round(height)}`]
      }),
    )
    expect(small).toEqual([])
  }
})

test('people can find a product and go to its store', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  await page.goto('/')
  await page.getByRole('link', { name: 'Search' }).tap()
  await expect(page).toHaveURL(/\/discover$/)
  const search = page.getByRole('main').getByRole('combobox')
  await search.fill(product.name)
  await search.press('Enter')
  await page.getByRole('link', { name: product.name, exact: true }).first().tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(page.getByRole('link', { name: /Shop at Partner Store/ })).toHaveAttribute('href', /^\/go\//)
  await page.goto('/discover?all=true&page=2')
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).tap()
  await expect(page.getByText(/^Page 3 of \d+$/)).toBeVisible()
})
