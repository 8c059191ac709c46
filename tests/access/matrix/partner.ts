import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import type { Db } from '#server/platform/db.ts'
import type { Person } from '../scene.ts'
import { giveOffer, idOf, NEWCOMER_PLAN, uniqueNumber } from './fixtures.ts'
import { all, EVERYBODY, instead, MEMBERS, NOBODY, OWNERS, partners, type Rows } from './outcomes.ts'

const giveOwnOffer = async (db: Db, { partner }: Person) => partner && giveOffer(db, partner.id)

export const PARTNER_ROWS: Rows = {
  'partner.acceptPlan': {
    own: {
      input: () => ({ planId: NEWCOMER_PLAN, termsVersion: TERMS_VERSION, agreedToTerms: true }),
      outcomes: OWNERS,
    },
    // Only the stranger has accepted it.
    beside: {
      before: async (db, { stranger: { partner } }) =>
        partner &&
        db.partnerAgreement.create({
          data: {
            partnerId: partner.id,
            planId: NEWCOMER_PLAN,
            termsVersion: 'of others',
            acceptedAt: new Date('2035-01-01'),
          },
        }),
      input: () => ({ planId: NEWCOMER_PLAN, termsVersion: 'of others', agreedToTerms: true }),
      outcomes: instead(OWNERS, 'CONFLICT'),
    },
  },
  'partner.answerOffer': {
    own: {
      before: (db, { me }) => giveOwnOffer(db, me),
      input: ({ me }) => ({ answer: 'decline', offerId: idOf(me) }),
      outcomes: OWNERS,
    },
    foreign: {
      before: (db, { stranger }) => giveOwnOffer(db, stranger),
      input: ({ stranger }) => ({ answer: 'decline', offerId: idOf(stranger) }),
      outcomes: instead(OWNERS, 'NOT_FOUND'),
    },
  },
  // An existing website would be requested over the network.
  'partner.detectPlatform': { own: { input: () => ({ websiteUrl: 'localhost' }), outcomes: all('BAD_REQUEST') } },
  'partner.nameWebsite': {
    own: {
      before: (db, { me }) => db.partner.updateMany({ where: { ownerId: me.user.id }, data: { websiteUrl: null } }),
      input: () => ({ websiteUrl: `https://named-${uniqueNumber()}.example` }),
      outcomes: OWNERS,
    },
  },
  'partner.hosts': {
    own: {
      before: (db, { me, stranger }) =>
        db.hostClaim.createMany({
          data: [me, stranger].flatMap(({ partner }) =>
            partner ? [{ partnerId: partner.id, host: `claimed-${partner.id}.example` }] : [],
          ),
          skipDuplicates: true,
        }),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [`claimed-${stranger.partner?.id}.example`],
    },
  },
  'partner.claimHost': { own: { input: () => ({ host: `claimed-${uniqueNumber()}.example` }), outcomes: OWNERS } },
  // A claimed host would be looked up at a name server.
  'partner.checkHost': {
    own: { input: () => ({ host: 'nobodys.example' }), outcomes: instead(OWNERS, 'NOT_FOUND') },
    foreign: {
      before: (db, { stranger: { partner } }) =>
        db.hostClaim.createMany({
          data: partner ? [{ partnerId: partner.id, host: `claimed-${partner.id}.example` }] : [],
          skipDuplicates: true,
        }),
      input: ({ stranger }) => ({ host: `claimed-${stranger.partner?.id}.example` }),
      outcomes: instead(OWNERS, 'NOT_FOUND'),
    },
  },
  'partner.dropHostClaim': { own: { input: () => ({ host: 'nobodys.example' }), outcomes: OWNERS } },
  // Works in every state of the partner.
  'partner.mine': {
    own: { outcomes: partners('ok', NOBODY), shows: ({ me }) => (me.partner ? [me.partner.businessName] : []) },
  },
  'partner.usage': { own: { outcomes: MEMBERS } },
  'partner.moneyChoices': { own: { outcomes: EVERYBODY } },
  'partner.featuredStores': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'partner.getStore': { own: { input: ({ product }) => ({ partnerId: product.partnerId }), outcomes: EVERYBODY } },
}
