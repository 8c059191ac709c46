import { adminProcedure, publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { answerTicket, closeTicket, listTickets, getTicket, reopenTicket } from './answer-tickets.service.ts'
import { answerInput, openTicketInput, sendMessageInput, ticketIdInput, ticketsInput } from './support.schema.ts'
import { listOwnTickets, openTicket, sendMessage } from './support.service.ts'

export const supportRouter = router({
  openTicket: publicProcedure.input(openTicketInput).mutation(({ ctx, input }) => openTicket(ctx, input)),
  sendMessage: publicProcedure.input(sendMessageInput).mutation(({ ctx, input }) => sendMessage(ctx, input)),
  mine: signedInProcedure.query(({ ctx }) => listOwnTickets(ctx)),
  tickets: adminProcedure.input(ticketsInput).query(({ ctx, input }) => listTickets(ctx.db, input)),
  ticket: adminProcedure.input(ticketIdInput).query(({ ctx, input }) => getTicket(ctx.db, input.ticketId)),
  answer: adminProcedure.input(answerInput).mutation(({ ctx, input }) => answerTicket(ctx, input)),
  close: adminProcedure.input(ticketIdInput).mutation(({ ctx, input }) => closeTicket(ctx, input.ticketId)),
  reopen: adminProcedure.input(ticketIdInput).mutation(({ ctx, input }) => reopenTicket(ctx, input.ticketId)),
})
