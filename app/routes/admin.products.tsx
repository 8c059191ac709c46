import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FlaggedProductsPage } from '#app/features/admin/moderation/products-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { judgeProductInput, productQueueQuery } from '#server/moderation/product-flags.schema.ts'

/** Lists products waiting for review, unless the URL names another state. */
export async function loader(args: LoaderFunctionArgs) {
  const query = productQueueQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { queue: await forSignedIn(args, apiFor(args).admin.moderation.products(query)), query }
}

const DONE = {
  kept: 'Kept. Signed-in reporters have been emailed.',
  taken_down: 'Taken down. The partner has been emailed your reason.',
  restored: 'Restored. The product is listed if it is published. The partner has been emailed.',
}

/** Keeps a product, takes it down or restores it. The form's name contains the action and the product. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: texts['form'] ?? '',
    texts,
    schema: judgeProductInput,
    submit: async (api, input) => {
      await api.admin.moderation.judgeProduct(input)
      return goOn(args, adminPaths.adminProducts({ state: texts['state'] }), DONE[input.to])
    },
    fallback: 'Something went wrong on our side, and nothing was changed. Please try again.',
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Flagged products | WTF' }]

export default function ProductsRoute() {
  const answer = useActionAnswer<FormAnswer>()
  return <FlaggedProductsPage {...useLoaderData<typeof loader>()} problem={answer?.message} />
}
