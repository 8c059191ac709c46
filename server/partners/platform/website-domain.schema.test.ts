import net from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWebsiteDomain } from './website-domain.schema.ts'

const domainOf = (typed: string) => {
  const read = parseWebsiteDomain(typed)
  return 'domain' in read ? read.domain : null
}
const codeOf = (typed: string) => {
  const read = parseWebsiteDomain(typed)
  return 'code' in read ? read.code : null
}

describe('a website as people type it', () => {
  test.each([
    ['yourstore.com', 'yourstore.com'],
    ['  YourStore.COM  ', 'yourstore.com'],
    ['your store.com', 'yourstore.com'],
    ['https://yourstore.com', 'yourstore.com'],
    ['HTTP://WWW.YourStore.com/', 'yourstore.com'],
    ['https://https://yourstore.com', 'yourstore.com'],
    ['https:yourstore.com', 'yourstore.com'],
    ['https:\\\\yourstore.com\\shop', 'yourstore.com'],
    ['//yourstore.com', 'yourstore.com'],
    ['www.yourstore.com', 'yourstore.com'],
    ['www.www.yourstore.com', 'yourstore.com'],
    ['www.com', 'www.com'],
    ['www2.yourstore.com', 'www2.yourstore.com'],
    ['shop.yourstore.co.uk/collections/all?sort=new#top', 'shop.yourstore.co.uk'],
    ['yourstore.com?utm_source=x', 'yourstore.com'],
    ['yourstore.com.', 'yourstore.com'],
    ['https://yourstore.com:443/', 'yourstore.com'],
    ['http://yourstore.com:80', 'yourstore.com'],
    ['"<yourstore.com>"', 'yourstore.com'],
    ['your\u200bstore\u00ad.com\u0000', 'yourstore.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['https://BÜCHER.de/katalog', 'xn--bcher-kva.de'],
    ['магазин.рф', 'xn--80aairftm.xn--p1ai'],
    ['ｗｗｗ．ｙｏｕｒｓｔｏｒｅ．ｃｏｍ', 'yourstore.com'],
    ['yourstore。com', 'yourstore.com'],
    ['1-800-flowers.com', '1-800-flowers.com'],
    ['7.eleven.com', '7.eleven.com'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
    [`yourstore.com/${'a'.repeat(100_000)}`, 'yourstore.com'],
  ])('%j is the domain %s', (typed, domain) => expect(parseWebsiteDomain(typed)).toEqual({ domain }))
})

describe('refuses text that is not a website', () => {
  test.each([
    ['', 'URL_EMPTY'],
    [' \t\n', 'URL_EMPTY'],
    ['\u200b', 'URL_EMPTY'],
    ['https://', 'INVALID_URL_FORMAT'],
    ['/', 'INVALID_URL_FORMAT'],
    ['?q=yourstore.com', 'INVALID_URL_FORMAT'],
    ['.', 'INVALID_URL_FORMAT'],
    ['ftp://yourstore.com', 'INVALID_URL_FORMAT'],
    ['file:///etc/passwd', 'INVALID_URL_FORMAT'],
    ['javascript:alert(1)', 'INVALID_URL_FORMAT'],
    ['data:text/html,yourstore.com', 'INVALID_URL_FORMAT'],
    ['mailto:me@yourstore.com', 'INVALID_URL_FORMAT'],
    ['me@yourstore.com', 'INVALID_URL_FORMAT'],
    ['https://user:secret@yourstore.com', 'INVALID_URL_FORMAT'],
    ['yourstore.com:8080', 'INVALID_URL_FORMAT'],
    ['yourstore.com:x', 'INVALID_URL_FORMAT'],
    ['your%73tore.com', 'INVALID_URL_FORMAT'],
    ['%31%32%37.0.0.1', 'INVALID_URL_FORMAT'],
    ['your[store].com', 'INVALID_URL_FORMAT'],
    ['localhost', 'INVALID_DOMAIN'],
    ['yourstore', 'INVALID_DOMAIN'],
    ['yourstore.c', 'INVALID_DOMAIN'],
    ['yourstore.c0m', 'INVALID_DOMAIN'],
    ['yourstore.123', 'INVALID_DOMAIN'],
    ['yourstore..com', 'INVALID_DOMAIN'],
    ['yourstore.com..', 'INVALID_DOMAIN'],
    ['.yourstore.com', 'INVALID_DOMAIN'],
    ['-yourstore.com', 'INVALID_DOMAIN'],
    ['yourstore-.com', 'INVALID_DOMAIN'],
    ['your_store.com', 'INVALID_DOMAIN'],
    ['your,store.com', 'INVALID_DOMAIN'],
    ['127.0.0.1', 'INVALID_DOMAIN'],
    ['http://127.0.0.1:8080/', 'INVALID_DOMAIN'],
    ['www.127.0.0.1', 'INVALID_DOMAIN'],
    ['256.256.256.256', 'INVALID_DOMAIN'],
    ['127.1', 'INVALID_DOMAIN'],
    ['2130706433', 'INVALID_DOMAIN'],
    ['0x7f000001', 'INVALID_DOMAIN'],
    ['0x7f.1', 'INVALID_DOMAIN'],
    ['１２７.０.０.１', 'INVALID_DOMAIN'],
    ['[::1]', 'INVALID_DOMAIN'],
    ['http://[::1]:3000/', 'INVALID_DOMAIN'],
    ['::1', 'INVALID_DOMAIN'],
    ['fe80::1', 'INVALID_DOMAIN'],
    [`${'a'.repeat(64)}.com`, 'LABEL_TOO_LONG'],
    [`${'ü'.repeat(60)}.com`, 'LABEL_TOO_LONG'],
    [`yourstore.${'a'.repeat(64)}`, 'LABEL_TOO_LONG'],
    [`${'a.'.repeat(126)}com`, 'DOMAIN_TOO_LONG'],
    ['a'.repeat(100_000), 'DOMAIN_TOO_LONG'],
    [`${'bücher.'.repeat(20)}de`, 'DOMAIN_TOO_LONG'],
  ])('%j with the code %s', (typed, code) => expect(codeOf(typed)).toBe(code))

  test('with a message that says what to do', () => {
    expect(
      ['', '://', 'x', `${'a.'.repeat(200)}com`, `${'a'.repeat(64)}.com`].map((typed) => parseWebsiteDomain(typed)),
    ).toMatchObject([
      { message: 'Please enter a website URL.' },
      { message: 'Invalid URL format. Please enter a domain like "yourstore.com".' },
      { message: 'Please enter a valid domain (e.g., yourstore.com).' },
      { message: 'Domain name is too long. Please enter a shorter domain.' },
      { message: 'Part of the domain name is too long. Please check the format.' },
    ])
  })
})

const label = fc.stringMatching(/^[a-z\d]([a-z\d-]{0,20}[a-z\d])?$/).filter((text) => !text.startsWith('xn--'))
const domain = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.stringMatching(/^[a-z]{2,10}$/))
  .map(([labels, tld]) => [...labels, tld].join('.'))
  .filter((text) => !text.startsWith('www.'))

test('finds every domain, whatever people type around it', () => {
  fc.assert(
    fc.property(
      domain,
      fc.constantFrom('', 'http://', 'https://', 'HTTPS://', '//', ' https://  '),
      fc.constantFrom('', 'www.', 'WWW.'),
      fc.oneof(
        fc.constantFrom('', '.', '/', ':443/', './'),
        fc.webPath(),
        fc.webQueryParameters().map((q) => `?${q}`),
      ),
      fc.boolean(),
      (name, scheme, www, rest, shouts) =>
        void expect(domainOf(scheme + www + (shouts ? name.toUpperCase() : name) + rest)).toBe(name),
    ),
    { numRuns: 1_000 },
  )
})

test('any input gives nothing, or a domain that parses to itself and is not an IP address', () => {
  const pieces = fc.constantFrom(
    ...['http://', 'https:', 'www.', '.', '..', '/', '\\', ':', '@', '%31', '[', ']', '-', '_', '127', '0x7f', '::1'],
    ...['xn--', 'com', 'ü', '。', '１', 'ﷺ', '℀', '\u202e', ' ', '\u0000', 'ß', '👗', 'a'.repeat(64)],
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 12 }).map((parts) => parts.join('')),
      ),
      (typed) => {
        const found = domainOf(typed)
        if (found === null) return
        expect(found).toMatch(/^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+([a-z]{2,63}|xn--[a-z\d-]{1,59})$/)
        expect(new URL(`https://${found}/`).hostname).toBe(found)
        expect(net.isIP(found)).toBe(0)
        expect(domainOf(found)).toBe(found)
      },
    ),
    { numRuns: 5_000 },
  )
})
