import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { ratesToBase } from '#server/search/rates.ts'
import { photographed, listPictures } from '#tests/setup/appearances.ts'
import { findTypicalProduct, LISTED } from '#tests/setup/demo-products.ts'
import { expect, test } from '../shop.ts'

const DRESSES = ['day-dresses', 'tea-dresses', 'occasion-dresses', 'maxi-dresses', 'evening-dresses']
const JEANS = ['straight-jeans', 'slim-jeans', 'wide-leg-jeans']
/** The number of products that a phone shows without scrolling. */
const FIRST_SCREEN = 4

interface Intent {
  typed: string
  /** Conditions that the first products must meet. */
  wanted: Prisma.ProductWhereInput
  mostPounds?: number
}

const INTENTS: Record<string, Intent> = {
  'a wedding dress': {
    typed: 'black linen dress for a wedding under £150 in UK 12',
    wanted: { category: { slug: { in: DRESSES } }, materials: { has: 'linen' }, sizes: { has: 'UK 12 women' } },
    mostPounds: 150,
  },
  "a friend's trainers": {
    typed: 'trainers for a friend size UK 9',
    wanted: { category: { slug: 'trainers' }, sizes: { hasSome: ['UK 9 men shoes', 'UK 9 women shoes'] } },
  },
  'a gift': {
    typed: 'birthday gift for my sister under £50',
    wanted: { gender: { in: ['women', 'unisex'] } },
    mostPounds: 50,
  },
  'jeans in W32 L32': {
    typed: 'mens jeans W32 L32',
    wanted: { category: { slug: { in: JEANS } }, gender: { in: ['men', 'unisex'] }, sizes: { has: 'W32 L32' } },
  },
}

const PICTURE = 'like this photo'

/** A way to use the page, such as with a keyboard. Each method performs one step and returns the step's name. */
interface Way {
  name: string
  hasScript: boolean
  /** Types into the home page's search box and starts the search. */
  search: (page: Page, text: string) => Promise<string>
  /** Opens a link or presses a button. */
  press: (page: Page, target: Locator) => Promise<string>
  /** Opens the first product of the list. */
  openFirst: (page: Page, first: Locator) => Promise<string>
}

const focused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, presses = 0): Promise<number> {
  if (await focused(target)) return presses
  expect(presses, `reach ${target.toString()} with Tab`).toBeLessThan(150)
  await page.keyboard.press('Tab')
  return tabTo(page, target, presses + 1)
}

const nameOf = async (target: Locator) =>
  ((await target.getAttribute('aria-label')) ?? (await target.textContent()) ?? '').trim()

const keyboard: Way = {
  name: 'by keyboard',
  hasScript: true,
  search: async (page, text) => {
    const tabs = await tabTo(page, searchBox(page))
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    return `${tabs} Tab, type, Enter`
  },
  press: async (page, target) => {
    const name = await nameOf(target)
    const tabs = await tabTo(page, target)
    await page.keyboard.press('Enter')
    return `${tabs} Tab, Enter on “${name}”`
  },
  openFirst: async (page, first) => {
    const tabs = await tabTo(page, first)
    await page.keyboard.press('Enter')
    return `${tabs} Tab, Enter on the first product`
  },
}

const pointing = (name: string, hasScript: boolean, press: (target: Locator) => Promise<void>): Way => ({
  name,
  hasScript,
  search: async (page, text) => {
    await press(searchBox(page))
    await searchBox(page).fill(text)
    await page.keyboard.press('Enter')
    return 'type and start the search'
  },
  press: async (_, target) => {
    const label = await nameOf(target)
    await press(target)
    return `“${label}”`
  },
  openFirst: async (_, first) => {
    await press(first)
    return 'the first product'
  },
})

