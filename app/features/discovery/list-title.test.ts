import { describe, expect, test } from 'vitest'
import { listTitle } from './list-title.ts'

const names: Record<string, string> = { 'coats-jackets': 'Coats & Jackets', coats: 'Coats' }
const title = (query: Partial<Parameters<typeof listTitle>[0]>, brandNames: string[] = [], department?: string) =>
  listTitle(
    { q: '', mode: 'normal', all: false, categories: [], brands: [], ...query },
    { brandNames, categoryNames: query.categories?.flatMap((slug) => names[slug] ?? []) ?? [] },
    department,
  )

describe('listTitle', () => {
  test.each<[Parameters<typeof title>, string]>([
    [[{ categories: ['coats-jackets'] }], 'Coats & Jackets'],
    [[{ categories: ['a', 'b'] }], '2 Categories'],
    [[{ brands: ['moss'] }, ['Moss & Co']], 'Moss & Co'],
    [[{ brands: ['nobody'] }], 'nobody'],
    [[{ brands: ['a', 'b', 'c'] }, ['A']], '3 Brands'],
    [[{ q: 'red dress' }], '“red dress”'],
    [[{ all: true }], 'All Products'],
    [[{}], 'Discover'],
    [[{ categories: ['coats'], brands: ['moss'], q: 'red', all: true }], 'Coats'],
    [[{ brands: ['moss'], q: 'red', all: true }, ['Moss']], 'Moss'],
    [[{ q: 'red', all: true }], '“red”'],
    [[{ categories: ['no-such'] }], 'Category not found'],
    [
      [{ q: 'red dress by moss', mode: 'intelligent', categories: ['dresses'], brands: ['moss'] }],
      '“red dress by moss”',
    ],
    [[{ mode: 'intelligent', categories: ['coats'] }], 'Coats'],
    [[{}, [], 'Women'], 'Women'],
    [[{ all: true }, [], 'New in'], 'New in'],
    [[{ categories: ['coats'] }, [], 'Women'], 'Coats'],
    [[{ q: 'red' }, [], 'Sale'], '“red”'],
  ])('of %j is %s', (given, expected) => expect(title(...given)).toBe(expected))
})
