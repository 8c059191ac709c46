import zlib from 'node:zlib'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { badgeText, SAVED } from '#server/wishlist/badge-text.values.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { FillablePage, mergeSamples, sampleViewer, samplesFor, type Sample } from './filled-page.ts'

const [SHIRT, COAT] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const CUSTOMER: Viewer = {
  ...{ userId: '33333333-3333-4333-8333-333333333333', email: 'ada@example.test', fullName: `Ada </script> "O'Hara"` },
  ...{ role: 'customer', partner: null, sessionId: 's', isRemembered: true, hasProfile: true, isEmailVerified: true },
  ...{ expiresAt: new Date(1_800_000_000_000), authenticatedAt: new Date(), searchMode: 'normal' },
}
const POLICY = "script-src 'self' "

/** As a page of ours: hearts, a mark of news, an account, and the same as data. */
function page({ wishlistIds, wishlistNews, marks }: Sample, viewer: Viewer): string {
  const part = (of: string, html: string) => marks.begin(of) + html + marks.end
  const heart = (id: string) =>
    `<li>${part(id, `<button>${wishlistIds.includes(id) ? 'full' : 'empty'}</button>`)}</li>`
  const count = badgeText(wishlistIds.length)
  const news = (count && SAVED) + (wishlistNews ? `, ${wishlistNews} news` : '')
  const text = (of: string) =>
    of
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#x27;')
  const data = JSON.stringify(
    JSON.stringify([
      viewer.userId,
      viewer.email,
      viewer.fullName,
      ['D', viewer.expiresAt.getTime()],
      wishlistIds.join(' '),
      wishlistNews,
    ]),
  ).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  const padding = '<p>the same for everybody</p>'.repeat(1_000)
  return `<b title="${text(viewer.email)}">${viewer.fullName[0]}</b><i>${text(viewer.fullName)}</i>${part('new', count || wishlistNews ? `<em>${count}<u>${news}</u></em>` : '')}${heart(SHIRT)}${padding}${heart(COAT)}<script>enqueue(${data})</script>`
}

const noMarks = { begin: () => '', end: '' }
const policyOf = (html: string) =>
  `${POLICY}'sha256-${createHash('sha256')
    .update(/<script>(.*)<\/script>/.exec(html)?.[1] ?? '')
    .digest('base64')}'`

test('a filled page is to the byte what would be rendered for the customer, compressed and plain', () => {
  const rendered = samplesFor([SHIRT, COAT]).map((sample) => page(sample, sampleViewer(CUSTOMER)))
  const merged = mergeSamples(rendered as [string, string, string])!
  const fillable = new FillablePage(merged)
  for (const [wishes, wishlistNews] of [
    [[], 0],
    [[COAT], 0],
    [[SHIRT, COAT], 3],
    // Of saved searches.
    [[], 2],
  ] as const) {
    const own = { wishlistIds: wishes.join(' '), wishlistNews, hasPartInReviews: false }
    const expected = page({ wishlistIds: [...wishes], wishlistNews, marks: noMarks }, CUSTOMER)
    const plain = fillable.fill(CUSTOMER, own, policyOf(merged), false)
    expect(plain.bytes.toString()).toBe(expected)
    expect(plain.policy).toBe(policyOf(expected))
    expect(zlib.gunzipSync(fillable.fill(CUSTOMER, own, policyOf(merged), true).bytes).toString()).toBe(expected)
  }
})

test("no text of a partner's is filled with a customer's address, whatever signs and numbers it has, nor hides what others sell", () => {
  const signs = Array.from({ length: 0xf900 - 0xe000 }, (_, n) => String.fromCharCode(0xe000 + n))
  const own = { wishlistIds: '', wishlistNews: 5, hasPartInReviews: false }
  let filled = 0
  for (let from = 0; from < signs.length; from += 64) {
    const few = signs.slice(from, from + 64)
    for (const tried of [few, few.toReversed()]) {
      const guesses = `${tried.map((sign) => `<a href="//elsewhere.test/${sign}">`).join('')} 987654321`
      const rendered = samplesFor([SHIRT]).map((sample) => guesses + page(sample, sampleViewer(CUSTOMER)))
      const merged = mergeSamples(rendered as [string, string, string])
      if (merged === null) continue
      filled++
      const html = new FillablePage(merged).fill(CUSTOMER, own, policyOf(merged), false).bytes.toString()
      const added = html.slice(0, html.indexOf('987654321'))
      expect(added).not.toContain(CUSTOMER.email)
      expect(added).not.toContain(CUSTOMER.fullName.slice(1))
      expect(html.slice(added.length)).toContain('<button>')
    }
  }
  expect(filled).toBeGreaterThan(190)
})

test('renderings that differ in more than their parts are no page for all', () => {
  const [none, all, news] = samplesFor([SHIRT]).map((sample) => page(sample, sampleViewer(CUSTOMER)))
  expect(mergeSamples([none!, all!, `${news}<p>New since</p>`])).toBeNull()
})
