import { partnerOrAdminProcedure, publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import {
  afterResetInput,
  changeEmailInput,
  changePasswordInput,
  codeInput,
  confirmSecondFactorInput,
  emailInput,
  emailLinkInput,
  finishOAuthInput,
  proveAgainInput,
  providerInput,
  redeemInput,
  resetPasswordInput,
  secondFactorInput,
  sessionIdInput,
  signInInput,
  signUpCodeInput,
  signUpCustomerInput,
  signUpPartnerInput,
  startOAuthInput,
  startSecondFactorInput,
} from './auth.schema.ts'
import {
  confirmEmailChange,
  checkEmailLink,
  requestEmailChange,
  requestEmailVerification,
  verifyEmail,
} from './email.service.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from './magic-link.service.ts'
import { configuredProviders, disconnectProvider, finishOAuth, listProviders, startOAuth } from './oidc/oidc.service.ts'
import {
  changePassword,
  proveAgain,
  checkResetLink,
  removeAfterReset,
  requestPasswordReset,
  resetPassword,
} from './password.service.ts'
import { describeUnfinished, finishSignIn } from './second-factor/finish-sign-in.service.ts'
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor/second-factor.service.ts'
import {
  describeSession,
  listSessions,
  refreshSession,
  revokeSession,
  signOut,
  signOutEverywhere,
} from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import { finishSignUp, finishSignUpByCode, checkSignUpLink } from './finish-sign-up.service.ts'
import { mailSignUpAgain, findWaitingSignUp, signUpCustomer, signUpPartner } from './sign-up.service.ts'

export const authRouter = router({
  session: publicProcedure.query(({ ctx }) => describeSession(ctx.viewer)),
  signIn: publicProcedure.input(signInInput).mutation(({ ctx, input }) => signIn(ctx, input)),
  unfinished: publicProcedure.query(({ ctx }) => describeUnfinished(ctx)),
  finishSignIn: publicProcedure.input(secondFactorInput).mutation(({ ctx, input }) => finishSignIn(ctx, input)),
  signUpCustomer: publicProcedure.input(signUpCustomerInput).mutation(({ ctx, input }) => signUpCustomer(ctx, input)),
  signUpPartner: publicProcedure.input(signUpPartnerInput).mutation(({ ctx, input }) => signUpPartner(ctx, input)),
  waitingSignUp: publicProcedure.query(({ ctx }) => findWaitingSignUp(ctx)),
  mailSignUpAgain: publicProcedure.mutation(({ ctx }) => mailSignUpAgain(ctx)),
  readSignUpLink: publicProcedure.input(redeemInput).query(({ ctx, input }) => checkSignUpLink(ctx, input)),
  finishSignUp: publicProcedure.input(redeemInput).mutation(({ ctx, input }) => finishSignUp(ctx, input)),
  finishSignUpByCode: publicProcedure
    .input(signUpCodeInput)
    .mutation(({ ctx, input }) => finishSignUpByCode(ctx, input)),
  signOut: signedInProcedure.mutation(({ ctx }) => signOut(ctx)),
  signOutEverywhere: signedInProcedure.mutation(({ ctx }) => signOutEverywhere(ctx)),
  requestPasswordReset: publicProcedure
    .input(emailInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),
  readResetLink: publicProcedure.input(redeemInput).query(({ ctx, input }) => checkResetLink(ctx, input)),
  resetPassword: publicProcedure.input(resetPasswordInput).mutation(({ ctx, input }) => resetPassword(ctx, input)),
  removeAfterReset: publicProcedure.input(afterResetInput).mutation(({ ctx, input }) => removeAfterReset(ctx, input)),
  requestMagicLink: publicProcedure.input(emailInput).mutation(({ ctx, input }) => requestMagicLink(ctx, input)),
  redeemMagicLink: publicProcedure.input(redeemInput).mutation(({ ctx, input }) => redeemMagicLink(ctx, input)),
  redeemMagicCode: publicProcedure.input(codeInput).mutation(({ ctx, input }) => redeemMagicCode(ctx, input)),
  requestEmailVerification: signedInProcedure.mutation(({ ctx }) => requestEmailVerification(ctx)),
  readEmailLink: signedInProcedure.input(emailLinkInput).query(({ ctx, input }) => checkEmailLink(ctx, input)),
  verifyEmail: signedInProcedure.input(redeemInput).mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  requestEmailChange: signedInProcedure
    .input(changeEmailInput)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),
  confirmEmailChange: signedInProcedure.input(redeemInput).mutation(({ ctx, input }) => confirmEmailChange(ctx, input)),
  changePassword: signedInProcedure.input(changePasswordInput).mutation(({ ctx, input }) => changePassword(ctx, input)),
  proveAgain: signedInProcedure.input(proveAgainInput).mutation(({ ctx, input }) => proveAgain(ctx, input)),
  secondFactor: signedInProcedure.query(({ ctx }) => getSecondFactor(ctx)),
  startSecondFactor: partnerOrAdminProcedure
    .input(startSecondFactorInput)
    .mutation(({ ctx, input }) => startSecondFactor(ctx, input)),
  confirmSecondFactor: partnerOrAdminProcedure
    .input(confirmSecondFactorInput)
    .mutation(({ ctx, input }) => confirmSecondFactor(ctx, input)),
  renewRecoveryCodes: signedInProcedure
    .input(secondFactorInput)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx, input)),
  removeSecondFactor: signedInProcedure
    .input(secondFactorInput)
    .mutation(({ ctx, input }) => removeSecondFactor(ctx, input)),
  sessions: signedInProcedure.query(({ ctx }) => listSessions(ctx)),
  revokeSession: signedInProcedure.input(sessionIdInput).mutation(({ ctx, input }) => revokeSession(ctx, input.id)),
  refresh: signedInProcedure.mutation(({ ctx }) => refreshSession(ctx)),
  providers: publicProcedure.query(() => configuredProviders()),
  connections: signedInProcedure.query(({ ctx }) => listProviders(ctx)),
  startOAuth: publicProcedure.input(startOAuthInput).mutation(({ ctx, input }) => startOAuth(ctx, input)),
  connectProvider: signedInProcedure
    .input(startOAuthInput)
    .mutation(({ ctx, input }) => startOAuth(ctx, input, ctx.viewer)),
  finishOAuth: publicProcedure.input(finishOAuthInput).mutation(({ ctx, input }) => finishOAuth(ctx, input)),
  disconnectProvider: signedInProcedure
    .input(providerInput)
    .mutation(({ ctx, input }) => disconnectProvider(ctx, input.provider)),
})
