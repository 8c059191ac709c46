import { newAddress } from './fixtures.ts'
import { ADMIN, all, EVERYBODY, type Rows } from './outcomes.ts'

export const SITE_ROWS: Rows = {
  'site.earlyAccess': { own: { outcomes: EVERYBODY } },
  'site.endBypass': { own: { outcomes: EVERYBODY } },

  'waitlist.join': {
    own: { input: () => ({ email: newAddress() }), outcomes: EVERYBODY },
    foreign: { input: ({ stranger }) => ({ email: stranger.user.email }), outcomes: all('CONFLICT') },
  },
  'waitlist.confirm': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'waitlist.unsubscribe': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'waitlist.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'waitlist.export': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
}
