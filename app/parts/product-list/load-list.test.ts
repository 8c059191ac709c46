import { describe, expect, test, vi } from 'vitest'
import { asksForProducts, loadList, parseListQuery } from './load-list.server.ts'

const args = (search: string, products: () => Promise<unknown>) =>
  ({
    request: new Request(`http://shop.test/discover${search}`),
    params: {},
    context: { api: { search: { products } }, reader: { pricesIn: null, theme: null } },
  }) as unknown as Parameters<typeof loadList>[0]

describe('loadList', () => {
  test('returns the URL of the list even if the search fails, and logs the error', async () => {
    const report = vi.spyOn(console, 'error').mockReturnValueOnce()
    const { result, address } = await loadList(
      args('?q=coat&colours=red&page=3', () => Promise.reject(new Error('database unreachable'))),
      { path: '/discover' },
    )
    expect(result).toBeNull()
    expect(address).toEqual({ path: '/discover', search: 'q=coat&colours=red&page=3' })
    expect(report).toHaveBeenCalledOnce()
    report.mockClear()
  })

  test('rejects a search that the API rejects', async () => {
    await expect(
      loadList(
        args('', () => Promise.reject(Object.assign(new Error('bad'), { code: 'BAD_REQUEST' }))),
        { path: '/discover' },
      ),
    ).rejects.toMatchObject({ status: 400 })
  })

  const NONE = { categories: [], brands: [], sizes: [], colours: [], materials: [], cuts: [], genders: [] }

  test('converts a sentence to filters in the URL, and skips pages that do not exist', async () => {
    const filters = {
      q: 'black coat',
      mode: 'intelligent',
      rest: '',
      categories: ['coats'],
      brands: [],
      sizes: [],
      colours: ['black'],
      materials: [],
      genders: [],
      tags: [],
      not: [],
      currency: 'USD',
      onSale: false,
      inStock: false,
    }
    const { address } = await loadList(
      args('?q=black+coat&mode=intelligent&page=99', () =>
        Promise.resolve({ filters, facets: NONE, products: [], sort: 'price_asc', page: 2 }),
      ),
      { path: '/discover' },
    )
    expect(Object.fromEntries(new URLSearchParams(address.search))).toEqual({
      q: 'black coat',
      mode: 'intelligent',
      rest: '',
      categories: 'coats',
      colours: 'black',
      sort: 'price_asc',
      page: '2',
    })
  })
})

test.each([
  ['', false],
  ['?q=', false],
  ['?q=%20', false],
  ['?sort=newest&view=list&page=2&mode=intelligent&rest=x&currency=GBP', false],
  ['?utm_source=x', false],
  ['?categories=,,', false],
  ['?all=true', true],
  ['?q=a', true],
  ['?search=a', true],
  ['?brand=x', true],
  ['?inStock=true', true],
  ['?priceMax=5', true],
  ['?not=colour:red', true],
])('asksForProducts is correct for %j: %s', (search, expected) => {
  expect(
    asksForProducts(
      parseListQuery({
        request: new Request(`http://shop.test/discover${search}`),
        context: { reader: { pricesIn: null, theme: null } },
      }).query,
    ),
  ).toBe(expected)
})
