import { describe, expect, test } from 'vitest'
import { layOutCategories } from './category-tree.ts'

const category = (value: string, parent: string | null = null, isSelected = false) => ({ value, parent, isSelected })
const lines = (...given: Parameters<typeof layOutCategories>) =>
  layOutCategories(...given).map(
    ({ value, depth, isExtra }) => `${'-'.repeat(depth)}${value}${isExtra ? ' (extra)' : ''}`,
  )

describe('layOutCategories', () => {
  test('places each category below its parent, whatever the input order', () => {
    expect(
      lines(
        [
          category('coats', 'clothes'),
          category('shoes'),
          category('clothes'),
          category('parkas', 'coats'),
          category('boots', 'shoes'),
        ],
        16,
      ),
    ).toEqual(['shoes', '-boots', 'clothes', '-coats', '--parkas'])
  })
  test('shows the top level first, and marks the rest as extra', () => {
    const few = [category('a'), category('a1', 'a'), category('a2', 'a'), category('b')]
    expect(lines(few, 3)).toEqual(['a', '-a1 (extra)', '-a2 (extra)', 'b'])
    expect(lines(few, 4)).toEqual(['a', '-a1', '-a2', 'b'])
  })
  test('shows selected categories and their children first', () => {
    expect(
      lines([category('a'), category('b'), category('b1', 'b', true), category('b2', 'b1'), category('c')], 3),
    ).toEqual(['a', 'b (extra)', '-b1', '--b2', 'c (extra)'])
  })
  test('keeps categories with an unknown parent, and handles cycles', () => {
    expect(lines([category('x', 'gone'), category('y', 'z'), category('z', 'y')], 16)).toEqual(['x'])
  })
})
