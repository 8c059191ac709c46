import { NOTIFICATIONS } from '#server/accounts/account-values.schema.ts'
import { PASSWORD } from '../scene.ts'
import { all, partners, type Rows, SIGNED_IN } from './outcomes.ts'

const profile = { fullName: 'Changed', phone: '', address: '', city: '', country: '' }

export const ACCOUNT_ROWS: Rows = {
  'account.get': { own: { outcomes: SIGNED_IN } },
  'account.countries': { own: { outcomes: SIGNED_IN } },
  'account.export': {
    own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.name, stranger.keptStore] },
  },
  'account.updateProfile': { own: { input: () => profile, outcomes: SIGNED_IN } },
  'account.updatePreferences': { own: { input: () => ({ currency: 'EUR', language: 'en' }), outcomes: SIGNED_IN } },
  'account.updateNotifications': {
    own: { input: () => Object.fromEntries(NOTIFICATIONS.map((key) => [key, true])), outcomes: SIGNED_IN },
  },
  'account.setCurrency': { own: { input: () => ({ currency: 'GBP' }), outcomes: SIGNED_IN } },
  'account.setSearchMode': { own: { input: () => ({ mode: 'intelligent' }), outcomes: SIGNED_IN } },
  // The business must be handed over to another owner first.
  'account.requestDeletion': {
    own: {
      input: () => ({ password: PASSWORD }),
      // A brand cannot be left without an owner.
      outcomes: { ...partners('CONFLICT', SIGNED_IN), partnersEditor: 'ok', partnersViewer: 'ok' },
    },
  },
  'account.exportLink': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'account.exportByLink': {
    own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
    foreign: {
      input: ({ stranger }) => ({ token: stranger.tokens.reset_password }),
      outcomes: all('BAD_REQUEST'),
    },
  },
}
