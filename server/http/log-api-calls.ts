import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { ApiCallRecorder } from '#server/partner-api/record-calls.ts'
import { cleanText } from '#server/platform/clean-text.ts'
import type { ApiCallers } from './api-callers.ts'

const MAX_TEXT = 300

/** Records calls with a valid key, for the log in the store's dashboard. */
export function logApiCalls(
  callers: ApiCallers,
  recorder: ApiCallRecorder,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    const holder = callers.holderOf(c)
    if (!holder) return
    const { status } = c.res
    recorder.record({
      partnerId: holder.partnerId,
      keyId: holder.keyId,
      method: c.req.method,
      status,
      at: new Date(),
      path: cleanText(c.req.path).slice(0, MAX_TEXT).toWellFormed(),
      detail: status < 400 ? '' : await detailOf(c.res),
      durationMs: Math.round(performance.now() - started),
    })
  }
}

/** Returns the detail of a problem. */
async function detailOf(response: Response): Promise<string> {
  const { detail } = (await response.clone().json()) as { detail?: unknown }
  return typeof detail === 'string' ? cleanText(detail).slice(0, MAX_TEXT).toWellFormed() : ''
}
