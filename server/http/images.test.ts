import { describe, expect, it } from 'vitest'
import { qualityFor } from './images.ts'

describe('the quality of pictures', () => {
  it.each([
    [{}, 'full'], [{ 'save-data': 'on' }, 'saver'], [{ 'save-data': 'On', ect: '4g' }, 'saver'], [{ 'save-data': 'off' }, 'full'], [{ ect: '2g' }, 'saver'], [{ ect: 'slow-2g' }, 'saver'],
    [{ ect: '3g' }, 'slow'], [{ ect: '4g' }, 'full'], [{ ect: '../../x' }, 'full'],
  ] as Array<[Record<string, string>, string]>)('of %j is %s', (headers, quality) => expect(qualityFor(new Headers(headers))).toBe(quality))
})
