import { expect, test } from 'vitest'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { createApprovedReview, hoursAgo } from '#tests/setup/reviews.ts'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()
const TYPED = 'Warm, heavy and a little long.'
const COMMENT = `${TYPED} <script>alert(1)</script>`

async function createReviewed() {
  // The home page starts with the newest stores, and other tests use it.
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  return createProduct(shop.db, { partnerId: partner.id })
}

/** Submits the form like a browser. */
function send(visitor: Visitor, productId: string, fields: Record<string, string | Blob>) {
  const body = new FormData()
  body.set('form', 'review')
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return visitor.open(`/product/${productId}/review`, { method: 'POST', body })
}

test('a page with reviews is the same for everyone, has text and structured data, and keeps its sort order', async () => {
  const product = await createReviewed()
  for (let n = 0; n < 11; n++)
    await createApprovedReview(shop.db, product, {
      comment: COMMENT,
      rating: n ? 5 : 1,
      title: n ? '' : 'Lowest of all',
    })
  await createApprovedReview(shop.db, product, { comment: 'Nobody sees this yet', status: 'pending' })
  const page = await shop.visitor().open(`/product/${product.id}?tab=reviews&sort=lowest`)
  expect(page.text()).toContain('4.6 out of 5, from 11 reviews')
  expect(page.text('main h3')).toBe('Lowest of all')
  expect(page.text()).toContain(COMMENT)
  expect(page.text()).not.toContain('Nobody sees this yet')
  expect(page.structuredData).toMatchObject({
    aggregateRating: { reviewCount: 11 },
    review: [{ reviewBody: COMMENT }, {}, {}, {}, {}],
  })
  const second = await page.follow('Next page')
  expect(second.url.searchParams.get('sort')).toBe('lowest')
  expect(second.texts('#reviews li[id]')).toHaveLength(1)
  const one = await second.follow('1 star: 1 review')
  expect(one.texts('#reviews li[id]')).toHaveLength(1)
  for (const junk of ['sort=junk&stars=9&page=-1', 'page=1e9', 'stars=', 'sort=newest&sort=lowest'])
    expect((await shop.visitor().open(`/product/${product.id}?tab=reviews&${junk}`)).status).toBe(200)
})

test('a response shows a notice if its review was edited later', async () => {
  const product = await createReviewed()
  const answered = { response: 'Thank you.', responseDate: hoursAgo(5) }
  await createApprovedReview(shop.db, product, { ...answered, editedAt: hoursAgo(9), title: 'Answered' })
  await createApprovedReview(shop.db, product, { ...answered, editedAt: hoursAgo(1), title: 'Edited' })
  const page = await shop.visitor().open(`/product/${product.id}?tab=reviews`)
  expect(
    page
      .texts('#reviews li[id]')
      .map((text) => [/Edited(?! after)|Answered/.exec(text)?.[0], text.includes('edited after this reply')])
      .toSorted(),
  ).toEqual([
    ['Answered', false],
    ['Edited', true],
  ])
})

test('asks visitors to sign in, and keeps their text', async () => {
  const product = await createReviewed()
  const path = `/product/${product.id}/review`
  const page = await shop.visitor().open(path)
  expect([page.status, page.heading]).toEqual([200, 'Sign in to write a review'])
  expect(page.link('Sign In', 'main')).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
  const refused = await send(shop.visitor(), product.id, { rating: '3', comment: COMMENT })
  expect(refused.status).toBe(401)
  expect(refused.text()).toContain('What you typed is still here')
  expect(refused.text('textarea[name=comment]')).toContain(TYPED)
  const { id: reviewId } = await createApprovedReview(shop.db, product)
  const vote = await shop.visitor().ask(path, {
    method: 'POST',
    body: new URLSearchParams({ form: 'vote', reviewId, helpful: 'true' }),
  })
  expect([vote.status, vote.headers.get('location')]).toEqual([
    302,
    `/login?redirectTo=${encodeURIComponent(`/product/${product.id}?tab=reviews#reviews`)}`,
  ])
  expect((await shop.visitor().open('/product/junk/review')).status).toBe(404)
  expect((await shop.visitor().ask(path)).headers.get('x-robots-tag')).toContain('noindex')
})

test('a form that is too large, truncated or invalid is rejected, and nothing is saved', async () => {
  const product = await createReviewed()
  const { id: userId } = await createAccount(shop.db)
  await createClick(shop.db, product, { userId, clickedAt: hoursAgo(30) })
  const visitor = await shop.visitorAs(userId)
  const big = (mb: number) => new File([new Uint8Array(mb * 2 ** 20)], 'a.jpg', { type: 'image/jpeg' })
  const one = await send(visitor, product.id, { rating: '3', comment: COMMENT, picture1: big(6) })
  expect([one.status, one.text('textarea[name=comment]')]).toEqual([400, expect.stringContaining(TYPED)])
  expect(one.text()).toContain('Images can be up to 5 MB. Please choose a smaller one.')
  const all = await send(visitor, product.id, { rating: '3', comment: COMMENT, picture1: big(17) })
  expect([all.status, all.heading]).toEqual([413, 'This file is too large'])
  const cut = await visitor.ask(`/product/${product.id}/review`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=abcdef' },
    body: '--abcdef\r\ncontent-disposition: form-data; name="rating"\r\n\r\n3',
  })
  expect(cut.status).toBe(400)
  // A file in a text field, and text in a file field.
  const odd = await send(visitor, product.id, {
    rating: '3',
    comment: new File([COMMENT], 'a.txt'),
    picture1: 'a text',
  })
  expect(odd.status).toBe(400)
  expect(await shop.db.productReview.count({ where: { productId: product.id } })).toBe(0)
})
