import type { LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { exportFile } from '#app/parts/session/export-file.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'

/** Returns the viewer's data as a file to download. */
export async function loader(args: LoaderFunctionArgs) {
  return exportFile(await forSignedIn(args, apiFor(args).account.export()))
}
