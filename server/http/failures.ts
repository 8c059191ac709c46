import type { TRPCError } from '@trpc/server'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { currentRequest, type RefusalKind } from '#server/platform/request-context.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Asker } from './asker.ts'

const REFUSED: Readonly<Record<string, RefusalKind>> = {
  UNAUTHORIZED: 'unauthorized',
  FORBIDDEN: 'forbidden',
  TOO_MANY_REQUESTS: 'too_many',
}

interface Failure {
  error: TRPCError
  path?: string | undefined
  ctx?: { viewer: Viewer | null } | undefined
}

/** Failures are logged, and so are refusals, but not every single one (refusal-log.ts). */
export function logFailure({ error, path, ctx }: Failure): void {
  // A mistake in a form is a service's own error. What zod refuses here has passed by the form.
  const isOddInput = error.code === 'BAD_REQUEST' && !(error.cause instanceof AppError)
  const kind = isOddInput ? 'bad_input' : REFUSED[error.code]
  if (kind) currentRequest()?.refused?.({ kind, what: path ?? 'unknown', userId: ctx?.viewer?.userId ?? null })
  if (error.code === 'SERVICE_UNAVAILABLE' && isDatabaseAway(error)) logAway(error, path)
  if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: error, path }, 'procedure failed')
}

/** One line a request: the database failed, and a stack for each request would say nothing more. */
export function logAway({ message, cause }: Error, path: string | undefined): void {
  log.warn(
    {
      path,
      reason: (cause instanceof Error ? cause.message : message).trim().split('\n').at(-1),
    },
    'the database is away',
  )
}

/** Undefined: the database is away, so nobody knows who it is. */
export async function viewerOrAway(asker: Asker): Promise<Viewer | null | undefined> {
  try {
    return await asker.viewer()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    logAway(error as Error, 'session')
    return undefined
  }
}
