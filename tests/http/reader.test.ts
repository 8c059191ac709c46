import { expect, test } from 'vitest'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()
const presets = (page: Awaited<ReturnType<Visitor['open']>>) =>
  page.all('#filters .preset').map((preset) => preset.textContent ?? '')

test("a list has the prices and counts of the visitor's region on the first visit", async () => {
  const british = await shop.visitor({ 'accept-language': 'en-GB' }).open('/discover?all=true')
  const american = await shop.visitor({ 'accept-language': 'en-US' }).open('/discover?all=true')
  expect(presets(british)[0]).toMatch(/^Under £50\d/)
  expect(presets(american)[0]).toMatch(/^Under \$50\d/)
  expect(presets(british)).not.toEqual(presets(american))
})

test('a price limit in the URL is the same for everyone', async () => {
  const [one, other] = await Promise.all(
    ['en-GB', 'en-US'].map((language) =>
      shop.visitor({ 'accept-language': language }).open('/discover?all=true&priceMax=80'),
    ),
  )
  expect(one?.found).toBe(other?.found)
  expect(one?.link('Remove filter Under $80')).not.toBeNull()
})

test('currency and theme can be chosen without JavaScript, and apply to the next page', async () => {
  const visitor = shop.visitor({ 'accept-language': 'en-GB' })
  for (const [name, value] of [
    ['pricesIn', 'EUR'],
    ['theme', 'light'],
  ]) {
    const answer = await visitor.ask('/display', {
      method: 'POST',
      body: new URLSearchParams({ [name ?? '']: value ?? '', redirectTo: '/discover?all=true' }),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/discover?all=true'])
    visitor.keepCookies(answer.headers.getSetCookie())
  }
  const answer = await visitor.ask('/discover?all=true')
  expect(answer.headers.get('vary')).toContain('Accept-Language')
  const html = await answer.text()
  expect(html).toMatch(/<html lang="en" class="light-theme" data-prices-in="EUR"/)
  expect(html).toContain('Under €50')
  // Visitors without these settings get the default page.
  expect(await (await shop.visitor().ask('/discover?all=true')).text()).toMatch(/<html lang="en">/)
})
