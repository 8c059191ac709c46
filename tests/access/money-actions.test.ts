import { beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '#server/router.ts'
import { madeAdmin } from '#tests/setup/office.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { askCell } from './ask-cell.ts'
import { MATRIX } from './matrix.ts'
import { configureScenes } from './scene.ts'

const database = useTestDatabase()
beforeAll(() => configureScenes())

/** Administrators' actions that move money. Each goes through server/two-people/money-policy.ts. */
const MOVES_MONEY = [
  'admin.judgeOrderFile',
  'admin.retryOrderFile',
  'admin.markInvoicePaid',
  'admin.resolveFlag',
  'admin.money.writePlan',
  'admin.money.activatePlan',
  'admin.money.enterRate',
  'admin.money.enterRates',
  'admin.money.propose',
  'admin.money.approve',
  'admin.money.reject',
  'admin.money.decideDispute',
  'admin.money.approveProposal',
  'admin.money.saveSeller',
  'admin.money.closeMonths',
  'admin.money.rejectProposal',
  'admin.stores.addStaff',
  'admin.stores.removeStaff',
  'admin.stores.handOver',
  'admin.stores.offerPlan',
  'admin.stores.withdrawOffer',
  'admin.statements.record',
  'admin.statements.undo',
]
/** Administrators' actions that do not move money. */
const MOVES_NONE = [
  'admin.setSiteState',
  'admin.setOfflineApp',
  'admin.setLaunchAt',
  'admin.retryMail',
  'admin.desk.fold',
  'admin.judgePromotion',
  'admin.judgeReview',
  'admin.judgeFeedback',
  'admin.judgePartner',
  'admin.moderation.judgeProduct',
  'admin.moderation.judgeMatch',
  'admin.moderation.judgeAppeal',
  'admin.moderation.judgeSizeTable',
  'admin.moderation.seePictures',
  'admin.moderation.takePictureDown',
  'admin.moderation.restorePicture',
  'admin.connections.retry',
  'admin.stores.addDomain',
  'admin.stores.removeDomain',
  'admin.stores.setLimit',
  // No amount is converted, and sales, ledger and invoices keep their currency.
  'admin.stores.changeCurrency',
  'admin.database.backUpNow',
  'admin.database.checkNow',
  'admin.database.resetStatements',
  'admin.database.retryJob',
  'admin.users.changeRole',
  'admin.users.suspend',
  'admin.users.lift',
  'admin.users.signOut',
  'admin.users.mailAgain',
  'admin.users.close',
  'admin.users.keep',
  // A statement only leads to proposals.
  'admin.statements.upload',
  // Withdrawing a proposal changes nothing else.
  'admin.money.withdraw',
  'admin.money.withdrawProposal',
]

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>

test('classifies every administrator action as moving money or not', () => {
  const actions = Object.keys(procedures).filter(
    (name) => name.startsWith('admin.') && procedures[name]?._def.type === 'mutation',
  )
  const known = [...MOVES_MONEY, ...MOVES_NONE]
  expect(actions.toSorted()).toEqual(known.toSorted())
})

describe('a new administrator', () => {
  const cells = MOVES_MONEY.flatMap((procedure) => {
    const cell = Object.values(MATRIX[procedure] ?? {}).find(({ outcomes }) => outcomes.admin === 'ok')
    return cell ? [[procedure, cell] as const] : []
  })
  test.each(cells)('is refused %s', async (procedure, cell) => {
    const asked = await askCell(
      database.db,
      procedure,
      {
        ...cell,
        before: async (db, scene) => {
          await cell.before?.(db, scene)
          await madeAdmin(db, scene.me.user.id, null, new Date())
        },
      },
      'admin',
    )
    expect(asked.outcome).toBe('FORBIDDEN')
  })
})
