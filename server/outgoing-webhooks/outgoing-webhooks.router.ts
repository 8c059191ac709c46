import { partnerOwnerProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { listDeliveries, replayDelivery, sendTestEvent } from './deliveries.service.ts'
import {
  createWebhookInput,
  deliveriesQuery,
  deliveryInput,
  setWebhookStateInput,
  webhookInput,
} from './outgoing-webhooks.schema.ts'
import { createWebhook, deleteWebhook, listWebhooks, rotateWebhookSecret, setWebhookState } from './webhooks.service.ts'

export const outgoingWebhooksRouter = router({
  list: partnerProcedure.query(({ ctx }) => listWebhooks(ctx)),
  create: partnerOwnerProcedure.input(createWebhookInput).mutation(({ ctx, input }) => createWebhook(ctx, input)),
  setState: partnerOwnerProcedure.input(setWebhookStateInput).mutation(({ ctx, input }) => setWebhookState(ctx, input)),
  delete: partnerOwnerProcedure.input(webhookInput).mutation(({ ctx, input }) => deleteWebhook(ctx, input)),
  rotateSecret: partnerOwnerProcedure.input(webhookInput).mutation(({ ctx, input }) => rotateWebhookSecret(ctx, input)),
  deliveries: partnerProcedure.input(deliveriesQuery).query(({ ctx, input }) => listDeliveries(ctx, input)),
  sendTest: partnerOwnerProcedure.input(webhookInput).mutation(({ ctx, input }) => sendTestEvent(ctx, input)),
  replay: partnerOwnerProcedure.input(deliveryInput).mutation(({ ctx, input }) => replayDelivery(ctx, input)),
})
