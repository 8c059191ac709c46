import { STORE_NOTICES } from '#server/partners/settings/preferences-values.schema.ts'
import { newAddress, uniqueNumber } from './fixtures.ts'
import { all, instead, MEMBERS, OWNERS, type Rows } from './outcomes.ts'

export const PARTNER_SETTINGS_ROWS: Rows = {
  'partnerSettings.get': { own: { outcomes: MEMBERS } },
  'partnerSettings.updateProfile': {
    own: {
      input: () => ({
        businessName: `Renamed ${uniqueNumber()}`,
        email: newAddress(),
        phone: '0123456789',
        country: 'DE',
        timeZone: 'Europe/Berlin',
      }),
      outcomes: OWNERS,
    },
    foreign: {
      input: ({ stranger }) => ({
        businessName: stranger.partner?.businessName ?? `Renamed ${uniqueNumber()}`,
        email: `brand-${stranger.user.email}`,
        phone: '0123456789',
        country: 'DE',
        timeZone: 'Europe/Berlin',
      }),
      outcomes: instead(OWNERS, 'CONFLICT'),
    },
  },
  'partnerSettings.updatePolicies': {
    own: { input: () => ({ shippingPolicy: 'Two days.', returnsPolicy: '', returnsDays: 14 }), outcomes: OWNERS },
  },
  'partnerSettings.currency': { own: { outcomes: MEMBERS } },
  'partnerSettings.changeCurrency': { own: { input: () => ({ currency: 'EUR', from: 'USD' }), outcomes: OWNERS } },
  'partnerSettings.updateTracking': {
    own: {
      input: () => ({ utmSource: 'WTF', utmMedium: 'affiliate', utmCampaign: 'autumn', sendsRef: false }),
      outcomes: OWNERS,
    },
  },
  'partnerSettings.pause': {
    own: { input: () => ({ from: null, until: null }), outcomes: OWNERS },
  },
  'partnerSettings.resume': { own: { outcomes: OWNERS } },
  'partnerSettings.notices': { own: { outcomes: MEMBERS } },
  'partnerSettings.updateNotices': {
    own: { input: () => ({ ...STORE_NOTICES, emailSales: 'daily' }), outcomes: MEMBERS },
  },
  'partnerSettings.updateDisplay': {
    own: {
      input: () => ({ theme: 'light', showCharts: true, autoRefresh: false, refreshInterval: 60 }),
      outcomes: MEMBERS,
    },
  },
  'partnerSettings.fold': { own: { input: () => ({ isFolded: true }), outcomes: MEMBERS } },
  'partnerSettings.hideColumn': {
    own: { input: () => ({ column: 'products.Views', isHidden: true }), outcomes: MEMBERS },
  },
  'partnerSettings.recentSignIns': { own: { outcomes: MEMBERS } },
  'partnerSettings.stopMail': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
}
