import type { LoaderFunctionArgs } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { noticeCookie, takeNotice } from './notice.server.ts'

const TEXT = 'Welcome back. Your account will not be deleted.'
const shop = (siteUrl: string, key = 'a key') =>
  ({ siteUrl, noticeKey: async () => key }) as unknown as LoaderFunctionArgs['context']
const take = (cookie: string, context: LoaderFunctionArgs['context']) =>
  takeNotice({ request: new Request('https://wtf.example/', { headers: cookie ? { cookie } : {} }), context })
const pairOf = (header: string) => header.split(';')[0] ?? ''

describe.each([
  ['https://wtf.example', '__Host-wtf_notice'],
  ['http://localhost:3000', 'wtf_notice'],
])('a notice on %s', (siteUrl, name) => {
  const context = shop(siteUrl)
  test('is shown once', async () => {
    const header = await noticeCookie({ context }, TEXT)
    expect(header).toMatch(new RegExp(`^${name}=[^;]+; Max-Age=60; Path=/; HttpOnly;( Secure;)? SameSite=Lax$`))
    expect(header.includes('; Secure')).toBe(siteUrl.startsWith('https:'))
    const { notice, forget } = await take(`a=b; ${pairOf(header)}; c=d`, context)
    expect([notice, forget]).toEqual([
      TEXT,
      expect.stringMatching(new RegExp(`^${name}=; Path=/; Expires=Thu, 01 Jan 1970 `)),
    ])
    expect((await take(pairOf(forget ?? ''), context)).notice).toBeNull()
  })
  test('is null without its cookie, and other cookies are kept', async () => {
    for (const cookie of ['', 'wtf_vid=x', 'notice=x'])
      expect(await take(cookie, context)).toEqual({ notice: null, forget: null })
  })
  test('is ignored if its signature is missing or invalid', async () => {
    const own = pairOf(await noticeCookie({ context }, TEXT)).slice(name.length + 1)
    const others = pairOf(await noticeCookie({ context: shop(siteUrl, 'another key') }, 'Call 0900 1234')).slice(
      name.length + 1,
    )
    const [value = '', signature = ''] = decodeURIComponent(own).split('.')
    const forged = Buffer.from(JSON.stringify('Call 0900 1234')).toString('base64')
    for (const planted of [
      'Call%200900%201234',
      forged,
      others,
      `${forged}.${signature}`,
      encodeURIComponent(`${forged}.${signature}`),
      value,
      `${value}.`,
      '%E0%A4%A',
      `${own}x`,
    ]) {
      const { notice, forget } = await take(`${name}=${planted}`, context)
      expect([planted, notice, forget !== null]).toEqual([planted, null, true])
    }
  })
})

test('ignores a cookie without the __Host- prefix on HTTPS', async () => {
  const pair = pairOf(await noticeCookie({ context: shop('http://wtf.example') }, TEXT))
  expect((await take(pair, shop('https://wtf.example'))).notice).toBeNull()
})

test('limits the length of the cookie', async () =>
  expect((await noticeCookie({ context: shop('https://wtf.example') }, 'x'.repeat(100_000))).length).toBeLessThan(
    1_000,
  ))
