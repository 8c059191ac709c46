import { MAX_PERSONAL_TOKENS } from '#server/auth/personal-tokens/personal-tokens.schema.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Person, Scene } from '../scene.ts'
import { type Rows, SIGNED_IN, signedIn } from './outcomes.ts'

const NAMES = { mine: 'Token of mine', strangers: 'Token of the stranger' }
const NEW = { name: 'New', scopes: ['wishlist:read'], days: 30 }

const giveToken = (db: Db, { user: { id: userId } }: Person, name: string, id = newId()) =>
  db.personalToken.create({
    data: {
      id,
      userId,
      name,
      scopes: ['wishlist:read'],
      hint: 'wtfp_abcd',
      tokenHash: Uint8Array.from(Buffer.from(id)),
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  })

/** Gives both people a token with the id of its owner. */
async function giveBoth(db: Db, { me, stranger }: Scene): Promise<void> {
  await giveToken(db, me, NAMES.mine, me.user.id)
  await giveToken(db, stranger, NAMES.strangers, stranger.user.id)
}

export const PERSONAL_TOKENS_ROWS: Rows = {
  'personalTokens.list': {
    own: { before: giveBoth, outcomes: SIGNED_IN, shows: () => [NAMES.mine], hides: () => [NAMES.strangers] },
  },
  'personalTokens.create': {
    own: { input: () => NEW, outcomes: SIGNED_IN },
    // The stranger has reached the maximum number of tokens.
    beside: {
      before: async (db, { stranger }) => {
        for (let n = 0; n < MAX_PERSONAL_TOKENS; n++) await giveToken(db, stranger, NAMES.strangers)
      },
      input: () => NEW,
      outcomes: SIGNED_IN,
    },
  },
  'personalTokens.revoke': {
    own: { before: giveBoth, input: ({ me }) => ({ tokenId: me.user.id }), outcomes: SIGNED_IN },
    foreign: {
      before: giveBoth,
      input: ({ stranger }) => ({ tokenId: stranger.user.id }),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
}
