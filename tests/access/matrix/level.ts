import { ADMIN, EDITORS, EVERYBODY, MEMBERS, NOBODY, OWNERS, partners, type Rows, SIGNED_IN } from './outcomes.ts'

export const LEVEL_ROWS: Rows = {
  'level.public': { own: { outcomes: EVERYBODY } },
  'level.signedIn': { own: { outcomes: SIGNED_IN } },
  // Rejected and suspended partners use 'partner.mine', which shows their state.
  'level.partner': { own: { outcomes: MEMBERS } },
  'level.partnerEditor': { own: { outcomes: EDITORS } },
  'level.partnerOwner': { own: { outcomes: OWNERS } },
  'level.admin': {
    own: { outcomes: ADMIN },
    // Administrators of a public site need a second factor.
    refused: {
      before: (db, { me }) => db.secondFactor.deleteMany({ where: { userId: me.user.id } }),
      outcomes: NOBODY,
    },
  },
  'level.partnerOrAdmin': { own: { outcomes: partners('ok', ADMIN) } },
}
