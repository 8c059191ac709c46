import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { signToken } from '#server/platform/signed-token.ts'
import { strikeSecrets } from './strike-secrets.ts'
import { wishlistDigest, type WishlistChange } from './wishlist-mails.ts'

const siteUrl = 'https://wtf.example'
const TOKEN = signToken(randomBytes(32), 'unsubscribe', newId())
const unsubscribeLink = `/wishlist/unsubscribe?token=${TOKEN}`
const product = { name: 'Linen Coat', brand: 'Toteme', productId: newId() }
const drop: WishlistChange = { ...product, kind: 'price_drop', fromMinor: 9_900, toMinor: 7_900, currency: 'USD' }
const digest = (changes: WishlistChange[], name = 'Ada') => wishlistDigest({ siteUrl, name, changes, unsubscribeLink })

/** Reads text and tags with a parser that is independent of how the email was written. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<(\/?[a-z!][a-z0-9]*)((?:\s+[a-z:-]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(([tag]) => tag)
const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)

test.each<[WishlistChange, string, string]>([
  [drop, 'Linen Coat is now $79.00', 'Now $79.00, was $99.00'],
  [
    { ...product, kind: 'below_target', targetMinor: 8_000, toMinor: 7_900, currency: 'GBP' },
    'Linen Coat is now £79.00',
    'Now £79.00, your target was £80.00',
  ],
  [{ ...product, kind: 'back_in_stock', size: 'UK 12' }, 'Linen Coat is back in stock', 'Back in stock in UK 12'],
  [{ ...product, kind: 'back_in_stock', size: null }, 'Linen Coat is back in stock', 'Back in stock'],
  [{ ...product, kind: 'low_stock', size: 'M', stock: 2 }, 'Linen Coat is almost sold out', 'Only 2 left in M'],
  [{ ...product, kind: 'low_stock', size: null, stock: 1 }, 'Linen Coat is almost sold out', 'Only 1 left'],
])('puts a single change in the subject: %j', (change, subject, news) => {
  const mail = digest([change])
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(`Linen Coat\nToteme\n${news}\n${siteUrl}/product/${product.productId}\n`)
  expect(mail.html).toContain(`<br>Toteme<br><span`)
  expect(mail.html).toContain(`>${news}</span>`)
  expect(linksOf(mail.html)).toContain(`${siteUrl}/product/${product.productId}`)
})

test('lists at most 20 products, and counts the rest', () => {
  const changes = Array.from({ length: 23 }, (_, n) => ({ ...drop, name: `Coat ${n}.`, productId: newId() }))
  const mail = digest(changes)
  expect(mail.subject).toBe('23 changes on your wishlist')
  for (const part of [mail.text, mail.html]) {
    expect(part.match(/Now \$79\.00/g)?.length).toBe(part === mail.text ? 20 : 21)
    expect(part).toContain('Coat 19.')
    expect(part).not.toContain('Coat 20.')
    expect(part).toContain('And 3 more.')
  }
  expect(digest(changes.slice(0, 20)).text).not.toContain('more.\n')
})

test('offers one-click unsubscribe and an unsubscribe link', () => {
  const { text, html, unsubscribeUrl } = digest([drop])
  expect(unsubscribeUrl).toBe(`${siteUrl}${unsubscribeLink}`)
  for (const part of [text, html]) {
    expect(part).toContain(unsubscribeUrl)
    expect(part).toContain(`${siteUrl}/settings/wishlist`)
    expect(part).toContain(`${siteUrl}/wishlist`)
  }
})

test('keeps product links when it redacts the unsubscribe token', () => {
  const { text, html } = digest([drop])
  for (const part of [text, html].map(strikeSecrets)) {
    expect(part).not.toContain(TOKEN)
    expect(part).toContain('/wishlist/unsubscribe?token=…')
    expect(part).toContain(`${siteUrl}/product/${product.productId}`)
  }
  // The URL is redacted even though it contains an ID, because more text follows the ID.
  expect(strikeSecrets(`https://wtf.example/x/${product.productId}-secret`)).toBe('https://wtf.example/x/…')
})

test('keeps product names as plain text on one line', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      'Hat\r\nBcc: x@y.z',
      '$&$1',
      '\ud800',
    ),
  )
  const usual = digest([{ ...drop, kind: 'back_in_stock', size: 'M' }])
  fc.assert(
    fc.property(nasty, nasty, nasty, (name, brand, size) => {
      const mail = digest([{ ...product, name, brand, kind: 'back_in_stock', size }])
      expect(tagsOf(mail.html)).toEqual(tagsOf(usual.html))
      expect(mail.html.match(/</g)?.length).toBe(tagsOf(mail.html).length)
      expect(mail.subject).not.toMatch(/[\r\n]/)
      expect(mail.subject.length).toBeLessThan(90)
    }),
  )
})
