import { describe, expect, test } from 'vitest'
import { hrefCleared, hrefOf, hrefWithout, keptParams, listHref, withoutFragment } from './list-address.ts'

const discover = (search: string) => ({ path: '/discover', search })
const SENTENCE =
  'q=black+dress+sequin&mode=intelligent&rest=sequin&colours=black&categories=dresses&sort=newest&view=list&page=3'

describe('links of a product list', () => {
  test.each([
    [
      'change one parameter and reset the page',
      listHref(discover('q=coat&page=4'), { sort: 'newest' }),
      '/discover?q=coat&sort=newest',
    ],
    ['set the page', listHref(discover('q=coat'), { page: '2' }), '/discover?q=coat&page=2'],
    [
      'remove one value of a list',
      hrefWithout(discover('colours=black,red&page=2'), 'colours', 'black'),
      '/discover?colours=red',
    ],
    [
      'show all products once the last filter is removed',
      hrefWithout(discover('colours=black&sort=newest'), 'colours', 'black'),
      '/discover?sort=newest&all=true',
    ],
    [
      'show the plain page of a partner',
      hrefWithout({ path: '/partner/1', search: 'colours=black' }, 'colours', 'black'),
      '/partner/1',
    ],
    [
      'clear filters and sorting, but not the search',
      hrefCleared(discover('q=coat&colours=black&onSale=true&sort=newest&view=list&page=2')),
      '/discover?q=coat&view=list',
    ],
    [
      'clear a sentence and the filters parsed from it',
      hrefCleared(discover(SENTENCE)),
      '/discover?view=list&all=true',
    ],
    [
      'clear a sentence on a partner page',
      hrefCleared({ path: '/partner/1#list-heading', search: SENTENCE.replace('&view=list', '') }),
      '/partner/1#list-heading',
    ],
    [
      'keep the fragment of the list',
      listHref({ path: '/partner/1#list-heading', search: 'q=coat' }, { page: '2' }),
      '/partner/1?q=coat&page=2#list-heading',
    ],
    [
      'omit the fragment if the page should not scroll',
      listHref(withoutFragment({ path: '/partner/1#list-heading', search: 'q=coat' }), {}),
      '/partner/1?q=coat',
    ],
    [
      'show all products once the filters are cleared',
      hrefCleared(discover('categories=coats&inStock=true')),
      '/discover?all=true',
    ],
    [
      'never lead to the home view',
      hrefOf('/discover', new URLSearchParams('mode=intelligent&view=list&q=')),
      '/discover?mode=intelligent&view=list&q=&all=true',
    ],
  ])('%s', (_, href, expected) => expect(href).toBe(expected))

  test('keep manual filters for the next search, but drop filters parsed from a sentence', () => {
    expect(keptParams(discover('all=true&q=coat&colours=black&sort=newest&page=2'), 'normal')).toEqual([
      ['colours', 'black'],
      ['sort', 'newest'],
    ])
    expect(keptParams(discover(SENTENCE), 'intelligent')).toEqual([
      ['sort', 'newest'],
      ['view', 'list'],
    ])
    expect(keptParams(discover('colours=black&mode=intelligent'), 'intelligent')).toEqual([['colours', 'black']])
  })
})
