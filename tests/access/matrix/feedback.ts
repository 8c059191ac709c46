import type { Db } from '#server/platform/db.ts'
import { createProduct } from '#tests/factories.ts'
import type { Person } from '../scene.ts'
import { anyOf, idOf } from './fixtures.ts'
import { all, type Cell, EDITORS, instead, MEMBERS, type Outcomes, type Rows } from './outcomes.ts'

/** Creates a published review and feedback of the person's partner. Both have the partner's id. */
const wordsOf = async (db: Db, { partner }: Person) => {
  if (!partner) return
  const { id: productId } = await createProduct(db, { partnerId: partner.id })
  const about = { id: partner.id, partnerId: partner.id, customerName: 'Some Body', customerEmail: '', rating: 2 }
  await db.productReview.create({ data: { ...about, productId, status: 'approved', flaggedAt: new Date() } })
  await db.partnerFeedback.create({ data: { ...about, priority: 'urgent' } })
}
const aboutWords = (outcomes: Outcomes, inputOf: (id: string) => unknown): { own: Cell; foreign: Cell } => ({
  own: { before: (db, { me }) => wordsOf(db, me), input: ({ me }) => inputOf(idOf(me)), outcomes },
  foreign: {
    before: (db, { stranger }) => wordsOf(db, stranger),
    input: ({ stranger }) => inputOf(idOf(stranger)),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})

export const FEEDBACK_ROWS: Rows = {
  'feedback.figures': {
    own: {
      before: (db, { stranger }) => wordsOf(db, stranger),
      input: () => ({}),
      outcomes: MEMBERS,
      hides: () => ['"hasAny":true', ...anyOf('urgent')(), ...anyOf('feedback')(), ...anyOf('waitingInAll')()],
    },
  },
  'feedback.list': {
    own: {
      before: (db, { stranger }) => wordsOf(db, stranger),
      input: () => ({}),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'feedback.urgent': {
    own: {
      before: (db, { stranger }) => wordsOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'feedback.waiting': {
    own: {
      before: (db, { stranger }) => wordsOf(db, stranger),
      outcomes: MEMBERS,
      hides: () => [...anyOf('urgent')(), ...anyOf('reviews')()],
    },
  },
  'feedback.get': {
    ...aboutWords(MEMBERS, (id) => ({ kind: 'review', id })),
    beside: aboutWords(MEMBERS, (id) => ({ kind: 'feedback', id })).foreign,
  },
  'feedback.file': { own: { input: () => ({}), outcomes: MEMBERS } },
  'feedback.respond': aboutWords(EDITORS, (id) => ({ kind: 'feedback', id, response: 'Thank you.' })),
  'feedback.withdraw': aboutWords(EDITORS, (id) => ({ reviewId: id })),
  'feedback.setStatus': aboutWords(EDITORS, (id) => ({ feedbackId: id, status: 'closed' })),
  'feedback.flag': aboutWords(EDITORS, (id) => ({ kind: 'review', id, reason: 'Not ours' })),
  'feedback.unflag': aboutWords(EDITORS, (id) => ({ kind: 'review', id })),
  // Opened by an emailed link.
  'feedback.stopRequests': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
}
