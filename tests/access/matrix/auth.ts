import { hashSessionId } from '#server/auth/lucia.ts'
import { hashToken } from '#server/auth/one-time-tokens.ts'
import { hashRecoveryCode } from '#server/auth/second-factor/recovery-codes.ts'
import { sealFactorSecret } from '#server/auth/second-factor/take-code.ts'
import type { Db } from '#server/platform/db.ts'
import { codeAt } from '#tests/setup/second-factor.ts'
import { PASSWORD, type Scene } from '../scene.ts'
import { newAddress } from './fixtures.ts'
import { ADMIN, admin, all, EVERYBODY, LET_IN, partners, type Rows, SIGNED_IN, signedIn } from './outcomes.ts'

const newPassword = { password: 'Eight-grey-cats-9', confirmPassword: 'Eight-grey-cats-9' }

/** Creates a token that the caller requested before the address became the stranger's. */
const proofOfStrangersAddress = (db: Db, { me, stranger }: Scene) =>
  db.$transaction([
    db.user.update({ where: { id: stranger.user.id }, data: { emailVerifiedAt: null } }),
    db.oneTimeToken.create({
      data: {
        purpose: 'verify_email',
        userId: me.user.id,
        email: stranger.user.email,
        tokenHash: hashToken(`former ${me.user.id}`),
        expiresAt: new Date(Date.now() + 3600_000),
      },
    }),
  ])

const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const CODE = { mine: '0000000001', strangers: '0000000002' }

/**
 * Gives both people a second factor, a recovery code, and a new secret that waits for its first code. The new secret is
 * the same for both.
 */
async function giveSecondFactors(db: Db, { me, stranger, visit }: Scene): Promise<void> {
  const newSecret = await sealFactorSecret(db, me.user.id, TOTP_SECRET)
  const newSecretFor = hashSessionId(visit.cookies.get('wtf_session') ?? '')
  for (const [{ user }, code] of [
    [me, CODE.mine],
    [stranger, CODE.strangers],
  ] as const) {
    const factor = {
      secret: await sealFactorSecret(db, user.id, TOTP_SECRET),
      confirmedAt: new Date(),
      newSecret,
      newSecretAt: new Date(),
      newSecretFor,
    }
    await db.secondFactor.upsert({
      where: { userId: user.id },
      create: { userId: user.id, ...factor },
      update: factor,
    })
    await db.recoveryCode.create({ data: { userId: user.id, codeHash: await hashRecoveryCode(db, user.id, code) } })
    await db.unfinishedSignIn.create({
      data: {
        id: hashToken(`unfinished ${user.id}`),
        userId: user.id,
        redirectTo: '/',
        expiresAt: new Date(Date.now() + 600_000),
      },
    })
  }
}
const byOwnCode = { before: giveSecondFactors, input: () => ({ code: CODE.mine }), outcomes: SIGNED_IN }
const byStrangersCode = {
  before: giveSecondFactors,
  input: () => ({ code: CODE.strangers }),
  outcomes: signedIn('BAD_REQUEST'),
}

