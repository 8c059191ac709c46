import { partnerOwnerProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { createKeyInput, keyInput } from './store-keys.schema.ts'
import { confirmKey, createKey, listKeys, revokeKey } from './store-keys.service.ts'

export const storeKeysRouter = router({
  list: partnerProcedure.query(({ ctx }) => listKeys(ctx)),
  create: partnerOwnerProcedure.input(createKeyInput).mutation(({ ctx, input }) => createKey(ctx, input)),
  confirm: partnerOwnerProcedure.input(keyInput).mutation(({ ctx, input }) => confirmKey(ctx, input)),
  revoke: partnerOwnerProcedure.input(keyInput).mutation(({ ctx, input }) => revokeKey(ctx, input)),
})
