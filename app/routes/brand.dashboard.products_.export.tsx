import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ExportPage } from '#app/features/imports/export-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { exportProductsInput } from '#server/importing/imports.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const input = exportProductsInput.parse({
    format: getParam(args.request, 'format'),
    status: getParam(args.request, 'status'),
  })
  const { products } = await apiFor(args).imports.export(input)
  return { ...input, products }
}

export const meta: MetaFunction = () => [{ title: 'Export products | WTF' }]

export default function ProductExport() {
  return <ExportPage {...useLoaderData<typeof loader>()} />
}
