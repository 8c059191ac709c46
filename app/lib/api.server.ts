import type { LoaderFunctionArgs } from '@remix-run/node'
import type { LoadContext } from '#server/http/app.ts'

const STATUS: Record<string, number> = { NOT_FOUND: 404, BAD_REQUEST: 400, UNAUTHORIZED: 401, FORBIDDEN: 403, CONFLICT: 409, SERVICE_UNAVAILABLE: 503 }

/**
 * The door between pages and the server: the typed tRPC caller for a request. It comes in Remix's load context, so that no
 * code of `server/` is ever part of a page's bundle. What a procedure refuses becomes a Response with its status.
 */
export function apiFor({ context }: Pick<LoaderFunctionArgs, 'context'>): LoadContext['api'] {
  return translateErrors((context as unknown as LoadContext).api)
}

/** Origin for canonical links, without a trailing slash. */
export function siteUrlFor({ context }: Pick<LoaderFunctionArgs, 'context'>): string {
  return (context as unknown as LoadContext).siteUrl
}

function translateErrors<T extends object>(node: T): T {
  return new Proxy((() => undefined) as unknown as T, {
    get: (_, key) => translateErrors((node as Record<PropertyKey, object>)[key] as object),
    apply: async (_, __, args) => {
      try {
        return await (node as unknown as (...input: unknown[]) => Promise<unknown>)(...args)
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        const status = STATUS[code ?? '']
        throw status ? new Response(message, { status }) : error
      }
    },
  })
}
