import { data, type ActionFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { actionError, apiFor } from './api.server.ts'
import type { FormAnswer } from './form.ts'

const SECRET = /password|token|code|secret|consumerKey/i
/** The most characters of all texts that a form gets back: more than any of our forms holds. */
const MAX_SHOWN = 20_000
const MAX_FORM_NAME = 100

/**
 * The texts of a submitted form, the last of each name.
 * @throws Response 400 for a body that is no form, or incomplete
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await readFields(request)
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/**
 * Reads the file of a submitted form as UTF-8; '' if none was chosen. server/site/addresses.ts limits its size.
 * @throws Response 400 for a body that is no form, or incomplete
 */
export async function readFileText(request: Request, name: string): Promise<string> {
  const file = (await readFields(request)).get(name)
  return typeof file === 'string' ? file : ((await file?.text()) ?? '')
}

/** The submitted fields, for forms in which a name stands more than once. @throws Response 400, as readForm */
export function readFields(request: Request): Promise<FormData> {
  return request.formData().catch(() => {
    throw new Response('We did not receive the whole form. Please go back and send it again.', { status: 400 })
  })
}

/**
 * The texts that the page may show again, up to a total length, to keep answers to large requests small.
 */
export function shownAgain(texts: Record<string, string>, mostShown = MAX_SHOWN): Record<string, string> {
  let length = 0
  return Object.fromEntries(
    Object.entries(texts).filter(([name, text]) => (length += name.length + text.length) <= mostShown),
  )
}

/** The answer to a refused form: what was typed, and what is wrong with it. */
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
  /** The form's name, for its answer. */
  form: string
  texts: Record<string, string>
  /** What the schema reads, if that is not the texts. */
  input?: unknown
  schema: Schema
  /** Characters that are shown again after a refusal, if they may be more than usual. */
  mostShown?: number
  /** Calls the procedure and returns where to go, or what to show. */
  submit: (api: ReturnType<typeof apiFor>, input: z.output<Schema>) => Promise<Response | object>
  /** The message for an error that is our fault. */
  fallback?: string
  /** Where to show a refusal or the fallback. By default at the field that it names, else above the form. */
  place?: (refusal: { message: string; field?: string | undefined }) => Partial<Pick<FormAnswer, 'errors' | 'message'>>
}

/** Checks a form by the procedure's schema, calls the procedure, and returns the refusals of either. */
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
