import { expect, test } from 'vitest'
import { pathOf } from '../vite.icons.ts'

const svg = (...shapes: string[]) => `<svg viewBox="0 0 24 24">${shapes.join('')}</svg>`

test('combines an icon into one path with absolute starting points', () => {
  expect(pathOf(svg('<path d="M18 6 6 18"></path>', '<path d="m6 6 12 12"></path>'))).toBe('M18 6 6 18M6 6l12 12')
  expect(pathOf(svg('<path d="m6.08 9.5-3.5 1.6"></path>'))).toBe('M6.08 9.5l-3.5 1.6')
  expect(pathOf(svg('<path d="m2 22c0-8"></path>', '<line x1="1" x2="3" y1="2" y2="4"></line>'))).toBe(
    'M2 22c0-8M1 2L3 4',
  )
})

test('converts circles and rectangles to path commands', () => {
  expect(pathOf(svg('<circle cx="11" cy="11" r="8"></circle>'))).toBe('M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0')
  expect(pathOf(svg('<rect width="4" height="6" x="2" y="1"></rect>'))).toBe('M2 1h4v6h-4v-6z')
})

test('stops the build at an unsupported shape', () => {
  expect(() => pathOf(svg('<ellipse rx="3"></ellipse>'))).toThrow('ellipse')
})
