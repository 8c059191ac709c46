import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { badgeText, SAVED } from '#server/wishlist/badge-text.values.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { CUSTOMER } from '#tests/setup/example-customer.ts'
import { FillablePage } from './filled-page.ts'
import { mergeSamples, sampleViewer, samplesFor, type Sample } from './page-samples.ts'

const [SHIRT, COAT] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const POLICY = "script-src 'self' "

/** Resembles our pages: hearts, a news badge and an account, both in the markup and as data. */
function page({ wishlistIds, wishlistNews, marks }: Sample, viewer: Viewer): string {
  const part = (of: string, html: string) => marks.begin(of) + html + marks.end
  const heart = (id: string) =>
    `<li>${part(id, `<button>${wishlistIds.includes(id) ? 'full' : 'empty'}</button>`)}</li>`
  const count = badgeText(wishlistIds.length)
  const news = (count && SAVED) + (wishlistNews ? `, ${wishlistNews} new` : '')
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
  return `<b title="${text(viewer.email)}">${part('initial', viewer.fullName[0]!.toUpperCase())}</b><i>${text(viewer.fullName)}</i>${part('new', count || wishlistNews ? `<em>${count}<u>${news}</u></em>` : '')}${heart(SHIRT)}${padding}${heart(COAT)}<script>enqueue(${data})</script>`
}

const noMarks = { begin: () => '', end: '' }
const policyOf = (html: string) =>
  `${POLICY}'sha256-${createHash('sha256')
    .update(/<script>(.*)<\/script>/.exec(html)?.[1] ?? '')
    .digest('base64')}'`

test('a filled page equals the page rendered for the customer byte for byte', () => {
  const rendered = samplesFor([SHIRT, COAT]).map((sample) => page(sample, sampleViewer(CUSTOMER)))
  const merged = mergeSamples(rendered as [string, string, string])!
  const fillable = new FillablePage(merged)
  for (const [wishes, wishlistNews] of [
    [[], 0],
    [[COAT], 0],
    [[SHIRT, COAT], 3],
    // News about saved searches.
    [[], 2],
  ] as const) {
    const own = { wishlistIds: wishes.join(' '), wishlistNews, hasPartInReviews: false }
    const expected = page({ wishlistIds: [...wishes], wishlistNews, marks: noMarks }, CUSTOMER)
    const { html, policy } = fillable.fill(CUSTOMER, own, policyOf(merged))
    expect(html).toBe(expected)
    expect(policy).toBe(policyOf(expected))
  }
})

const HOSTILE = [
  '<!-- -->',
  'https://elsewhere.test/?to=',
  '&quot;',
  'initial',
  'new',
  SHIRT,
  '987654321',
  ' saved',
  '99+',
  '\u{10fffd}',
  '\u{f0000}',
  '\u200d',
  '\u202e',
  '\ud83d',
  '\0',
  '\ue000\ue001\ue002\ue003',
  'b',
  'n',
  'o',
  'e',
]
const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.integer({ min: 0xe000, max: 0xf8ff }).map((code) => String.fromCharCode(code)),
    fc.stringMatching(/^[bnoexy][0-9a-f]{32}$/),
  ),
  { maxLength: 30 },
)

test('a filled page changes only its placeholders, whatever text a partner has added', () => {
  const own = { wishlistIds: SHIRT, wishlistNews: 5, hasPartInReviews: false }
  const everySign = Array.from({ length: 0xf900 - 0xe000 }, (_, n) => String.fromCharCode(0xe000 + n)).join('')
  const isFilled = (text: string) => {
    const render = (sample: Sample, viewer: Viewer) => `<p>${text}</p>${page(sample, viewer)}<p>${text}</p>`
    const rendered = samplesFor([SHIRT]).map((sample) => render(sample, sampleViewer(CUSTOMER)))
    const merged = mergeSamples(rendered as [string, string, string])
    expect(merged).not.toBeNull()
    const { html } = new FillablePage(merged!).fill(CUSTOMER, own, policyOf(merged!))
    const expected = render({ wishlistIds: [SHIRT], wishlistNews: 5, marks: noMarks }, CUSTOMER)
    expect(html === expected).toBe(true)
  }
  isFilled(everySign)
  isFilled([...everySign].toReversed().join(''))
  fc.assert(
    fc.property(hostile, (parts) => isFilled(parts.join(''))),
    { numRuns: 200 },
  )
})

test('a page is not filled if its renderings differ outside the placeholders', () => {
  const [none, all, news] = samplesFor([SHIRT]).map((sample) => page(sample, sampleViewer(CUSTOMER)))
  expect(mergeSamples([none!, all!, `${news}<p>New since</p>`])).toBeNull()
})
