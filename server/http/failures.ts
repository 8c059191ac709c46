import type { TRPCError } from '@trpc/server'
import { troubleOf, type Trouble } from '#server/platform/database-away.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { currentRequest, type RefusalKind } from '#server/platform/request-context.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Asker } from './asker.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const REFUSED = lookup<RefusalKind>({
  UNAUTHORIZED: 'unauthorized',
  FORBIDDEN: 'forbidden',
  TOO_MANY_REQUESTS: 'too_many',
})

interface Failure {
  error: TRPCError
  path?: string | undefined
  ctx?: { viewer: Viewer | null } | undefined
}

/** Logs failures, and refusals in a limited number (refusal-log.ts). */
export function logFailure({ error, path, ctx }: Failure): void {
  // Input that zod refuses here did not come from a form, because forms report invalid input as service errors.
  const isOddInput = error.code === 'BAD_REQUEST' && !(error.cause instanceof AppError)
  const kind = isOddInput ? 'bad_input' : REFUSED[error.code]
  if (kind) currentRequest()?.refused?.({ kind, what: path ?? 'unknown', userId: ctx?.viewer?.userId ?? null })
  const trouble = error.code === 'SERVICE_UNAVAILABLE' ? troubleOf(error) : null
  if (trouble) logTrouble(trouble, error, path)
  if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: error, path }, 'procedure failed')
}

/** Logs a database failure in one line per request, because stack traces would add nothing. */
export function logTrouble({ logged }: Trouble, { message, cause }: Error, path: string | undefined): void {
  log.warn(
    {
      path,
      reason: (cause instanceof Error ? cause.message : message).trim().split('\n').at(-1),
    },
    logged,
  )
}

export interface Known {
  viewer: Viewer | null
  /** Why the viewer is unknown. */
  trouble: Trouble | null
}

export async function viewerOrTrouble(asker: Asker): Promise<Known> {
  try {
    return { viewer: await asker.viewer(), trouble: null }
  } catch (error) {
    const trouble = troubleOf(error)
    if (!trouble) throw error
    logTrouble(trouble, error as Error, 'session')
    return { viewer: null, trouble }
  }
}
