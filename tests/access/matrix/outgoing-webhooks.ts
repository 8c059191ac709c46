import type { Db } from '#server/platform/db.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { MAX_WEBHOOKS } from '#server/outgoing-webhooks/outgoing-webhooks.schema.ts'
import { newSecret, sealWebhookSecrets } from '#server/outgoing-webhooks/webhook-secret.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import type { Person } from '../scene.ts'
import { idOf, times } from './fixtures.ts'
import { APPROVED_OWNER, instead, MEMBERS, type Cell, type Outcomes, OWNERS, type Rows } from './outcomes.ts'

const EVENT_TYPES = ['sale.created']
const CREATE = { url: 'https://hooks.example.com/wtf', eventTypes: EVENT_TYPES }

/** Adds a webhook of a partner. */
const addWebhook = async (db: Db, id: string, partnerId: string) => {
  configureSecrets([TEST_KEY])
  const url = `https://hooks.example.com/${id}`
  await db.outgoingWebhook.create({
    data: { id, partnerId, url, eventTypes: EVENT_TYPES, ...sealWebhookSecrets(id, [newSecret()]) },
  })
}

/** Creates a webhook of the person's partner and a finished delivery. Both have the partner's id. */
const webhookOf = async (db: Db, { partner }: Pick<Person, 'partner'>) => {
  if (!partner) return
  await addWebhook(db, partner.id, partner.id)
  await db.outgoingDelivery.create({
    data: { id: partner.id, webhookId: partner.id, eventType: 'test', body: '{}', state: 'delivered' },
  })
}

const aboutWebhook = (outcomes: Outcomes, more: object = {}): { own: Cell; foreign: Cell } => ({
  own: {
    before: (db, { me }) => webhookOf(db, me),
    input: ({ me }) => ({ webhookId: idOf(me), ...more }),
    outcomes,
  },
  foreign: {
    before: (db, { stranger }) => webhookOf(db, stranger),
    input: ({ stranger }) => ({ webhookId: idOf(stranger), ...more }),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})

export const OUTGOING_WEBHOOKS_ROWS: Rows = {
  'outgoingWebhooks.list': {
    own: {
      before: (db, { stranger }) => webhookOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'outgoingWebhooks.create': {
    own: { before: async () => configureSecrets([TEST_KEY]), input: () => CREATE, outcomes: APPROVED_OWNER },
    // The stranger has reached the maximum number of webhooks.
    beside: {
      before: (db, { stranger: { partner } }) =>
        times(MAX_WEBHOOKS, partner, (id, partnerId) => addWebhook(db, id, partnerId)).then(() =>
          configureSecrets([TEST_KEY]),
        ),
      input: () => CREATE,
      outcomes: APPROVED_OWNER,
    },
  },
  'outgoingWebhooks.setState': aboutWebhook(APPROVED_OWNER, { state: 'active' }),
  'outgoingWebhooks.delete': aboutWebhook(OWNERS),
  'outgoingWebhooks.rotateSecret': aboutWebhook(APPROVED_OWNER),
  'outgoingWebhooks.deliveries': aboutWebhook(MEMBERS, { page: 1 }),
  'outgoingWebhooks.sendTest': aboutWebhook(OWNERS),
  'outgoingWebhooks.replay': {
    own: {
      before: (db, { me }) => webhookOf(db, me),
      input: ({ me }) => ({ deliveryId: idOf(me) }),
      outcomes: OWNERS,
    },
    foreign: {
      before: (db, { stranger }) => webhookOf(db, stranger),
      input: ({ stranger }) => ({ deliveryId: idOf(stranger) }),
      outcomes: instead(OWNERS, 'NOT_FOUND'),
    },
  },
}
