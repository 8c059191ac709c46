import { hiddenName, soldOutOfStranger } from './fixtures.ts'
import { MEMBERS, type Rows } from './outcomes.ts'

export const ANALYTICS_ROWS: Rows = {
  'analytics.home': { own: { input: () => ({ period: 'month' }), outcomes: MEMBERS } },
  'analytics.sales': { own: { input: () => ({ period: 'month' }), outcomes: MEMBERS } },
  'analytics.overview': { own: { input: () => ({ period: 'week' }), outcomes: MEMBERS } },
  'analytics.daysFile': { own: { input: () => ({ period: 'week' }), outcomes: MEMBERS } },

  'insights.funnel': { own: { input: () => ({ period: 'year' }), outcomes: MEMBERS } },
  'insights.funnelFile': { own: { input: () => ({ by: 'search' }), outcomes: MEMBERS } },
  'insights.unmetSearches': { own: { outcomes: MEMBERS } },
  'insights.prices': {
    own: { outcomes: MEMBERS },
    foreign: { before: soldOutOfStranger, hides: ({ stranger }) => [hiddenName(stranger)], outcomes: MEMBERS },
  },
  'insights.missedWishes': {
    own: { outcomes: MEMBERS },
    foreign: {
      before: soldOutOfStranger,
      hides: ({ stranger }) => [hiddenName(stranger)],
      // Only the products with the most wishes are named, and the stranger's is one of many.
      shows: () => ['"products":0'],
      outcomes: MEMBERS,
    },
  },
}
