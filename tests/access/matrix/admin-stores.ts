import type { Db } from '#server/platform/db.ts'
import { createUser } from '#tests/factories.ts'
import type { Person, Scene } from '../scene.ts'
import { giveOffer, giveWaitingPartners, newAddress, NEWCOMER_PLAN } from './fixtures.ts'
import { ADMIN, type Row, type Rows } from './outcomes.ts'

/**
 * Returns the row of an administrator's action on one partner. The partner belongs to the stranger and has the
 * stranger's id.
 */
const onStore = (
  rest: object | ((scene: Scene) => object),
  before?: (db: Db, owner: Person['user']) => Promise<unknown>,
): Row => ({
  own: {
    before: async (db, scene) => {
      await giveWaitingPartners(db, scene)
      await before?.(db, scene.stranger.user)
    },
    input: (scene) => ({ partnerId: scene.stranger.user.id, ...(typeof rest === 'function' ? rest(scene) : rest) }),
    outcomes: ADMIN,
    isAboutAnybody: true,
  },
})
const heirOf = ({ user }: Pick<Person, 'user'>) => `heir-${user.email}`

export const ADMIN_STORES_ROWS: Rows = {
  'admin.stores.domains': onStore({}),
  'admin.stores.addDomain': onStore(({ stranger }) => ({
    host: `new-${stranger.user.id}.example`,
    reason: 'It is theirs.',
  })),
  'admin.stores.removeDomain': onStore(
    ({ stranger }) => ({ host: `${stranger.user.id}.example`, reason: 'It is not theirs.' }),
    (db, { id }) => db.partnerDomain.create({ data: { host: `${id}.example`, partnerId: id } }),
  ),
  'admin.stores.staff': onStore({}),
  'admin.stores.addStaff': onStore(() => ({ email: newAddress(), label: 'Warehouse' })),
  'admin.stores.removeStaff': onStore(
    ({ stranger }) => ({ staffId: stranger.user.id }),
    (db, { id }) => db.partnerStaff.create({ data: { id, partnerId: id, customerHash: id, label: 'Warehouse' } }),
  ),
  'admin.stores.team': onStore({}),
  'admin.stores.handOver': onStore(
    ({ stranger }) => ({ from: stranger.user.id, email: heirOf(stranger), reason: 'The store was sold.' }),
    (db, user) => createUser(db, { email: heirOf({ user }) }),
  ),
  'admin.stores.business': onStore({}),
  'admin.stores.currency': onStore({}),
  'admin.stores.changeCurrency': onStore(() => ({ currency: 'EUR', from: 'USD', reason: 'They asked.' })),
  'admin.stores.limits': onStore({}),
  'admin.stores.setLimit': onStore(() => ({ quota: 'products', amount: 700, reason: 'They have more.' })),
  'admin.stores.offers': onStore({}),
  'admin.stores.offerPlan': onStore(() => ({ planId: NEWCOMER_PLAN, from: 'now' })),
  'admin.stores.withdrawOffer': onStore(
    ({ stranger }) => ({ offerId: stranger.user.id }),
    (db, { id }) => giveOffer(db, id),
  ),
}
