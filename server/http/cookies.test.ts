import { expect, test } from 'vitest'
import { cookieIn } from './cookies.ts'

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['a=b', undefined],
  ['wtf_vid=x', 'x'],
  ['a=b; wtf_vid=x; c=d', 'x'],
  ['wtf_vid=x;wtf_vid=y', 'x'],
  ['wtf_vid=', ''],
  ['wtf_vid', undefined],
  ['wtf_vid=a.b-c_=', 'a.b-c_='],
  [' wtf_vid = x ', 'x'],
  ['xwtf_vid=x', undefined],
  ['WTF_VID=x', undefined],
  ['wtf_vid=a%ff', 'a%ff'],
  [`wtf_vid=${'x'.repeat(4_096)}`, 'x'.repeat(4_096)],
  [`wtf_vid=${'x'.repeat(4_097)}`, undefined],
])('reads wtf_vid from %j as %j', (header, value) => expect(cookieIn(header, 'wtf_vid')).toBe(value))
