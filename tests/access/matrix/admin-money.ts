import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { STANDARD } from '#tests/setup/sales.ts'
import type { Person } from '../scene.ts'
import { ofAnyPartner, saleOf } from './fixtures.ts'
import { ADMIN, instead, type Rows } from './outcomes.ts'

const lastMonth = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}
/** Creates an adjustment, by default proposed by another administrator. */
const adjustmentOf = async (db: Db, { partner }: Pick<Person, 'partner'>, proposer?: string) =>
  partner &&
  db.adjustment.create({
    data: {
      id: partner.id,
      partnerId: partner.id,
      kind: 'manual',
      amountMinor: 500n,
      currency: 'GBP',
      reason: 'A printed card.',
      proposedById: proposer ?? (await createUser(db, { role: 'admin' })).id,
    },
  })
/** Creates an approval, by default requested by another administrator. */
const approvalOf = async (db: Db, id: string, proposer?: string) =>
  db.approval.create({
    data: {
      id,
      action: 'plan_activation',
      subjectId: newId(),
      input: {},
      summary: 'Another plan.',
      proposedById: proposer ?? (await createUser(db, { role: 'admin' })).id,
    },
  })
const SELLER = {
  legalName: 'WTF Ltd',
  address: '1 Market Street',
  country: 'GB',
  companyNumber: '',
  vatNumber: '',
  validFrom: '2026-01-01',
  iban: '',
  bic: '',
  sortCode: '200000',
  accountNumber: '12345678',
  paymentDays: 14,
}
const PLAN_DRAFT = {
  name: 'Another',
  basis: 'sales_value',
  currency: 'GBP',
  lockDays: 30,
  codesEarn: false,
  tiers: [{ name: 'All', upTo: '', rate: '10' }],
}
const STATEMENT = Buffer.from('Date,Reference,Amount\n2026-11-20,Gift,5.00\n').toString('base64')
/** Creates a statement with a payment of the partner's open invoice. All have the partner's id. */
const statementOf = async (db: Db, person: Pick<Person, 'partner'>) => {
  const { partner } = person
  if (!partner) return
  const { id } = partner
  await saleOf(db, person as Person)
  await db.bankStatement.create({
    data: {
      id,
      fileName: 'a.csv',
      format: 'csv',
      uploadedById: newId(),
      known: 0,
      ignored: 0,
      unread: 0,
      problems: [],
    },
  })
  await db.bankLine.create({
    data: {
      id,
      statementId: id,
      place: 0,
      key: Buffer.from(id),
      bookedOn: new Date('2026-11-20'),
      amountMinor: 500n,
      currency: 'GBP',
      reference: '',
      payer: partner.businessName,
      payerIban: '',
    },
  })
}
/** Creates a statement with a payment that is recorded. */
const paidLineOf = async (db: Db, person: Pick<Person, 'partner'>) => {
  const { partner } = person
  if (!partner) return
  await statementOf(db, person)
  const [paidAt, where] = [new Date(), { id: partner.id }]
  await db.invoice.update({ where, data: { status: 'paid', paidAt } })
  await db.bankLine.update({ where, data: { invoiceId: partner.id, recordedAt: paidAt, recordedById: newId() } })
}
const ECB_FILE = 'Date, USD, CHF, \n23 January 2026, 1.16, 0.93, \n'

export const ADMIN_MONEY_ROWS: Rows = {
  'admin.money.plans': { own: { outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.plan': { own: { input: () => ({ planId: STANDARD }), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.previewPlan': { own: { input: () => PLAN_DRAFT, outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.writePlan': { own: { input: () => PLAN_DRAFT, outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.activatePlan': {
    own: { input: () => ({ planId: newId(), from: '' }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.money.rates': { own: { outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.previewRates': { own: { input: () => ({ text: ECB_FILE }), outcomes: ADMIN, isAboutAnybody: true } },
  // The caller has seen an older rate. Another rate has been entered since.
  'admin.money.enterRate': {
    own: {
      input: () => ({ currency: 'CHF', toBase: '1.1', asOf: '2026-01-01', source: 'By hand', last: newId() }),
      outcomes: instead(ADMIN, 'CONFLICT'),
    },
  },
  'admin.money.enterRates': {
    own: { input: () => ({ text: ECB_FILE, last: newId() }), outcomes: instead(ADMIN, 'CONFLICT') },
  },
  'admin.money.adjustments': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.propose': ofAnyPartner(saleOf, (partnerId) => ({
    partnerId,
    kind: 'manual',
    amount: '5.00',
    reason: 'A printed card.',
  })),
  'admin.money.approve': ofAnyPartner(adjustmentOf, (adjustmentId) => ({ adjustmentId })),
  'admin.money.reject': ofAnyPartner(adjustmentOf, (adjustmentId) => ({ adjustmentId, reason: 'No.' })),
  'admin.money.withdraw': {
    // A former administrator cannot withdraw their own proposal.
    own: {
      before: async (db, { me: { user } }) =>
        adjustmentOf(db, { partner: await createPartner(db, { id: user.id }) }, user.id),
      input: ({ me }) => ({ adjustmentId: me.user.id }),
      outcomes: ADMIN,
    },
    refused: {
      before: async (db, { me }) => adjustmentOf(db, { partner: await createPartner(db, { id: me.user.id }) }),
      input: ({ me }) => ({ adjustmentId: me.user.id }),
      outcomes: instead(ADMIN, 'FORBIDDEN'),
    },
  },
  'admin.money.approvals': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.approveProposal': {
    own: { input: () => ({ approvalId: newId() }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.money.rejectProposal': {
    own: {
      before: (db, { me }) => approvalOf(db, me.user.id),
      input: ({ me }) => ({ approvalId: me.user.id }),
      outcomes: ADMIN,
    },
  },
  'admin.money.withdrawProposal': {
    own: {
      before: (db, { me }) => approvalOf(db, me.user.id, me.user.id),
      input: ({ me }) => ({ approvalId: me.user.id }),
      outcomes: ADMIN,
    },
    refused: {
      before: (db, { me }) => approvalOf(db, me.user.id),
      input: ({ me }) => ({ approvalId: me.user.id }),
      outcomes: instead(ADMIN, 'FORBIDDEN'),
    },
  },
  'admin.money.invoice': ofAnyPartner(saleOf, (invoiceId) => ({ invoiceId })),
  'admin.money.previewMonths': { own: { outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.closeMonths': {
    own: { input: () => ({ month: lastMonth() }), outcomes: ADMIN, isAboutAnybody: true },
  },
  'admin.money.invoicesFile': { own: { outcomes: ADMIN } },
  'admin.money.seller': { own: { outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.saveSeller': { own: { input: () => SELLER, outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.disputes': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.decideDispute': {
    own: {
      input: () => ({ disputeId: newId(), worth: '100 GBP', outcome: 'stands', decision: 'It is ours.' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
  },
  'admin.statements.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.statements.review': ofAnyPartner(statementOf, (statementId) => ({ statementId })),
  'admin.statements.upload': {
    own: { input: () => ({ fileName: 'a.csv', content: STATEMENT }), outcomes: ADMIN, isAboutAnybody: true },
  },
  // Another administrator has proposed it, so it takes effect.
  'admin.statements.record': ofAnyPartner(statementOf, (id) => ({
    statementId: id,
    payments: [{ lineId: id, invoiceId: id }],
  })),
  'admin.statements.undo': ofAnyPartner(paidLineOf, (lineId) => ({ lineId, reason: 'A mistake.' })),
}
