import { data, type ActionFunctionArgs } from '@remix-run/node'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import type { Joined } from './use-waitlist-form.ts'
import { joinInput } from '#server/waitlist/waitlist.schema.ts'

/** Handles a waitlist form, for the page and for scripts: returns `Joined`, or the errors. */
export async function joinWaitlistAction(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const source = joinInput.shape.source.parse(texts.source)
  const answer = await submitForm(args, {
    form: source,
    texts,
    schema: joinInput,
    submit: async (api, input) =>
      data<Joined>({ form: source, email: input.email, ...(await api.waitlist.join(input)) }),
    fallback: 'Failed to add to waitlist',
  })
  return answer as ReturnType<typeof data<Joined | FormAnswer>>
}
