import { initTRPC, TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { AppError, type AppErrorCode } from '#server/platform/errors.ts'
import type { Context } from './context.ts'

const t = initTRPC.context<Context>().create({
  transformer: superjson,
  isDev: false,
  // What went wrong inside is for the log (server/http/app.ts), not for whoever asked.
  errorFormatter: ({ shape, error }) => (error.code === 'INTERNAL_SERVER_ERROR' ? { ...shape, message: 'An unexpected error occurred' } : shape),
})

const TRPC_CODE: Record<AppErrorCode, TRPCError['code']> = {
  not_found: 'NOT_FOUND',
  bad_input: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  conflict: 'CONFLICT',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/** The one place where a domain's error becomes tRPC's, for HTTP and for the server's own caller alike. */
const translateErrors = t.middleware(async ({ next }) => {
  const result = await next()
  if (!result.ok && result.error.cause instanceof AppError) {
    const { code, message } = result.error.cause
    throw new TRPCError({ code: TRPC_CODE[code], message, cause: result.error.cause })
  }
  return result
})

export const router = t.router
export const createCallerFactory = t.createCallerFactory
/** Anybody, signed in or not. */
export const publicProcedure = t.procedure.use(translateErrors)
