import { expect, test } from 'vitest'
import { deviceClassOf } from './device-class.ts'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'tablet'],
  ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 Mobile/15E148', 'tablet'],
  ['Mozilla/5.0 (Android 14; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0', 'tablet'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'computer'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'computer'],
  ['Lynx/2.9', ''],
  [null, ''],
] as const)('%s is a %s', (userAgent, device) => expect(deviceClassOf(userAgent)).toBe(device))

test.each([
  ['phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile ', 'iPad Silk/'],
  ['computer', 'Mozilla/5.0 (X11; Linux x86_64) ', 'Silk/'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 15; SM-X910) ', 'Mobile Silk/'],
  ['', 'Lynx/2.9', 'iPhone'],
] as const)("reads only the beginning of a long user agent: '%s'", (device, start, more) =>
  expect(deviceClassOf(start.padEnd(400) + more.repeat(6_000))).toBe(device),
)