export const AUTH_ROWS: Rows = {
  'auth.session': { own: { outcomes: EVERYBODY } },
  'auth.signIn': {
    own: { input: ({ me }) => ({ email: me.user.email, password: PASSWORD }), outcomes: LET_IN },
    foreign: {
      input: ({ stranger }) => ({ email: stranger.user.email, password: 'wrong' }),
      outcomes: all('UNAUTHORIZED'),
    },
  },
  'auth.signUpCustomer': {
    own: { input: () => ({ fullName: 'New', email: newAddress(), ...newPassword }), outcomes: EVERYBODY },
    foreign: {
      input: ({ stranger }) => ({ fullName: 'New', email: stranger.user.email, ...newPassword }),
      outcomes: EVERYBODY,
      isAboutAnybody: true,
    },
  },
  'auth.signUpPartner': {
    own: {
      input: () => ({
        businessName: newAddress(),
        email: newAddress(),
        phone: '',
        country: 'GB',
        currency: 'GBP',
        ...newPassword,
      }),
      outcomes: EVERYBODY,
    },
  },
  // This browser has no pending sign-up.
  'auth.waitingSignUp': { own: { outcomes: EVERYBODY } },
  'auth.mailSignUpAgain': { own: { outcomes: EVERYBODY } },
  'auth.readSignUpLink': {
    own: { input: ({ me }) => ({ token: me.tokens.sign_up }), outcomes: EVERYBODY },
    refused: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
  },
  'auth.finishSignUp': {
    own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
    foreign: { input: ({ stranger }) => ({ token: stranger.tokens.sign_up }), outcomes: all('FORBIDDEN') },
  },
  'auth.finishSignUpByCode': { own: { input: () => ({ code: '000000' }), outcomes: all('BAD_REQUEST') } },
  'auth.proveAgain': { own: { input: () => ({ currentPassword: PASSWORD }), outcomes: SIGNED_IN } },
  'auth.removeAfterReset': {
    own: { input: ({ me }) => ({ token: me.tokens.after_reset, provider: 'apple' }), outcomes: EVERYBODY },
    foreign: {
      input: ({ stranger }) => ({ token: stranger.tokens.reset_password, provider: 'apple' }),
      outcomes: all('BAD_REQUEST'),
    },
  },
  'auth.signOut': { own: { outcomes: SIGNED_IN } },
  'auth.signOutEverywhere': { own: { outcomes: SIGNED_IN } },
  'auth.requestPasswordReset': { own: { input: ({ me }) => ({ email: me.user.email }), outcomes: EVERYBODY } },
  'auth.readResetLink': {
    own: { input: ({ me }) => ({ token: me.tokens.reset_password }), outcomes: EVERYBODY },
    refused: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
  },
  'auth.resetPassword': {
    own: { input: ({ me }) => ({ token: me.tokens.reset_password, ...newPassword }), outcomes: LET_IN },
    foreign: {
      input: ({ stranger }) => ({ token: stranger.tokens.verify_email, ...newPassword }),
      outcomes: all('BAD_REQUEST'),
    },
  },
  'auth.requestMagicLink': { own: { input: ({ me }) => ({ email: me.user.email }), outcomes: EVERYBODY } },
  'auth.redeemMagicLink': {
    own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
    foreign: { input: ({ stranger }) => ({ token: stranger.tokens.magic_link }), outcomes: all('FORBIDDEN') },
  },
  'auth.redeemMagicCode': {
    own: { input: ({ me }) => ({ email: me.user.email, code: '000000' }), outcomes: all('BAD_REQUEST') },
  },
  'auth.requestEmailVerification': { own: { outcomes: SIGNED_IN } },
  'auth.readEmailLink': {
    own: { input: ({ me }) => ({ token: me.tokens.change_email, purpose: 'change_email' }), outcomes: SIGNED_IN },
    foreign: {
      input: ({ stranger }) => ({ token: stranger.tokens.change_email, purpose: 'change_email' }),
      outcomes: signedIn('BAD_REQUEST'),
    },
  },
  'auth.verifyEmail': {
    own: { input: ({ me }) => ({ token: me.tokens.verify_email }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ token: stranger.tokens.verify_email }), outcomes: signedIn('BAD_REQUEST') },
    refused: {
      before: proofOfStrangersAddress,
      input: ({ me }) => ({ token: `former ${me.user.id}` }),
      outcomes: signedIn('BAD_REQUEST'),
    },
  },
  'auth.requestEmailChange': {
    own: { input: () => ({ email: newAddress(), currentPassword: PASSWORD }), outcomes: SIGNED_IN },
  },
  'auth.confirmEmailChange': {
    own: { input: ({ me }) => ({ token: me.tokens.change_email }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ token: stranger.tokens.change_email }), outcomes: signedIn('BAD_REQUEST') },
  },
  'auth.changePassword': { own: { input: () => ({ currentPassword: PASSWORD, ...newPassword }), outcomes: SIGNED_IN } },
  'auth.unfinished': { own: { outcomes: EVERYBODY } },
  // The account comes from a cookie that no caller has here.
  'auth.finishSignIn': {
    own: { before: giveSecondFactors, input: () => ({ code: CODE.mine }), outcomes: all('UNAUTHORIZED') },
  },
  'auth.secondFactor': { own: { before: giveSecondFactors, outcomes: SIGNED_IN } },
  'auth.startSecondFactor': {
    own: { ...byOwnCode, outcomes: partners('ok', ADMIN) },
    foreign: { ...byStrangersCode, outcomes: partners('BAD_REQUEST', admin('BAD_REQUEST')) },
  },
  'auth.confirmSecondFactor': {
    own: {
      before: giveSecondFactors,
      input: () => ({ code: codeAt(TOTP_SECRET, new Date()) }),
      outcomes: partners('ok', ADMIN),
    },
    // The new secret was requested in another session.
    foreign: {
      before: async (db, scene) => giveSecondFactors(db, { ...scene, visit: { ...scene.visit, cookies: new Map() } }),
      input: () => ({ code: codeAt(TOTP_SECRET, new Date()) }),
      outcomes: partners('BAD_REQUEST', admin('BAD_REQUEST')),
    },
  },
  'auth.renewRecoveryCodes': { own: byOwnCode, foreign: byStrangersCode },
  // Administrators must keep their second factor.
  'auth.removeSecondFactor': {
    own: { ...byOwnCode, outcomes: { ...SIGNED_IN, admin: 'FORBIDDEN' } },
    foreign: { ...byStrangersCode, outcomes: { ...signedIn('BAD_REQUEST'), admin: 'FORBIDDEN' } },
  },
  'auth.sessions': { own: { outcomes: SIGNED_IN } },
  'auth.revokeSession': {
    own: { input: ({ me }) => ({ id: me.sessionId }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ id: stranger.sessionId }), outcomes: signedIn('NOT_FOUND') },
  },
  'auth.refresh': { own: { outcomes: SIGNED_IN } },
  'auth.providers': { own: { outcomes: EVERYBODY } },
  'auth.connections': { own: { outcomes: SIGNED_IN, hides: () => ['apple'] } },
  // Apple is not configured here.
  'auth.startOAuth': { own: { input: () => ({ provider: 'apple' }), outcomes: all('BAD_REQUEST') } },
  'auth.connectProvider': { own: { input: () => ({ provider: 'apple' }), outcomes: signedIn('BAD_REQUEST') } },
  'auth.finishOAuth': { own: { input: () => ({ params: { code: 'x', state: 'x' } }), outcomes: all('UNAUTHORIZED') } },
  'auth.disconnectProvider': {
    own: { input: () => ({ provider: 'google' }), outcomes: SIGNED_IN },
    foreign: { input: () => ({ provider: 'apple' }), outcomes: signedIn('NOT_FOUND') },
    refused: {
      before: (db, { me }) => db.password.delete({ where: { userId: me.user.id } }),
      input: () => ({ provider: 'google' }),
      outcomes: signedIn('BAD_REQUEST'),
    },
  },
}
