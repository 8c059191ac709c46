import { data, type ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { actionError, apiFor } from './api.server.ts'
import type { FormAnswer } from './form.ts'

const SECRET = /password|token|code|secret|consumerKey/i
/** The maximum number of characters to show again in a refused form. Larger forms set `mostShown`. */
const MAX_SHOWN = 20_000
const MAX_FORM_NAME = 100

/**
 * Returns the texts of a submitted form. If a name is repeated, only its last value counts.
 * @throws Response 400 for an invalid or incomplete form body
 */
export async function parseForm(request: Request): Promise<Record<string, string>> {
  const form = await parseFields(request)
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/**
 * Reads the file of a submitted form as UTF-8; '' if none was chosen. server/site/addresses.ts limits its size.
 * @throws Response 400 for an invalid or incomplete form body
 */
export async function readFileText(request: Request, name: string): Promise<string> {
  const file = (await parseFields(request)).get(name)
  return typeof file === 'string' ? file : ((await file?.text()) ?? '')
}

/** Returns the submitted fields, for forms with repeated names. @throws Response 400, as parseForm */
export function parseFields(request: Request): Promise<FormData> {
  return request.formData().catch(() => {
    throw new Response('We did not receive the whole form. Please go back and send it again.', { status: 400 })
  })
}

/** Returns the texts that the page may show again, up to a total length, to keep responses to large requests small. */
export function shownAgain(texts: Record<string, string>, mostShown = MAX_SHOWN): Record<string, string> {
  let length = 0
  return Object.fromEntries(
    Object.entries(texts).filter(([name, text]) => (length += name.length + text.length) <= mostShown),
  )
}

/** Returns the response to a refused form, with the typed values and the errors. */
export function refuse(
  form: string,
  texts: Record<string, string>,
  {
    errors = {},
    message,
    mostShown,
  }: Partial<Pick<FormAnswer, 'errors' | 'message'>> & { mostShown?: number | undefined },
  status = 400,
) {
  const values = shownAgain(Object.fromEntries(Object.entries(texts).filter(([name]) => !SECRET.test(name))), mostShown)
  return data<FormAnswer>(
    { form: form.slice(0, MAX_FORM_NAME), values, errors, ...(message === undefined ? {} : { message }) },
    { status },
  )
}

interface Submission<Schema extends z.ZodType> {
  /** The form's name, repeated in its answer. */
  form: string
  texts: Record<string, string>
  /** The schema's input, if it is not the form's texts. */
  input?: unknown
  schema: Schema
  /** The maximum number of characters to show again after a refusal, if more than MAX_SHOWN. */
  mostShown?: number
  /** Calls the procedure and returns a redirect, or data to show. */
  submit: (api: ReturnType<typeof apiFor>, input: z.output<Schema>) => Promise<Response | object>
  /** The message for an error that is our fault. */
  fallback?: string
  /**
   * Decides where to show a refusal or the fallback. Defaults to the field that the refusal names, else above the form.
   */
  place?: (refusal: { message: string; field?: string | undefined }) => Partial<Pick<FormAnswer, 'errors' | 'message'>>
}

/** Checks a form against the procedure's schema, calls the procedure, and returns its response or the errors. */
export async function submitForm<Schema extends z.ZodType>(
  args: ActionFunctionArgs,
  { form, texts, input, schema, mostShown, submit, fallback, place = atItsField }: Submission<Schema>,
) {
  const parsed = schema.safeParse(input ?? { ...texts, ...('remember' in texts ? { remember: true } : {}) })
  if (!parsed.success) {
    const errors: Record<string, string> = {}
    for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? '')] ??= message
    return refuse(form, texts, { errors, mostShown })
  }
  try {
    return await submit(apiFor(args), parsed.data)
  } catch (error) {
    if (error instanceof Response) return refuse(form, texts, { ...place(actionError(error)), mostShown }, error.status)
    if (fallback === undefined) throw error
    return refuse(form, texts, { ...place({ message: fallback }), mostShown }, 500)
  }
}

const atItsField: NonNullable<Submission<z.ZodType>['place']> = ({ message, field }) =>
  field ? { errors: { [field]: message } } : { message }
