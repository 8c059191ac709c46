import type { Scene } from '../scene.ts'
import { ADMIN, EVERYBODY, type Rows, SIGNED_IN } from './outcomes.ts'

const message = { name: 'Some Body', email: 'somebody@example.test', subject: 'Hello', message: 'A word.' }
const ticket = {
  name: 'Some Body',
  email: 'somebody@example.test',
  subject: 'Late',
  category: 'orders',
  description: 'Where is it?',
}
const ownTicket = ({ me }: Scene) => ({ ticketId: me.ticketId })
const strangersTicket = ({ stranger }: Scene) => ({ ticketId: stranger.ticketId })

export const SUPPORT_ROWS: Rows = {
  'support.openTicket': {
    own: { input: () => ticket, outcomes: EVERYBODY },
    // Signed-in people use their account's address. Visitors may type any address, whose owner then gets an email.
    foreign: {
      input: ({ stranger }) => ({ ...ticket, email: stranger.user.email }),
      outcomes: EVERYBODY,
      isAboutAnybody: true,
    },
  },
  'support.sendMessage': {
    own: { input: () => message, outcomes: EVERYBODY },
    foreign: {
      input: ({ stranger }) => ({ ...message, email: stranger.user.email }),
      outcomes: EVERYBODY,
      isAboutAnybody: true,
    },
  },
  'support.mine': { own: { outcomes: SIGNED_IN } },
  'support.tickets': { own: { input: () => ({ state: 'all' }), outcomes: ADMIN, isAboutAnybody: true } },
  'support.ticket': {
    own: { input: ownTicket, outcomes: ADMIN },
    foreign: { input: strangersTicket, outcomes: ADMIN, isAboutAnybody: true },
  },
  'support.answer': {
    own: { input: (scene) => ({ ...ownTicket(scene), text: 'Hello' }), outcomes: ADMIN },
    foreign: {
      input: (scene) => ({ ...strangersTicket(scene), text: 'Hello' }),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'support.close': {
    own: { input: ownTicket, outcomes: ADMIN },
    foreign: { input: strangersTicket, outcomes: ADMIN, isAboutAnybody: true },
  },
  'support.reopen': {
    own: { input: ownTicket, outcomes: ADMIN },
    foreign: { input: strangersTicket, outcomes: ADMIN, isAboutAnybody: true },
  },
}
