import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { exportFile } from '#app/parts/session/export-file.server.ts'

/** Handles visitors who open the URL directly and have no token to send. */
export const loader = () => redirect(paths.closedExport())

/** Returns the account's data as a file to download. The emailed link works once. */
export async function action(args: ActionFunctionArgs) {
  const { token = '' } = await parseForm(args.request)
  try {
    return exportFile(await apiFor(args).account.exportByLink({ token: token.slice(0, 100) }))
  } catch (error) {
    if (error instanceof Response && error.status === 400) return redirect(paths.closedExport())
    throw error
  }
}
