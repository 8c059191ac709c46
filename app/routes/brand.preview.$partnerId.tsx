import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BrandError } from '#app/features/storefront/partner-error.tsx'
import { PreviewPage } from '#app/features/storefront/preview-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { missingTitle } from '#app/lib/meta.ts'

export async function loader(args: LoaderFunctionArgs) {
  return apiFor(args).storefront.preview({
    partnerId: args.params.partnerId ?? '',
    token: new URL(args.request.url).searchParams.get('data'),
  })
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  { title: data ? `Preview of ${data.businessName} | WTF` : missingTitle(error, 'Brand not found') },
  { name: 'robots', content: 'noindex' },
]

export default function Preview() {
  return <PreviewPage store={useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return <BrandError />
}
