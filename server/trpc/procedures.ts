import { initTRPC, TRPCError } from '@trpc/server'
import superjson from 'superjson'
import { cleanTexts } from '#server/platform/clean-text.ts'
import { troubleOf } from '#server/platform/database-away.ts'
import { AppError, type AppErrorCode } from '#server/platform/errors.ts'
import { sqlStateOf, UNKNOWN_DAY, UNSTORABLE_CHARACTER } from '#server/platform/sql-state.ts'
import type { Context } from './context.ts'
import { parsePlainInput } from './plain-input.ts'
import { serializeOutput } from './serialize-output.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** zod's message has an issue for every wrong value, so it can be very long. */
const MAX_MESSAGE = 2_000

interface Meta {
  /**
   * `text` of its input is a file's content. Its parser needs the first bytes unchanged, and cleans each cell or value
   * outside the event loop.
   */
  hasFileText?: boolean
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    // superjson serialises dates and other types for the browser. Input from the browser has a stricter parser.
    transformer: {
      input: { serialize: superjson.serialize, deserialize: parsePlainInput },
      output: { serialize: serializeOutput, deserialize: superjson.deserialize },
    },
    isDev: false,
    // Internal errors go to the log (server/http/failures.ts), not to the client.
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      message:
        error.code === 'INTERNAL_SERVER_ERROR' ? 'An unexpected error occurred' : shape.message.slice(0, MAX_MESSAGE),
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

/** Messages for inputs that only the database can refuse. */
const REFUSED_BY_DATABASE = lookup({
  [UNSTORABLE_CHARACTER]: 'This contains a character that we cannot store. Please remove it.',
  [UNKNOWN_DAY]: 'This contains a date that does not exist.',
})

/** Converts domain errors to tRPC's, for HTTP and for the server's own caller. No other code does this. */
const translateErrors = t.middleware(async ({ next }) => {
  const result = await next()
  if (!result.ok && result.error.cause instanceof AppError) {
    const { code, message } = result.error.cause
    throw new TRPCError({ code: TRPC_CODE[code], message, cause: result.error.cause })
  }
  const trouble = result.ok ? null : troubleOf(result.error.cause)
  if (!result.ok && trouble)
    throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: trouble.message, cause: result.error.cause })
  const refused = result.ok ? undefined : REFUSED_BY_DATABASE[sqlStateOf(result.error.cause) ?? '']
  if (!result.ok && refused) throw new TRPCError({ code: 'BAD_REQUEST', message: refused, cause: result.error.cause })
  return result
})

/**
 * Runs the calls of a batch one after the other, because ten at once would take ten of the database's sixteen
 * connections.
 */
const oneAtATime = t.middleware(({ ctx, next }) => (ctx.inLine ? ctx.inLine(next) : next()))

/** Passwords are hashed as typed. A cleaned text would be a different password. */
const PASSWORDS = ['password', 'currentPassword', 'confirmPassword']
const AS_TYPED: ReadonlySet<string> = new Set(PASSWORDS)
const WITH_FILE: ReadonlySet<string> = new Set([...PASSWORDS, 'text'])

/** Returns the input fields whose texts stay unchanged. */
const asTypedIn = (meta: Meta | undefined): ReadonlySet<string> => (meta?.hasFileText ? WITH_FILE : AS_TYPED)

/** Runs before every schema, over HTTP and for the server's own caller, so that limits apply to the text that is stored. */
const cleanInputs = t.middleware(({ getRawInput, meta, next }) =>
  next({ getRawInput: async () => cleanTexts(await getRawInput(), asTypedIn(meta)) } as Parameters<typeof next>[0]),
)

export const router = t.router
export const createCallerFactory = t.createCallerFactory
/** For everyone whom the gate lets in, signed in or not. */
export const publicProcedure = t.procedure
  .use(oneAtATime)
  .use(translateErrors)
  .use(cleanInputs)
  .use(({ ctx, next }) => {
    if (ctx.trouble) throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: ctx.trouble.message })
    if (!ctx.isOpen)
      throw new TRPCError({
        code: 'SERVICE_UNAVAILABLE',
        message: 'The shop is currently closed. Please come back soon.',
      })
    return next()
  })

/** For signed-in users; `ctx.viewer` is never null. */
export const signedInProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.viewer) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Please sign in.' })
  return next({ ctx: { ...ctx, viewer: ctx.viewer } })
})

/** Refuses batches, for procedures that return a complete file. A batch could create ten of them in one request. */
export const byItself = t.middleware(({ ctx, next }) => {
  if (ctx.isBatch) throw new TRPCError({ code: 'BAD_REQUEST', message: 'Please download this file separately.' })
  return next()
})

/**
 * For reading, by everyone in a partner's team, in any role and also while pending. `ctx.partner` is the viewer's
 * partner. Suspended and rejected partners, and accounts with a deleted business, get an error. They can still read
 * their status and the reason with `partner.mine`.
 */
export const partnerProcedure = signedInProcedure.use(({ ctx, next }) => {
  const { role, partner } = ctx.viewer
  if (role !== 'partner' || !partner)
    throw new TRPCError({
      code: 'FORBIDDEN',
      message: role === 'partner' ? 'partners record not found' : 'Only partners can do this.',
    })
  if (partner.status === 'suspended')
    throw new TRPCError({ code: 'FORBIDDEN', message: 'This partner account is suspended. Please contact support.' })
  if (partner.status === 'rejected')
    throw new TRPCError({
      code: 'FORBIDDEN',
      message: 'We did not approve this brand. See your dashboard for the reason.',
    })
  return next({ ctx: { ...ctx, partner } })
})

/** For changes to what a partner shows and sells, by its owners and editors. */
export const partnerEditorProcedure = partnerProcedure.use(({ ctx, next }) => {
  if (ctx.partner.role === 'viewer')
    throw new TRPCError({
      code: 'FORBIDDEN',
      message: 'You have view-only access. Ask the store’s owner to make you an editor.',
    })
  return next({ ctx })
})

/** For a partner's contracts, settings and team, by its owners. */
export const partnerOwnerProcedure = partnerProcedure.use(({ ctx, next }) => {
  if (ctx.partner.role !== 'owner')
    throw new TRPCError({ code: 'FORBIDDEN', message: 'Only the store’s owner can do this.' })
  return next({ ctx })
})

/** For administrators; on a public site, those with a second factor. */
export const adminProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (ctx.viewer.role !== 'admin')
    throw new TRPCError({ code: 'FORBIDDEN', message: 'Only administrators can do this.' })
  if (ctx.viewer.mustSetUpSecondFactor)
    throw new AppError(
      'forbidden',
      'Administrators need two-factor authentication. Set it up in your settings first.',
      {
        reason: 'second-factor-required',
      },
    )
  return next({ ctx })
})

/** For partner teams in any state, and administrators: their accounts give access to more than their own data. */
export const partnerOrAdminProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (ctx.viewer.role === 'customer')
    throw new TRPCError({ code: 'FORBIDDEN', message: 'Only stores and administrators can do this.' })
  return next({ ctx })
})
