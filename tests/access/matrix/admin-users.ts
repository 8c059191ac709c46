import type { Db } from '#server/platform/db.ts'
import type { Scene } from '../scene.ts'
import { admin, ADMIN, type Row, type Rows } from './outcomes.ts'

/** Returns the row of an administrator's action on an account. It is refused for their own account. */
const onPerson = (rest: object, change?: { suspendedAt?: Date; deletionRequestedAt?: Date }): Row => ({
  own: { input: ({ me }) => ({ userId: me.user.id, ...rest }), outcomes: admin('FORBIDDEN') },
  foreign: {
    ...(change && {
      before: (db: Db, { stranger }: Scene) => db.user.update({ where: { id: stranger.user.id }, data: change }),
    }),
    input: ({ stranger }) => ({ userId: stranger.user.id, ...rest }),
    outcomes: ADMIN,
    isAboutAnybody: true,
  },
})

export const ADMIN_USERS_ROWS: Rows = {
  'admin.users.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.users.read': {
    own: { input: ({ me }) => ({ userId: me.user.id }), outcomes: ADMIN },
    foreign: { input: ({ stranger }) => ({ userId: stranger.user.id }), outcomes: ADMIN, isAboutAnybody: true },
  },
  'admin.users.changeRole': onPerson({ from: 'customer', to: 'admin' }),
  'admin.users.suspend': onPerson({ from: 'open', reason: 'They sold stolen goods.' }),
  'admin.users.lift': onPerson({ from: 'suspended' }, { suspendedAt: new Date() }),
  'admin.users.signOut': onPerson({}),
  'admin.users.mailAgain': onPerson({}),
  'admin.users.close': onPerson({ from: 'open' }),
  'admin.users.keep': onPerson({ from: 'closing' }, { deletionRequestedAt: new Date() }),
}
