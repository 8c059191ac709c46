import { router, signedInProcedure } from '#server/trpc/procedures.ts'
import { createTokenInput, tokenInput } from './personal-tokens.schema.ts'
import { createToken, listTokens, revokeToken } from './personal-tokens.service.ts'

export const personalTokensRouter = router({
  list: signedInProcedure.query(({ ctx }) => listTokens(ctx)),
  create: signedInProcedure.input(createTokenInput).mutation(({ ctx, input }) => createToken(ctx, input)),
  revoke: signedInProcedure.input(tokenInput).mutation(({ ctx, input }) => revokeToken(ctx, input)),
})
