import { expect, openAlive, test } from '../shop.ts'

test("the sign-up form detects the platform of a brand's website, without a layout shift", async ({ page, errors }) => {
  const asked: string[] = []
  let answer = () => undefined as void
  await page.route('**/partners/platform?*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('url') ?? '')
    await new Promise<void>((resolve) => (answer = resolve))
    await route.fulfill({ json: { result: { platform: 'Shopify', confidence: 95, indicators: [] } } })
  })
  await openAlive(page, '/brand/signup')
  const main = page.getByRole('main')
  const website = main.getByLabel('Website URL (Optional)')
  const hint = main.getByRole('status')
  const next = main.getByLabel('Password', { exact: true })
  const before = await next.boundingBox()

  await website.fill('https://velvet.example/shop')
  await expect(hint).toHaveText('Detecting platform...')
  answer()
  await expect(hint).toHaveText('Shopify detected (95% confidence)')
  expect(asked).toEqual(['velvet.example'])

  await website.fill('https://velvet')
  await expect(hint).toHaveText('Please enter a valid domain (e.g., yourstore.com).')
  await website.fill(`https://${'a'.repeat(64)}.example`)
  await expect(hint).toHaveText('Part of the domain name is too long. Please check the format.')
  expect(await next.boundingBox()).toEqual(before)

  await website.fill('not a site')
  await expect(hint).toHaveText('Please enter a valid domain (e.g., yourstore.com).')
  await main.getByRole('button', { name: 'Create Partner Account' }).click()
  await expect(main.getByText('Please enter a valid URL')).toBeVisible()
  // The browser reports the rejected form.
  expect(errors.splice(0)).toEqual([expect.stringContaining('status of 400')])
  // The hint is hidden while there is an error.
  await expect(hint).toHaveText('')

  await website.fill('')
  await expect(hint).toHaveText('')
})
