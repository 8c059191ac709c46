import { describe, expect, test } from 'vitest'
import { hrefCleared, hrefOf, hrefWithout, keptParams, listHref, withoutFragment } from './list-address.ts'

const discover = (search: string) => ({ path: '/discover', search })
const SENTENCE =
  'q=black+dress+sequin&mode=intelligent&rest=sequin&colours=black&categories=dresses&sort=newest&view=list&page=3'

describe('addresses made from a list', () => {
  test.each([
    ['sets and takes out', listHref(discover('q=coat&page=4'), { sort: 'newest' }), '/discover?q=coat&sort=newest'],
    ['keeps the page that it is given', listHref(discover('q=coat'), { page: '2' }), '/discover?q=coat&page=2'],
    [
      'takes one value out of a list',
      hrefWithout(discover('colours=black,red&page=2'), 'colours', 'black'),
      '/discover?colours=red',
    ],
    [
      'is everything once the last condition is gone',
      hrefWithout(discover('colours=black&sort=newest'), 'colours', 'black'),
      '/discover?sort=newest&all=true',
    ],
    [
      'is the bare page of a partner',
      hrefWithout({ path: '/partner/1', search: 'colours=black' }, 'colours', 'black'),
      '/partner/1',
    ],
    [
      'clears filters and order, not the search',
      hrefCleared(discover('q=coat&colours=black&onSale=true&sort=newest&view=list&page=2')),
      '/discover?q=coat&view=list',
    ],
    ['clears a sentence with what it became', hrefCleared(discover(SENTENCE)), '/discover?view=list&all=true'],
    [
      'clears a sentence of a partner to its plain list',
      hrefCleared({ path: '/partner/1#list-heading', search: SENTENCE.replace('&view=list', '') }),
      '/partner/1#list-heading',
    ],
    [
      'ends in the fragment of where the list begins',
      listHref({ path: '/partner/1#list-heading', search: 'q=coat' }, { page: '2' }),
      '/partner/1?q=coat&page=2#list-heading',
    ],
    [
      'leaves the fragment out where the page is to stay',
      listHref(withoutFragment({ path: '/partner/1#list-heading', search: 'q=coat' }), {}),
      '/partner/1?q=coat',
    ],
    ['clears to everything', hrefCleared(discover('categories=coats&inStock=true')), '/discover?all=true'],
    [
      'never leads to the home view',
      hrefOf('/discover', new URLSearchParams('mode=intelligent&view=list&q=')),
      '/discover?mode=intelligent&view=list&q=&all=true',
    ],
  ])('%s', (_, href, expected) => expect(href).toBe(expected))

  test('keep filters set by hand for the next search, but not those of a sentence', () => {
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
