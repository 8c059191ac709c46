import type { FormAnswer } from './form.ts'

/** The answer to a form that did not reach us: the page stays, instead of failing. */
export const notReached = (form: string, message: string) => (error: unknown) => {
  // A redirect to /login is no failure.
  if (error instanceof Response) throw error
  const answer: FormAnswer = { form, values: {}, errors: {}, message }
  // A Response, because its status keeps Remix from reloading all data over the same broken connection.
  return Response.json(answer, { status: 503 })
}
