import { describe, expect, test } from 'vitest'
import { browserFamily } from './browser-family.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

describe('browserFamily', () => {
  test.each([
    [CHROME, 'Chrome'],
    [`${CHROME} Edg/143.0`, 'Edge'],
    [`${CHROME} OPR/120.0`, 'Opera'],
    ['Mozilla/5.0 (X11; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox'],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1', 'Safari'],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605 CriOS/143.0 Mobile Safari/604.1', 'Chrome'],
    ['', 'Unknown'],
    [null, 'Unknown'],
  ])('of %j is %s', (userAgent, family) => expect(browserFamily(userAgent)).toBe(family))
})
