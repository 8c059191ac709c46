import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { apiFor } from '#app/lib/api.server.ts'
import { paths } from '#app/lib/paths.ts'

/** Redirects to the preview of the partner's draft. The link lasts half an hour. */
export async function loader(args: LoaderFunctionArgs) {
  const { partnerId, token } = await apiFor(args).storefront.startPreview()
  return redirect(paths.storePreview(partnerId, token))
}
