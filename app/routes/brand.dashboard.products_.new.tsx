import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, type ClientActionFunctionArgs } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { FORM_NAME } from '#app/parts/product-editor/form-name.ts'
import { productAction } from '#app/parts/product-editor/product-action.server.ts'
import { ProductEditor } from '#app/features/product-editor/product-editor.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'

export const loader = async (args: LoaderFunctionArgs) => ({ choices: await apiFor(args).products.formChoices() })

export const action = (args: ActionFunctionArgs) => productAction(args, null)

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached(FORM_NAME, 'Not saved. What you typed is still here. Please try again.'))

export const meta: MetaFunction = () => [{ title: 'New product | WTF' }]

export default function NewProduct() {
  const { choices } = useLoaderData<typeof loader>()
  const { role, display } = useOutletContext<OwnPartner>()
  return (
    <ProductEditor
      choices={choices}
      product={null}
      storeHref={null}
      prices={null}
      canEdit={role !== 'viewer'}
      showsCharts={display.showCharts}
    />
  )
}
