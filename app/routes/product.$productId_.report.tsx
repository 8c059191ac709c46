import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ReportPage } from '#app/features/catalogue/report-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { reportProductInput } from '#server/moderation/product-flags.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { product: await apiFor(args).moderation.reported({ productId: args.params.productId ?? '' }) }
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: 'report',
    texts,
    input: { ...texts, productId: args.params.productId },
    schema: reportProductInput,
    submit: async (api, input) => data({ sent: await api.moderation.report(input) }),
    fallback: 'Something went wrong on our side, and your report was not sent. Please try again.',
  })
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded ? `Report ${loaded.product.name}` : 'Product not found'} | WTF` },
  { name: 'robots', content: 'noindex' },
]

export default function Report() {
  const { product } = useLoaderData<typeof loader>()
  const sent = useActionAnswer<{ sent?: { isAnswered: boolean } }>()?.sent
  return <ReportPage product={product} sent={sent ?? null} />
}
