import { describe, expect, test } from 'vitest'
import { installablePhone } from './use-install-prompt.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'

describe('installablePhone', () => {
  test.each([
    ['an iPhone', IPHONE, 5, 'ios'],
    ['an iPad that says it is a Mac', MAC, 5, 'ios'],
    ['a Mac', MAC, 0, null],
    ['Android', PIXEL, 5, 'android'],
    ['Instagram on an iPhone', `${IPHONE.replace('Version/18.1 ', '')} Instagram 300.0`, 5, null],
    ['an Android web view', PIXEL.replace('Pixel 9)', 'Pixel 9; wv)'), 5, null],
    [
      'Windows with a touch screen',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36',
      10,
      null,
    ],
    ['nothing', '', 0, null],
  ])('%s', (_, userAgent, touchPoints, phone) => expect(installablePhone(userAgent, touchPoints)).toBe(phone))
})