const WAYS = [
  { way: keyboard, use: {} },
  {
    way: pointing('by touch', true, (target) => target.tap()),
    use: { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
  },
  {
    way: pointing('without JavaScript', false, (target) => target.click()),
    use: { javaScriptEnabled: false, viewport: { width: 360, height: 780 } },
  },
]

const searchBox = (page: Page) => page.locator('input[name=q]').filter({ visible: true }).first()
const firstProduct = (page: Page) => page.locator('main article a').filter({ visible: true }).first()

/** Goes from the page of a product to its store, and returns the steps. */
async function goToStore(page: Page, context: BrowserContext, db: Db, way: Way): Promise<string> {
  const shop = page.getByRole('link', { name: 'Shop at Partner Store' })
  await expect(shop).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { productUrl } = await db.product.findUniqueOrThrow({ where: { id } })
  let destination = ''
  // Tests use no network, so the redirect to the store ends here.
  await context.route('**/go/**', async (route) => {
    destination = (await route.fetch({ maxRedirects: 0 })).headers().location ?? ''
    await route.fulfill({ contentType: 'text/html', body: '<h1>The store</h1>' })
  })
  const opened = context.waitForEvent('page')
  const step = await way.press(page, shop)
  await expect((await opened).getByRole('heading', { name: 'The store' })).toBeVisible()
  const address = new URL(destination)
  expect(address.origin + address.pathname).toBe(productUrl)
  expect(address.searchParams.get('wtf_cid')).toMatch(/^wc_/)
  return step
}

async function expectFirstScreen(page: Page, db: Db, { wanted, mostPounds }: Intent): Promise<void> {
  const links = await page
    .locator('main article')
    .evaluateAll((cards) => cards.map((card) => card.querySelector('a')?.getAttribute('href') ?? ''))
  const ids = links.slice(0, FIRST_SCREEN).map((link) => link.split('/')[2]!.split('?')[0]!)
  expect(ids).toHaveLength(FIRST_SCREEN)
  const pound = (await ratesToBase(db)).get('GBP')!
  const matching = await db.product.findMany({
    where: {
      id: { in: ids },
      ...wanted,
      // A conversion may differ by a cent.
      ...(mostPounds && { priceBaseMinor: { lte: mostPounds * 100 * pound + 1 } }),
    },
  })
  expect(matching.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
}

/** Searches by a photo, up to the list of results, and returns the steps. */
async function showPhoto(page: Page, db: Db, way: Way): Promise<string[]> {
  const steps = [
    await way.press(page, page.getByRole('link', { name: 'By picture' }).filter({ visible: true }).first()),
  ]
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search by picture or colour')
  if (!way.hasScript) {
    // getByText ignores the contents of noscript.
    await expect(page.locator('noscript .notice')).toContainText(
      'Picture search runs on your device and needs JavaScript.',
    )
    await expect(page.locator('noscript .notice')).toBeVisible()
    await expect(page.getByLabel('Choose a picture')).toBeHidden()
    await page.getByLabel('Colour', { exact: true }).fill('#1b1a1c')
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Dresses' })
    steps.push(
      'choose colour',
      'choose category',
      await way.press(page, page.getByRole('button', { name: 'Find products like this' })),
    )
    await expect(page).toHaveURL(/looksLike=/)
    const wanted = { colours: { has: 'black' }, category: { parent: { slug: 'dresses' } } }
    const dresses = await db.product.findMany({ where: { ...LISTED, ...wanted }, take: FIRST_SCREEN })
    for (const { id } of dresses) await listPictures(db, process.env.SHOP_DATA_DIR ?? '', id)
    await expect(async () => {
      await page.reload()
      await expectFirstScreen(page, db, { typed: '', wanted })
    }).toPass()
    return steps
  }
  const { id, name } = await findTypicalProduct(db)
  const original = await listPictures(db, process.env.SHOP_DATA_DIR ?? '', id)
  const { colour } = await db.mediaFile.findFirstOrThrow({
    where: { productImages: { some: { productId: id, position: 0 } } },
  })
  await page.locator('input[role=combobox]').first().waitFor({ state: 'attached' })
  const chooser = page.waitForEvent('filechooser')
  await way.press(page, page.getByLabel('Choose a picture'))
  await (
    await chooser
  ).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photographed(original, colour) })
  steps.push('choose the photo')
  await expect(
    page.getByRole('region', { name: 'Similar items' }).getByRole('heading', { level: 4 }).first(),
  ).toHaveText(name)
  return steps
}

for (const { way, use } of WAYS)
  test.describe(way.name, () => {
    test.use({
      ...use,
      locale: 'en-GB',
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    })

    for (const intent of [...Object.keys(INTENTS), PICTURE])
      test(`${intent}: from the home page to the store`, async ({ page, context, db }) => {
        await page.goto('/')
        const steps: string[] = []
        const search = INTENTS[intent]
        if (search) {
          steps.push(await way.search(page, search.typed))
          const results = page.getByRole('heading', { name: 'Search Results' })
          await expect(results).toBeVisible()
          // Screen readers start a new page at its heading, because the filters come before it.
          if (way.hasScript) await expect(results).toBeFocused()
          await expectFirstScreen(page, db, search)
        } else steps.push(...(await showPhoto(page, db, way)))
        steps.push(await way.openFirst(page, firstProduct(page)))
        await expect(page).toHaveURL(/\/product\//)
        steps.push(await goToStore(page, context, db, way))
        test.info().annotations.push({ type: 'steps', description: steps.join('; ') })
        console.log(`${intent}, ${way.name}: ${steps.length} steps (${steps.join('; ')})`)
      })
  })
