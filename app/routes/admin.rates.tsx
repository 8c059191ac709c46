import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RatesPage, type RatesPreview } from '#app/features/admin/money/rates-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { PROPOSED } from '#app/parts/admin/proposed.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { enterRateInput, enterRatesInput, previewRatesInput } from '#server/sales/rates/rates.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { list: await forSignedIn(args, apiFor(args).admin.money.rates()) }
}

/** Adds one rate, previews a file of rates, or imports it. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  if (form === 'preview')
    return submitForm(args, {
      form,
      texts,
      schema: previewRatesInput,
      submit: async (api, input) =>
        data({ preview: { ...(await api.admin.money.previewRates(input)), text: input.text } }),
    })
  if (form === 'file')
    return submitForm(args, {
      form,
      texts,
      schema: enterRatesInput,
      submit: async (api, input) => {
        const { count, isWaiting } = await api.admin.money.enterRates(input)
        const entered = `${count} rates saved. They apply from now on.`
        const done = isWaiting ? (count ? `${entered} ${PROPOSED}` : PROPOSED) : entered
        return goOn(args, adminPaths.adminRates(), done)
      },
    })
  return submitForm(args, {
    form,
    texts,
    schema: enterRateInput,
    submit: async (api, input) => {
      const { isWaiting } = await api.admin.money.enterRate(input)
      const done = isWaiting ? PROPOSED : `${input.currency} saved. It applies from now on.`
      return goOn(args, adminPaths.adminRates(), done)
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Exchange rates | WTF' }]

export default function Rates() {
  const answer = useActionAnswer() as { preview?: RatesPreview } | undefined
  return <RatesPage {...useLoaderData<typeof loader>()} preview={answer?.preview} />
}
