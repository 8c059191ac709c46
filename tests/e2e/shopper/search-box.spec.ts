import type { Page } from '@playwright/test'
import { LISTED } from '#tests/setup/demo-products.ts'
import { axeFindings } from '../axe.ts'
import { expect, test } from '../shop.ts'

const search = (page: Page) => page.getByRole('main').getByRole('combobox').and(page.locator('input'))
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

/** Records the requests made while typing. */
function countQuestions(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/trpc/search.suggest'))
      asked.push(
        (JSON.parse(new URL(request.url()).searchParams.get('input')!) as Record<string, { json: { q: string } }>)['0']!
          .json.q,
      )
  })
  return asked
}

/** Lets the test decide when each request is answered. */
async function answerWith(page: Page, answer: (q: string) => Promise<string[] | null>): Promise<void> {
  await page.route('**/trpc/search.suggest**', async (route) => {
    const { q } = (
      JSON.parse(new URL(route.request().url()).searchParams.get('input')!) as Record<string, { json: { q: string } }>
    )['0']!.json
    const labels = await answer(q)
    if (!labels)
      return route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '[{"error":{"json":{"message":"x","code":-32603,"data":{"code":"INTERNAL_SERVER_ERROR","httpStatus":500}}}}]',
      })
    return route.fulfill({
      json: [
        { result: { data: { json: labels.map((label) => ({ kind: 'search', label, detail: null, value: label })) } } },
      ],
    })
  })
}

test('requests suggestions after two characters and a pause', async ({ page }) => {
  const asked = countQuestions(page)
  await page.goto('/discover')
  await search(page).pressSequentially('d')
  await page.clock.install()
  await page.clock.fastForward(2_000)
  expect(asked).toEqual([])
  await page.clock.resume()
  await search(page).pressSequentially('ress', { delay: 20 })
  await expect(options(page).first()).toBeVisible()
  expect(asked).toEqual(['dress'])
  expect(await options(page).count()).toBeLessThanOrEqual(8)
})

test('suggests products, brands and categories, and links to them', async ({ page, db }) => {
  const product = await db.product.findFirstOrThrow({ where: LISTED, include: { brand: true }, orderBy: { id: 'asc' } })
  const category = await db.category.findFirstOrThrow({
    where: { parentId: null, isActive: true },
    orderBy: { slug: 'asc' },
  })
  for (const [text, option, url] of [
    [product.name, product.name, `/product/${product.id}`],
    [product.brand.name, product.brand.name, `brand=${product.brand.slug}`],
    [category.name, category.name, `category=${category.slug}`],
  ] as const) {
    await page.goto('/discover')
    await search(page).fill(text)
    await options(page)
      .filter({ hasText: option })
      .filter({ hasText: url.startsWith('/product') ? 'Product' : url.startsWith('brand') ? 'Brand' : 'Category' })
      .first()
      .click()
    await expect(page).toHaveURL((address) => address.href.includes(url))
  }
})

test('is an accessible combobox for the keyboard and screen readers', async ({ page }) => {
  await answerWith(page, async (q) => [`${q} one`, `${q} two`, `${q} three`])
  await page.goto('/discover')
  const box = search(page)
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await box.fill('dre')
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('status').filter({ hasText: '3 suggestions' })).toHaveCount(1)
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveId((await box.getAttribute('aria-controls'))!)
  expect(await box.getAttribute('aria-activedescendant')).toBeNull()
  for (const [key, active] of [
    ['ArrowDown', 'dre one'],
    ['ArrowDown', 'dre two'],
    ['ArrowUp', 'dre one'],
    ['ArrowUp', null],
    ['ArrowUp', 'dre three'],
    ['End', null],
  ] as const) {
    await box.press(key)
    const id = await box.getAttribute('aria-activedescendant')
    expect([key, id && (await page.locator(`[id="${id}"]`).innerText()).split('\n')[0]]).toEqual([key, active])
    await expect(options(page).and(page.locator('[aria-selected=true]'))).toHaveCount(active ? 1 : 0)
  }
  await box.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(box).toHaveValue('dre')
  await box.press('Escape')
  await expect(box).toHaveValue('')
  await box.fill('dre')
  await expect(options(page).first()).toBeVisible()
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/discover\?q=dre(\+|%20)one$/)
  await expect(search(page)).toHaveValue('dre one')
})

