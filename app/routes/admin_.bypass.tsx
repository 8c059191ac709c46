import { redirectDocument, type ActionFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { safePath } from '#server/auth/auth.schema.ts'

export function loader(): never {
  throw new Response('Not found', { status: 404 })
}

/** Handles the badge's close button: deletes the cookie and reloads the page as other visitors see it. */
export async function action(args: ActionFunctionArgs) {
  const { from } = await parseForm(args.request)
  await apiFor(args).site.endBypass()
  return redirectDocument(safePath(from), 303)
}
