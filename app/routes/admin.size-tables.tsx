import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SizeTablesPage } from '#app/features/admin/moderation/size-tables-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { judgeSizeTableInput, sizeTablesQuery } from '#server/moderation/size-tables.schema.ts'

/** Lists waiting size tables, unless the URL names another state. */
export async function loader(args: LoaderFunctionArgs) {
  const query = sizeTablesQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { queue: await forSignedIn(args, apiFor(args).admin.moderation.sizeTables(query)), query }
}

/** Accepts or rejects a size table. The form's name contains the decision and the table. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: texts['form'] ?? '',
    texts,
    schema: judgeSizeTableInput,
    submit: async (api, input) => {
      const { brand } = await api.admin.moderation.judgeSizeTable(input)
      const done =
        input.to === 'accepted'
          ? `Table accepted. We now use it for all ${brand} products.`
          : 'Table rejected. We no longer use it, and the partner can read your reason.'
      return goOn(args, adminPaths.adminSizeTables(), done)
    },
    fallback: 'Something went wrong on our side, and nothing was changed. Please try again.',
  })
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Size tables to review | WTF' }]

export default function SizeTablesRoute() {
  const answer = useActionAnswer<FormAnswer>()
  return <SizeTablesPage {...useLoaderData<typeof loader>()} problem={answer?.message} />
}
