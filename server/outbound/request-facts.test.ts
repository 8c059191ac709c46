import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { countryOf, referrerPath, uncountedReason } from './request-facts.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const reasonFor = (headers: Record<string, string>, method = 'GET') =>
  uncountedReason({ method, headers: new Headers(headers) })

describe('uncountedReason', () => {
  test.each([
    [{ 'user-agent': CHROME }, 'GET', null],
    [{ 'user-agent': CHROME }, 'HEAD', 'head'],
    [{ 'user-agent': CHROME, 'sec-purpose': 'prefetch;prerender' }, 'GET', 'prefetch'],
    [{ 'user-agent': CHROME, purpose: 'prefetch' }, 'GET', 'prefetch'],
    [{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, 'GET', 'bot'],
    [{ 'user-agent': 'curl/8.0' }, 'GET', 'bot'],
    [{}, 'GET', 'bot'],
    [{ 'user-agent': 'facebookexternalhit/1.1' }, 'GET', 'bot'],
  ])('of %j by %s is %s', (headers, method, reason) =>
    expect(reasonFor(headers as Record<string, string>, method)).toBe(reason),
  )
})

const AGENTS = fs
  .readFileSync(path.join(import.meta.dirname, 'fixtures/25-user-agents.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t') as [string, string])

test.each([
  ...AGENTS,
  ['no', 'SpringBoard/1.0 CFNetwork/1410.1 Darwin/22.6.0'],
  ['no', 'Viber/22.1.0 (Android 14)'],
  ['no', 'Mozilla/5.0 (compatible; Teapot/1.0)'],
  ['no', 'Mozilla/5.0'],
  ['no', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 SkypeUriPreview'],
  ['no', 'Ktor client'],
  ['yes', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko'],
  ['yes', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)'],
  ['yes', 'Lynx/2.9.0 libwww-FM/2.14'],
  ['yes', 'UCWEB/2.0 (Java; U; MIDP-2.0; en-US; nokia) U2/1.0.0 UCBrowser/9.4.1.482 U2/1.0.0 Mobile'],
])('counts a click (%s) of the user agent %j', (counts, agent) =>
  expect(reasonFor({ 'user-agent': agent })).toBe(counts === 'yes' ? null : 'bot'),
)

describe('countryOf', () => {
  test.each([
    [{ 'accept-language': 'en-GB,en;q=0.8' }, false, 'GB'],
    [{ 'accept-language': 'de-ch' }, false, 'CH'],
    [{ 'accept-language': 'fr' }, false, 'Unknown'],
    [{}, true, 'Unknown'],
    [{ 'cf-ipcountry': 'pl', 'accept-language': 'en-GB' }, true, 'PL'],
    [{ 'cf-ipcountry': 'PL', 'accept-language': 'en-GB' }, false, 'GB'],
    [{ 'x-country-code': '<script>' }, true, 'Unknown'],
  ])('of %j (behind a proxy: %s) is %s', (headers, trustProxy, country) =>
    expect(countryOf(new Headers(headers as Record<string, string>), trustProxy)).toBe(country),
  )
})

describe('referrerPath', () => {
  test.each([
    ['http://wtf.example/discover?q=secret#x', '/discover'],
    ['http://other.example/discover', null],
    ['junk', null],
    [`http://wtf.example/${'a'.repeat(900)}`, `/${'a'.repeat(499)}`],
  ])('of %j is %j', (referer, path) => expect(referrerPath(new Headers({ referer, host: 'wtf.example' }))).toBe(path))
})
