import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import type { LoadContext } from '#server/http/render-page.ts'
import { paths } from './paths.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const STATUS = lookup<number>({
  NOT_FOUND: 404,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
})

/** A procedure's refusal: its message, and the input field that it concerns, if any. */
export interface Refusal {
  message: string
  field: string | undefined
  /** The error code for scripts: the service's code or, if it has none, tRPC's. */
  code: string
}

/** A refusal as a Response. Thrown by a loader, it becomes the page's error. */
class RefusalResponse extends Response {
  readonly refusal: Refusal

  constructor(refusal: Refusal, status: number) {
    super(refusal.message, { status })
    this.refusal = refusal
  }
}

/**
 * Returns the typed tRPC caller of a request, the only way from pages to the server. It comes from Remix's load
 * context, so that no code of `server/` gets into a page's bundle. A procedure's refusal becomes a Response with its
 * status. If the procedure requires a second factor, it redirects to the page that sets one up.
 */
export function apiFor({ context }: Pick<LoaderFunctionArgs, 'context'>): LoadContext['api'] {
  return translateErrors((context as unknown as LoadContext).api)
}

/**
 * Returns the refusal of a procedure, for a form's action to show at the field.
 * @throws the error itself if it is not a refusal.
 */
export function actionError(error: unknown): Refusal {
  if (error instanceof RefusalResponse) return error.refusal
  throw error
}

/** Origin for canonical links, without a trailing slash. */
export function siteUrlFor({ context }: Pick<LoaderFunctionArgs, 'context'>): string {
  return (context as unknown as LoadContext).siteUrl
}

/** Our contact address; null if people can only use the forms. */
export function contactEmailFor({ context }: Pick<LoaderFunctionArgs, 'context'>): string | null {
  return (context as unknown as LoadContext).contactEmail ?? null
}

/** The key that signs notices (notice.server.ts). */
export async function noticeKeyFor({ context }: Pick<LoaderFunctionArgs, 'context'>): Promise<string> {
  return (context as unknown as LoadContext).noticeKey()
}

/** Returns false if there is no mail server. Emails then wait in the outbox. */
export function sendsMailFor({ context }: Pick<LoaderFunctionArgs, 'context'>): boolean {
  return (context as unknown as LoadContext).sendsMail
}

/** The nonce of the page's own inline scripts while it is rendered. */
export function scriptMarkFor({ context }: Pick<LoaderFunctionArgs, 'context'>): string {
  return (context as unknown as LoadContext).scriptMark
}

/** Passes the rendered HTML to the server directly. The response itself has an empty body. */
export function handOver({ context }: Pick<LoaderFunctionArgs, 'context'>, html: string): void {
  ;(context as unknown as LoadContext).handOver(html)
}

/** Returns placeholder data about the viewer for a page that is rendered once for all customers, else null. */
export function sampleFor({ context }: Pick<LoaderFunctionArgs, 'context'>): LoadContext['sample'] {
  return (context as unknown as LoadContext).sample
}

/** The browser's display settings: its currency and its theme. */
export function readerFor({ context }: Pick<LoaderFunctionArgs, 'context'>): LoadContext['reader'] {
  return (context as unknown as LoadContext).reader
}

/** Returns the markers around a page's personal parts, or undefined if the page is rendered for one viewer. */
export function personalMarksFor(args: Pick<LoaderFunctionArgs, 'context'>) {
  return sampleFor(args)?.marks
}

/** The state of the gate, and what administrators see about it. */
export function gateFor({
  context,
}: Pick<LoaderFunctionArgs, 'context'>): Pick<LoadContext, 'gate' | 'hasBypass' | 'isBypassOffered' | 'environment'> {
  return context as unknown as LoadContext
}

function translateErrors<T extends object>(node: T): T {
  return new Proxy((() => undefined) as unknown as T, {
    get: (_, key) => translateErrors((node as Record<PropertyKey, object>)[key] as object),
    apply: async (_, __, args) => {
      try {
        return await (node as unknown as (...input: unknown[]) => Promise<unknown>)(...args)
      } catch (error) {
        if ((error as Refused).cause?.reason === 'second-factor-required') throw redirect(paths.settingsSecondFactor())
        const status = STATUS[(error as { code?: string }).code ?? '']
        throw status ? new RefusalResponse(refusalOf(error as Refused), status) : error
      }
    },
  })
}

/**
 * A TRPCError, with the domain's or zod's error as its cause. Pages are bundled separately from the server, so
 * `instanceof` does not work.
 */
interface Refused {
  code: string
  message: string
  cause?: { field?: string; reason?: string; issues?: Array<{ message: string; path: PropertyKey[] }> }
}

function refusalOf({ code, message, cause }: Refused): Refusal {
  const issue = cause?.issues?.[0]
  return issue
    ? { message: issue.message, field: issue.path[0]?.toString(), code }
    : { message, field: cause?.field, code: cause?.reason ?? code }
}
