import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scene } from '../scene.ts'
import { newAddress, NEWCOMER_PLAN, uniqueNumber } from './fixtures.ts'
import {
  ADMIN,
  admin,
  all,
  COLLEAGUES,
  EVERYBODY,
  NOBODY,
  partners,
  type Row,
  type Rows,
  SIGNED_IN,
} from './outcomes.ts'

const joining = () => ({
  agreedToPartner: true,
  understoodProcess: true,
  agreedToTerms: true,
  planId: NEWCOMER_PLAN,
  termsVersion: TERMS_VERSION,
  targetMonthlyRevenue: 50_000,
  preferredCategories: ['apparel'],
  businessName: `New brand ${uniqueNumber()}`,
  contactPerson: 'Some Body',
  businessAddress: '1 Mill Lane',
  phone: '0123456789',
  country: 'GB',
  currency: 'GBP',
})
/** Puts the link of an invitation in this browser. */
const holds =
  (whose: 'me' | 'stranger') =>
  async (_: Db, scene: Scene): Promise<void> => {
    scene.visit.cookies.set('wtf_invitation', scene[whose].invitation.token)
  }
/** Gives both invitations the ids of their people's accounts. */
const nameInvitations = (db: Db, { me, stranger }: Scene) =>
  Promise.all(
    [me, stranger].map(({ user: { id, email } }) => db.invitation.updateMany({ where: { email }, data: { id } })),
  )
const ownInvitation = ({ me }: Scene) => ({ invitationId: me.user.id })
const strangersInvitation = ({ stranger }: Scene) => ({ invitationId: stranger.user.id })
const byAnAdmin: Row = {
  own: { before: nameInvitations, input: ownInvitation, outcomes: ADMIN },
  foreign: { before: nameInvitations, input: strangersInvitation, outcomes: ADMIN, isAboutAnybody: true },
}

export const INVITATIONS_ROWS: Rows = {
  'invitations.open': {
    own: { input: ({ me }) => ({ token: me.invitation.token, email: me.user.email }), outcomes: EVERYBODY },
    foreign: {
      input: ({ me, stranger }) => ({ token: me.invitation.token, email: stranger.user.email }),
      outcomes: all('FORBIDDEN'),
    },
    refused: { input: ({ me }) => ({ token: 'unknown', email: me.user.email }), outcomes: all('FORBIDDEN') },
  },
  'invitations.admission': { own: { before: holds('me'), outcomes: EVERYBODY } },
  'invitations.joiningAccount': {
    own: { outcomes: EVERYBODY },
    // Other accounts have a password.
    beside: {
      before: (db, { me }) => db.password.deleteMany({ where: { userId: me.user.id } }),
      hides: () => ['"hasPassword":true'],
      outcomes: EVERYBODY,
    },
  },
  'invitations.proveAddress': {
    own: { before: holds('me'), input: () => ({ email: newAddress() }), outcomes: EVERYBODY },
    // The address's owner gets an email. Nothing else happens.
    foreign: {
      before: holds('me'),
      input: ({ stranger }) => ({ email: stranger.user.email }),
      outcomes: EVERYBODY,
    },
    refused: { input: () => ({ email: newAddress() }), outcomes: all('FORBIDDEN') },
  },
  // Existing partners are told that they have already joined.
  'invitations.join': {
    own: { before: holds('me'), input: joining, outcomes: { ...SIGNED_IN, admin: 'FORBIDDEN', ...COLLEAGUES } },
    // The holder of the link uses it up, but is not approved.
    foreign: {
      before: holds('stranger'),
      input: joining,
      outcomes: { ...SIGNED_IN, admin: 'FORBIDDEN', ...COLLEAGUES },
      isAboutAnybody: true,
    },
    refused: {
      input: joining,
      outcomes: { ...partners('ok', NOBODY), ...COLLEAGUES },
    },
  },
  'invitations.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'invitations.recent': { own: { outcomes: ADMIN, isAboutAnybody: true } },
  'invitations.link': byAnAdmin,
  'invitations.invite': {
    own: {
      input: () => ({ email: newAddress(), businessName: 'New', contactPerson: 'New' }),
      outcomes: ADMIN,
    },
    // The address has been invited already.
    refused: {
      input: ({ stranger }) => ({ email: stranger.user.email, businessName: 'New', contactPerson: 'New' }),
      outcomes: admin('CONFLICT'),
    },
  },
  'invitations.inviteMany': {
    own: { input: () => ({ list: `${newAddress()}, New, New` }), outcomes: ADMIN },
    foreign: {
      input: ({ stranger }) => ({ list: `${stranger.user.email}, New, New` }),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'invitations.resend': {
    ...byAnAdmin,
    // An administrator's own address cannot be invited.
    own: { before: nameInvitations, input: ownInvitation, outcomes: { ...ADMIN, admin: 'CONFLICT' } },
  },
  'invitations.revoke': byAnAdmin,
}
