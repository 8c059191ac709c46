import { describe, expect, test } from 'vitest'
import { layOutCategories } from './category-tree.ts'

const category = (value: string, parent: string | null = null, isSelected = false) => ({ value, parent, isSelected })
const lines = (...given: Parameters<typeof layOutCategories>) =>
  layOutCategories(...given).map(
    ({ value, depth, isExtra }) => `${'-'.repeat(depth)}${value}${isExtra ? ' (extra)' : ''}`,
  )

describe('layOutCategories', () => {
  test('puts each below its parent, in any order of input', () => {
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
  test('shows the top level first; the others are extra', () => {
    const few = [category('a'), category('a1', 'a'), category('a2', 'a'), category('b')]
    expect(lines(few, 3)).toEqual(['a', '-a1 (extra)', '-a2 (extra)', 'b'])
    expect(lines(few, 4)).toEqual(['a', '-a1', '-a2', 'b'])
  })
  test('shows the chosen ones and their children first', () => {
    expect(
      lines([category('a'), category('b'), category('b1', 'b', true), category('b2', 'b1'), category('c')], 3),
    ).toEqual(['a', 'b (extra)', '-b1', '--b2', 'c (extra)'])
  })
  test('keeps categories without a known parent, and survives circles', () => {
    expect(lines([category('x', 'gone'), category('y', 'z'), category('z', 'y')], 16)).toEqual(['x'])
  })
})
