import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { OfflinePage } from '#app/features/install/offline-page.tsx'
import { siteUrlFor } from '#app/lib/api.server.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { paths } from '#app/lib/paths.ts'

export function loader(args: LoaderFunctionArgs) {
  return { canonical: siteUrlFor(args) + paths.offline() }
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: 'You are offline | WTF',
    description: 'Pages you viewed recently, available offline.',
    canonical: data?.canonical ?? paths.offline(),
  })

export default OfflinePage
