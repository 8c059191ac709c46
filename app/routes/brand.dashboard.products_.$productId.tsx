import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, type ClientActionFunctionArgs } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { FORM_NAME } from '#app/parts/product-editor/form-name.ts'
import { productAction } from '#app/parts/product-editor/product-action.server.ts'
import { ProductEditor } from '#app/features/product-editor/product-editor.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { productInput } from '#server/products/product-form.schema.ts'

function parseId({ params }: Pick<LoaderFunctionArgs, 'params'>) {
  const id = productInput.safeParse({ productId: params.productId })
  if (!id.success) throw new Response('Product not found.', { status: 404 })
  return id.data
}

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args)
  const { products, connections } = apiFor(args)
  const [choices, product, storeHref, schedules, history] = await Promise.all([
    products.formChoices(),
    products.get(id),
    connections.productLink(id),
    products.schedules(id),
    products.priceHistory(id),
  ])
  return { choices, product, storeHref, prices: { schedules, history } }
}

export const action = (args: ActionFunctionArgs) => productAction(args, parseId(args).productId)

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached(FORM_NAME, 'Not saved. What you typed is still here. Please try again.'))

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.product.name ?? 'Product'} | WTF` }]

export default function OwnProduct() {
  const { choices, product, storeHref, prices } = useLoaderData<typeof loader>()
  const { role, display } = useOutletContext<OwnPartner>()
  return (
    <ProductEditor
      // Remounts the form for another product.
      key={product.id}
      choices={choices}
      product={product}
      storeHref={storeHref}
      prices={prices}
      canEdit={role !== 'viewer'}
      showsCharts={display.showCharts}
    />
  )
}
