import type { FormAnswer } from '#app/lib/form.ts'

/** What a form is told that did not reach us: the page stays, instead of breaking. */
export const notReached = (form: string, message: string) => (error: unknown) => {
  // Being led to /login is no failure.
  if (error instanceof Response) throw error
  const answer: FormAnswer = { form, values: {}, errors: {}, message }
  // A Response, since its status is what keeps the page from loading everything anew over the same broken line.
  return Response.json(answer, { status: 503 })
}
