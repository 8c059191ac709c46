import type { FormAnswer } from './form.ts'

/** Handles a form that did not reach the server: keeps the page instead of showing an error page. */
export const notReached = (form: string, message: string) => (error: unknown) => {
  // A redirect to /login is not a failure.
  if (error instanceof Response) throw error
  const answer: FormAnswer = { form, values: {}, errors: {}, message }
  // Returns a Response, because its status keeps Remix from reloading all data over the broken connection.
  return Response.json(answer, { status: 503 })
}
