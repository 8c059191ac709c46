import { partnerEditorProcedure, partnerOwnerProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { disconnectStore, reconnectStore, rotateStoreSecret } from './change-store.service.ts'
import { finishApproval, startApproval } from './connect-by-approval.service.ts'
import { connectByKey } from './connect-by-key.service.ts'
import { connectStore } from './connect-store.service.ts'
import {
  approvalInput,
  connectByKeyInput,
  connectStoreInput,
  eventInput,
  reconnectStoreInput,
  returnInput,
  rotateSecretInput,
} from './connections.schema.ts'
import { listDeadLetters, retryDeadLetter } from './dead-letters.service.ts'
import { testLink } from './link-test.service.ts'
import { getLossMap } from './loss-map.service.ts'
import { findProductLink } from './product-link.service.ts'
import { productInput } from '#server/products/product-form.schema.ts'
import { getOwnStore } from './get-own-store.service.ts'
import { importAgain } from './import-again.service.ts'
import { compareNow } from './reconcile-queue.ts'
import { getTrackingHealth } from './tracking-health.service.ts'

export const connectionsRouter = router({
  mine: partnerProcedure.query(({ ctx }) => getOwnStore(ctx)),
  health: partnerProcedure.query(({ ctx }) => getTrackingHealth(ctx)),
  productLink: partnerProcedure.input(productInput).query(({ ctx, input }) => findProductLink(ctx, input)),
  lossMap: partnerProcedure.query(({ ctx }) => getLossMap(ctx)),
  deadLetters: partnerProcedure.query(({ ctx }) => listDeadLetters(ctx)),
  connect: partnerOwnerProcedure.input(connectStoreInput).mutation(({ ctx, input }) => connectStore(ctx, input)),
  connectByKey: partnerOwnerProcedure.input(connectByKeyInput).mutation(({ ctx, input }) => connectByKey(ctx, input)),
  startApproval: partnerOwnerProcedure.input(approvalInput).mutation(({ ctx, input }) => startApproval(ctx, input)),
  finishApproval: partnerOwnerProcedure.input(returnInput).mutation(({ ctx, input }) => finishApproval(ctx, input)),
  reconnect: partnerOwnerProcedure.input(reconnectStoreInput).mutation(({ ctx, input }) => reconnectStore(ctx, input)),
  rotateSecret: partnerOwnerProcedure
    .input(rotateSecretInput)
    .mutation(({ ctx, input }) => rotateStoreSecret(ctx, input)),
  disconnect: partnerOwnerProcedure.mutation(({ ctx }) => disconnectStore(ctx)),
  testLink: partnerEditorProcedure.mutation(({ ctx }) => testLink(ctx)),
  compare: partnerEditorProcedure.mutation(({ ctx }) => compareNow(ctx)),
  importAgain: partnerEditorProcedure.mutation(({ ctx }) => importAgain(ctx)),
  retry: partnerEditorProcedure.input(eventInput).mutation(({ ctx, input }) => retryDeadLetter(ctx, input)),
})
