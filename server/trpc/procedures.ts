import { initTRPC, TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { AWAY, isDatabaseAway } from '#server/platform/database-away.ts'
import { AppError, type AppErrorCode } from '#server/platform/errors.ts'
import { sqlStateOf, UNSTORABLE_CHARACTER } from '#server/platform/sql-state.ts'
import type { Context } from './context.ts'
import { readPlainInput } from './plain-input.ts'

/** zod's message has an issue for every value that is wrong. */
const MAX_MESSAGE = 2_000

const t = initTRPC.context<Context>().create({
  // Dates and the like reach the browser as they are; what it sends is read by a rule of our own.
  transformer: { input: { serialize: superjson.serialize, deserialize: readPlainInput }, output: superjson },
  isDev: false,
  // What went wrong inside is for the log (server/http/app.ts), not for whoever asked.
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    message: error.code === 'INTERNAL_SERVER_ERROR' ? 'An unexpected error occurred' : shape.message.slice(0, MAX_MESSAGE),
    data: { ...shape.data, field: error.cause instanceof AppError ? error.cause.field : undefined },
  }),
})

const TRPC_CODE: Record<AppErrorCode, TRPCError['code']> = {
  not_found: 'NOT_FOUND',
  bad_input: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  conflict: 'CONFLICT',
  too_many: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/** The one place where a domain's error becomes tRPC's, for HTTP and for the server's own caller alike. */
const translateErrors = t.middleware(async ({ next }) => {
  const result = await next()
  if (!result.ok && result.error.cause instanceof AppError) {
    const { code, message } = result.error.cause
    throw new TRPCError({ code: TRPC_CODE[code], message, cause: result.error.cause })
  }
  if (!result.ok && isDatabaseAway(result.error.cause)) throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: AWAY.message, cause: result.error.cause })
  if (!result.ok && sqlStateOf(result.error.cause) === UNSTORABLE_CHARACTER) throw new TRPCError({ code: 'BAD_REQUEST', message: 'There is a character in this that cannot be stored.', cause: result.error.cause })
  return result
})

/** A batch is a request like others: ten at once would have ten connections of a database that has sixteen for everybody. */
const oneAtATime = t.middleware(({ ctx, next }) => (ctx.inLine ? ctx.inLine(next) : next()))

export const router = t.router
export const createCallerFactory = t.createCallerFactory
/** Anybody, signed in or not, whom the gate lets in. */
export const publicProcedure = t.procedure.use(oneAtATime).use(translateErrors).use(({ ctx, next }) => {
  if (ctx.isAway) throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: AWAY.message })
  if (!ctx.isOpen) throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: 'The shop is closed for the moment. Please come back soon.' })
  return next()
})

/** Whoever is signed in; `ctx.viewer` is never null. */
export const signedInProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.viewer) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Please sign in.' })
  return next({ ctx: { ...ctx, viewer: ctx.viewer } })
})

/** Partners, pending ones too; `ctx.partner` is the viewer's own. A suspended one is told so, and an account whose business is gone. */
export const partnerProcedure = signedInProcedure.use(({ ctx, next }) => {
  const { role, partner } = ctx.viewer
  if (role !== 'partner' || !partner) throw new TRPCError({ code: 'FORBIDDEN', message: role === 'partner' ? 'partners record not found' : 'Only partners can do this.' })
  if (partner.status === 'suspended') throw new TRPCError({ code: 'FORBIDDEN', message: 'This partner account is suspended. Please contact support.' })
  return next({ ctx: { ...ctx, partner } })
})

/** Administrators. */
export const adminProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (ctx.viewer.role !== 'admin') throw new TRPCError({ code: 'FORBIDDEN', message: 'Only administrators can do this.' })
  return next({ ctx })
})
