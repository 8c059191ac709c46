import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReportMatchPage } from '#app/features/offers/report-match-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { reportMatchInput } from '#server/offers/offers.schema.ts'

const pairIn = ({ params }: LoaderFunctionArgs) => ({
  productId: params['productId'] ?? '',
  otherId: params['otherId'] ?? '',
})

export async function loader(args: LoaderFunctionArgs) {
  return { match: await apiFor(args).offers.match(pairIn(args)) }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'report',
    texts,
    input: { ...texts, ...pairIn(args) },
    schema: reportMatchInput,
    submit: async (api, input) => {
      await api.offers.report(input)
      return data({ isSent: true })
    },
    fallback: 'Something went wrong on our side, and your report was not sent. Please try again.',
  })
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded ? 'Not the same product?' : 'Not found'} | WTF` },
  { name: 'robots', content: 'noindex' },
]

export default function ReportMatch() {
  const isSent = useActionAnswer<{ isSent?: boolean }>()?.isSent === true
  return <ReportMatchPage {...useLoaderData<typeof loader>()} isSent={isSent} />
}
