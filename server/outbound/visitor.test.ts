import { describe, expect, test } from 'vitest'
import { countryOf, referrerPath, uncountedReason } from './visitor.ts'

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
