import type { TRPCError } from '@trpc/server'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { log } from '#server/platform/log.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Asker } from './asker.ts'

/** Refusals are normal answers and are not logged. Failures are. */
export function logFailure({ error, path }: { error: TRPCError; path?: string | undefined }): void {
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
