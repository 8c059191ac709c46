import { adminProcedure, publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import {
  afterResetInput, changeEmailInput, changePasswordInput, codeInput, confirmSecondFactorInput, emailInput, emailLinkInput, finishOAuthInput, proveAgainInput, providerInput, redeemInput, resetPasswordInput,
  secondFactorInput, sessionIdInput, signInInput, signUpCodeInput, signUpCustomerInput, signUpPartnerInput, startOAuthInput, startSecondFactorInput,
} from './auth.schema.ts'
import { confirmEmailChange, readEmailLink, requestEmailChange, requestEmailVerification, verifyEmail } from './email.service.ts'
import { redeemMagicCode, redeemMagicLink, requestMagicLink } from './magic-link.service.ts'
import { configuredProviders, disconnectProvider, finishOAuth, listProviders, startOAuth } from './oidc/oidc.service.ts'
import { changePassword, proveAgain, removeAfterReset, requestPasswordReset, resetPassword } from './password.service.ts'
import { confirmSecondFactor, readSecondFactor, removeSecondFactor, renewRecoveryCodes, startSecondFactor } from './second-factor/second-factor.service.ts'
import { describeSession, describeUnfinished, finishSignIn, listSessions, refreshSession, revokeSession, signOut, signOutEverywhere } from './session.service.ts'
import { signIn } from './sign-in.service.ts'
import { finishSignUp, finishSignUpByCode, mailSignUpAgain, readSignUpLink, readWaitingSignUp, signUpCustomer, signUpPartner } from './sign-up.service.ts'

export const authRouter = router({
  session: publicProcedure.query(({ ctx }) => describeSession(ctx.viewer)),
  signIn: publicProcedure.input(signInInput).mutation(({ ctx, input }) => signIn(ctx.db, ctx.visit, input)),
  unfinished: publicProcedure.query(({ ctx }) => describeUnfinished(ctx.db, ctx.visit)),
  finishSignIn: publicProcedure.input(secondFactorInput).mutation(({ ctx, input }) => finishSignIn(ctx.db, ctx.visit, input)),
  signUpCustomer: publicProcedure.input(signUpCustomerInput).mutation(({ ctx, input }) => signUpCustomer(ctx.db, ctx.visit, input)),
  signUpPartner: publicProcedure.input(signUpPartnerInput).mutation(({ ctx, input }) => signUpPartner(ctx.db, ctx.visit, input)),
  waitingSignUp: publicProcedure.query(({ ctx }) => readWaitingSignUp(ctx.db, ctx.visit)),
  mailSignUpAgain: publicProcedure.mutation(({ ctx }) => mailSignUpAgain(ctx.db, ctx.visit)),
  readSignUpLink: publicProcedure.input(redeemInput).query(({ ctx, input }) => readSignUpLink(ctx.db, ctx.viewer, input)),
  finishSignUp: publicProcedure.input(redeemInput).mutation(({ ctx, input }) => finishSignUp(ctx.db, ctx.visit, input)),
  finishSignUpByCode: publicProcedure.input(signUpCodeInput).mutation(({ ctx, input }) => finishSignUpByCode(ctx.db, ctx.visit, input)),
  signOut: signedInProcedure.mutation(({ ctx }) => signOut(ctx.db, ctx.visit, ctx.viewer)),
  signOutEverywhere: signedInProcedure.mutation(({ ctx }) => signOutEverywhere(ctx.db, ctx.visit, ctx.viewer)),
  requestPasswordReset: publicProcedure.input(emailInput).mutation(({ ctx, input }) => requestPasswordReset(ctx.db, ctx.visit, input)),
  resetPassword: publicProcedure.input(resetPasswordInput).mutation(({ ctx, input }) => resetPassword(ctx.db, ctx.visit, input)),
  removeAfterReset: publicProcedure.input(afterResetInput).mutation(({ ctx, input }) => removeAfterReset(ctx.db, ctx.visit, input)),
  requestMagicLink: publicProcedure.input(emailInput).mutation(({ ctx, input }) => requestMagicLink(ctx.db, ctx.visit, input)),
  redeemMagicLink: publicProcedure.input(redeemInput).mutation(({ ctx, input }) => redeemMagicLink(ctx.db, ctx.visit, input)),
  redeemMagicCode: publicProcedure.input(codeInput).mutation(({ ctx, input }) => redeemMagicCode(ctx.db, ctx.visit, input)),
  requestEmailVerification: signedInProcedure.mutation(({ ctx }) => requestEmailVerification(ctx.db, ctx.visit, ctx.viewer)),
  readEmailLink: signedInProcedure.input(emailLinkInput).query(({ ctx, input }) => readEmailLink(ctx.db, ctx.viewer, input)),
  verifyEmail: signedInProcedure.input(redeemInput).mutation(({ ctx, input }) => verifyEmail(ctx.db, ctx.visit, ctx.viewer, input)),
  requestEmailChange: signedInProcedure.input(changeEmailInput).mutation(({ ctx, input }) => requestEmailChange(ctx.db, ctx.visit, ctx.viewer, input)),
  confirmEmailChange: signedInProcedure.input(redeemInput).mutation(({ ctx, input }) => confirmEmailChange(ctx.db, ctx.visit, ctx.viewer, input)),
  changePassword: signedInProcedure.input(changePasswordInput).mutation(({ ctx, input }) => changePassword(ctx.db, ctx.visit, ctx.viewer, input)),
  proveAgain: signedInProcedure.input(proveAgainInput).mutation(({ ctx, input }) => proveAgain(ctx.db, ctx.visit, ctx.viewer, input)),
  secondFactor: signedInProcedure.query(({ ctx }) => readSecondFactor(ctx.db, ctx.viewer)),
  startSecondFactor: adminProcedure.input(startSecondFactorInput).mutation(({ ctx, input }) => startSecondFactor(ctx.db, ctx.visit, ctx.viewer, input)),
  confirmSecondFactor: adminProcedure.input(confirmSecondFactorInput).mutation(({ ctx, input }) => confirmSecondFactor(ctx.db, ctx.visit, ctx.viewer, input)),
  renewRecoveryCodes: signedInProcedure.input(secondFactorInput).mutation(({ ctx, input }) => renewRecoveryCodes(ctx.db, ctx.visit, ctx.viewer, input)),
  removeSecondFactor: signedInProcedure.input(secondFactorInput).mutation(({ ctx, input }) => removeSecondFactor(ctx.db, ctx.visit, ctx.viewer, input)),
  sessions: signedInProcedure.query(({ ctx }) => listSessions(ctx.db, ctx.viewer)),
  revokeSession: signedInProcedure.input(sessionIdInput).mutation(({ ctx, input }) => revokeSession(ctx.db, ctx.visit, ctx.viewer, input.id)),
  refresh: signedInProcedure.mutation(({ ctx }) => refreshSession(ctx.db, ctx.visit, ctx.viewer)),
  providers: publicProcedure.query(() => configuredProviders()),
  connections: signedInProcedure.query(({ ctx }) => listProviders(ctx.db, ctx.viewer)),
  startOAuth: publicProcedure.input(startOAuthInput).mutation(({ ctx, input }) => startOAuth(ctx.db, ctx.visit, input)),
  connectProvider: signedInProcedure.input(startOAuthInput).mutation(({ ctx, input }) => startOAuth(ctx.db, ctx.visit, input, ctx.viewer)),
  finishOAuth: publicProcedure.input(finishOAuthInput).mutation(({ ctx, input }) => finishOAuth(ctx.db, ctx.visit, input)),
  disconnectProvider: signedInProcedure.input(providerInput).mutation(({ ctx, input }) => disconnectProvider(ctx.db, ctx.visit, ctx.viewer, input.provider)),
})
