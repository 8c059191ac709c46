import { hashTeamToken, newTeamToken } from '#server/partners/team/team-invitation.ts'
import type { Db } from '#server/platform/db.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import type { Scene } from '../scene.ts'
import { idOf, newAddress } from './fixtures.ts'
import {
  all,
  EVERYBODY,
  instead,
  MEMBERS,
  OWNERS,
  partners,
  type Row,
  type Rows,
  SIGNED_IN,
  signedIn,
} from './outcomes.ts'

const inviteColleagues = async (db: Db, { me, stranger }: Scene) => {
  for (const { partner } of [me, stranger])
    if (partner)
      await db.teamInvitation.create({
        data: {
          id: partner.id,
          partnerId: partner.id,
          email: newAddress(),
          role: 'editor',
          tokenHash: hashTeamToken(partner.id),
          expiresAt: new Date(Date.now() + 3600_000),
        },
      })
}
const byTheTeamsOwner: Row = {
  own: { before: inviteColleagues, input: ({ me }) => ({ invitationId: idOf(me) }), outcomes: OWNERS },
  foreign: {
    before: inviteColleagues,
    input: ({ stranger }) => ({ invitationId: idOf(stranger) }),
    outcomes: instead(OWNERS, 'NOT_FOUND'),
  },
}

/** Gives both teams a member with the partner's id. */
const giveColleagues = async (db: Db, { me, stranger }: Scene) => {
  for (const { partner } of [me, stranger])
    if (partner) {
      await createUser(db, { id: partner.id, role: 'partner' })
      await db.partnerMember.create({ data: { userId: partner.id, partnerId: partner.id, role: 'editor' } })
    }
}
const ofAColleague = (more: object = {}): Row => ({
  own: { before: giveColleagues, input: ({ me }) => ({ userId: idOf(me), ...more }), outcomes: OWNERS },
  foreign: {
    before: giveColleagues,
    input: ({ stranger }) => ({ userId: idOf(stranger), ...more }),
    outcomes: instead(OWNERS, 'NOT_FOUND'),
  },
})

/** Puts the link of an invitation to this address in the caller's browser. */
const holdTeamInvitation = async (db: Db, { visit }: Scene, email: string) => {
  const { token, tokenHash } = newTeamToken()
  const { id: partnerId } = await createPartner(db, { domain: null })
  const expiresAt = new Date(Date.now() + 3600_000)
  await db.teamInvitation.create({ data: { partnerId, email, role: 'viewer', tokenHash, expiresAt } })
  visit.cookies.set('wtf_team', token)
}

export const TEAM_ROWS: Rows = {
  'team.list': { own: { outcomes: MEMBERS } },
  'team.invite': {
    own: { input: () => ({ email: newAddress(), role: 'editor' }), outcomes: OWNERS },
    // The answer is the same for every address outside the team. Its owner gets an email.
    foreign: {
      input: ({ stranger }) => ({ email: stranger.user.email, role: 'viewer' }),
      outcomes: OWNERS,
      isAboutAnybody: true,
    },
  },
  'team.resend': byTheTeamsOwner,
  'team.revoke': byTheTeamsOwner,
  'team.changeRole': ofAColleague({ role: 'viewer' }),
  'team.remove': ofAColleague(),
  'team.handOver': ofAColleague(),
  // Owners cannot leave, and others have no team to leave.
  'team.leave': {
    own: {
      outcomes: {
        ...partners('CONFLICT', signedIn('NOT_FOUND')),
        partnersEditor: 'ok',
        partnersViewer: 'ok',
      },
    },
  },
  // Opened by an emailed link.
  'team.openInvitation': { own: { input: () => ({ token: 'unknown' }), outcomes: all('NOT_FOUND') } },
  'team.invitation': { own: { outcomes: EVERYBODY } },
  'team.endedInvitation': { own: { input: () => ({ token: 'unknown' }), outcomes: EVERYBODY } },
  'team.join': {
    own: {
      before: (db, scene) => holdTeamInvitation(db, scene, scene.me.user.email),
      outcomes: { ...partners('FORBIDDEN', SIGNED_IN), admin: 'FORBIDDEN' },
    },
    // The link was sent to another person.
    foreign: {
      before: (db, scene) => holdTeamInvitation(db, scene, scene.stranger.user.email),
      outcomes: signedIn('FORBIDDEN'),
    },
    refused: { outcomes: signedIn('NOT_FOUND') },
  },
}