test('searches for the text on Enter, and closes the list on Tab or a click elsewhere', async ({ page }) => {
  await answerWith(page, async (q) => [`${q} one`])
  await page.goto('/discover')
  await search(page).fill('dress')
  await expect(options(page)).toHaveCount(1)
  await search(page).press('Tab')
  await expect(options(page)).toHaveCount(0)
  await search(page).fill('dresses')
  await expect(options(page)).toHaveText(/dresses one/)
  await page.getByRole('heading', { level: 1 }).click()
  await expect(options(page)).toHaveCount(0)
  await search(page).focus()
  await search(page).press('Enter')
  await expect(page).toHaveURL(/\/discover\?q=dresses$/)
})

test('ignores a late response, and shows nothing after a failed one', async ({ page, errors }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await answerWith(page, async (q) => {
    if (q === 'fail') return null
    if (q === 'dr') await held
    return [`${q} found`]
  })
  await page.goto('/discover')
  const first = page.waitForRequest((request) => request.url().includes('search.suggest'))
  await search(page).fill('dr')
  await first
  await search(page).fill('dress')
  await expect(options(page)).toHaveText([/dress found/])
  release()
  await expect(options(page)).toHaveText([/dress found/])
  const failed = page.waitForResponse((response) => response.status() === 500)
  await search(page).fill('fail')
  await failed
  await expect(options(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(errors.splice(0).filter((error) => !error.includes('500'))).toEqual([])
})

test('remembers the mode unless the URL sets another one', async ({ page }) => {
  const mode = page.getByRole('main').getByRole('checkbox', { name: 'Intelligent search' })
  await page.goto('/discover')
  await expect(mode).not.toBeChecked()
  await mode.check()
  await page.reload()
  await expect(mode).toBeChecked()
  await search(page).fill('black dress')
  await search(page).press('Enter')
  await expect(page).toHaveURL(/q=black\+dress&mode=intelligent|mode=intelligent&q=black\+dress/)
  await expect(page.getByRole('link', { name: 'Remove filter Black' })).toBeVisible()
  await mode.uncheck()
  await expect(page).not.toHaveURL(/mode=/)
  await page.goto('/discover?q=black+dress&mode=intelligent')
  await expect(mode).toBeChecked()
  await page.goto('/discover')
  await expect(mode).not.toBeChecked()
  await page.evaluate(() => localStorage.setItem('wtf-search-mode', 'anything'))
  await page.reload()
  await expect(mode).not.toBeChecked()
})

test('keeps text typed before hydration', async ({ page }) => {
  await page.route('**/*.js', async (route) => {
    await page.locator('main input[name=q]').waitFor()
    await page.evaluate(
      () =>
        document.querySelector<HTMLInputElement>('main input[name=q]')!.value ||
        (document.querySelector<HTMLInputElement>('main input[name=q]')!.value = 'early'),
    )
    await route.continue()
  })
  await page.goto('/discover')
  await expect(search(page)).toHaveValue('early')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('cuts a sentence that is too long, and shows a message', async ({ page }) => {
  await page.goto('/discover?all=true')
  const box = page.locator('main input[name=q]:not([type=hidden])')
  await box.fill(`black linen dress ${'very '.repeat(60)}`)
  await box.press('Enter')
  await expect(page.locator('.notice')).toContainText('We used the first 200 characters.')
})

test('shows product images, and corrects misspelt words', async ({ page }) => {
  await page.goto('/discover')
  await search(page).fill('dress')
  const product = options(page).filter({ hasText: 'Product' }).first()
  await expect(product.locator('img')).toBeVisible()
  await search(page).fill('blak dres')
  await expect(options(page).filter({ hasText: 'black dresses' })).toHaveCount(1)
  await search(page).fill('women')
  await options(page).filter({ hasText: 'Department' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Women')
})

test('suggests recent searches from this browser, and clears them with one button', async ({ page }) => {
  await page.goto('/discover')
  await search(page).fill('linen shirt')
  await search(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“linen shirt”')
  await page.goto('/discover')
  await search(page).focus()
  const recent = page.getByRole('listbox', { name: 'Recent searches' }).getByRole('option')
  await expect(recent).toHaveText(['linen shirt', 'Clear recent searches'])
  expect(await axeFindings(page)).toEqual([])
  await search(page).press('ArrowDown')
  await search(page).press('Enter')
  await expect(page).toHaveURL(/q=linen(\+|%20)shirt/)
  await page.goto('/discover')
  await search(page).focus()
  await recent.filter({ hasText: 'Clear recent searches' }).click()
  await expect(recent).toHaveCount(0)
  await expect(search(page)).toBeFocused()
  await page.reload()
  await search(page).focus()
  await search(page).press('ArrowDown')
  await expect(recent).toHaveCount(0)
})
