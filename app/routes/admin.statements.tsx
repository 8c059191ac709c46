import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StatementsPage } from '#app/features/admin/money/statements-page.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseFields, submitForm } from '#app/lib/form.server.ts'
import { getParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { statementsQuery, uploadStatementInput } from '#server/statements/statements.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = statementsQuery.parse({ page: getParam(args.request, 'page') || undefined })
  return { list: await forSignedIn(args, apiFor(args).admin.statements.list(query)) }
}

/** Parses an uploaded or pasted statement and opens its review. */
export async function action(args: ActionFunctionArgs) {
  const fields = await parseFields(args.request)
  const [file, pasted, currency] = [fields.get('file'), fields.get('pasted'), fields.get('currency')]
  const isFile = file instanceof Blob && file.size > 0
  const bytes = isFile ? Buffer.from(await file.arrayBuffer()) : Buffer.from(typeof pasted === 'string' ? pasted : '')
  const texts = { currency: String(currency ?? ''), pasted: typeof pasted === 'string' ? pasted : '' }
  return submitForm(args, {
    form: 'statement',
    texts,
    input: { fileName: isFile ? file.name : '', content: bytes.toString('base64'), currency: texts.currency },
    schema: uploadStatementInput,
    // A pasted month is longer than the texts of other forms.
    mostShown: 200_000,
    submit: async (api, input) => {
      const { statementId } = await api.admin.statements.upload(input)
      return goOn(args, adminPaths.adminStatement(statementId))
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Bank statements | WTF' }]

export default function Statements() {
  return <StatementsPage {...useLoaderData<typeof loader>()} />
}
