import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { z } from 'zod'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { ApiPage } from '#app/features/sales/api-page.tsx'
import type { NewKey } from '#app/features/sales/store-keys.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor, siteUrlFor } from '#app/lib/api.server.ts'
import { parseFields, refuse, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { callsQuery } from '#server/partner-api/api-calls.schema.ts'
import { createKeyInput, keyInput } from '#server/sales/conversions-api/store-keys.schema.ts'
import { discountCodeInput } from '#server/sales/discount-codes/discount-codes.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const query = callsQuery.parse({ page: new URL(args.request.url).searchParams.get('page') ?? undefined })
  const [keys, codes, log] = await forSignedIn(
    args,
    Promise.all([api.storeKeys.list(), api.discountCodes.list(), api.partnerApi.calls(query)]),
  )
  return { keys, codes, log, siteUrl: siteUrlFor(args) }
}

export async function action(args: ActionFunctionArgs) {
  const fields = await parseFields(args.request)
  const scopes = fields.getAll('scopes').map(String)
  const texts = {
    ...Object.fromEntries([...fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    scopes: scopes.join(' '),
  } as Record<string, string>
  const form = texts.form ?? ''
  const submit = <Schema extends z.ZodType>(
    schema: Schema,
    call: (api: ReturnType<typeof apiFor>, input: z.output<Schema>) => Promise<Response | object>,
    input: unknown = texts,
  ) => submitForm(args, { form, texts, input, schema, submit: call })
  // The form's name contains the action and its target.
  switch (form.split(' ')[0]) {
    case 'create-key':
      // Shows the secret without a redirect, which would put it in a URL.
      return submit(createKeyInput, async (api, input) => ({ made: await api.storeKeys.create(input) }), {
        name: texts.name,
        kind: texts.kind,
        ...(texts.kind === 'bearer' && { scopes }),
      })
    case 'revoke':
      return submit(keyInput, async (api, input) => {
        await api.storeKeys.revoke(input)
        return redirect(dashboardPaths.conversionsApi())
      })
    case 'confirm':
      return submit(keyInput, async (api, input) => {
        await api.storeKeys.confirm(input)
        return redirect(dashboardPaths.conversionsApi())
      })
    case 'add-code':
      return submit(discountCodeInput, async (api, input) => {
        await api.discountCodes.add(input)
        return redirect(dashboardPaths.conversionsApi())
      })
    case 'retire':
      return submit(discountCodeInput, async (api, input) => {
        await api.discountCodes.retire(input)
        return redirect(dashboardPaths.conversionsApi())
      })
    default:
      return refuse(form, texts, { message: 'This page is out of date. Please reload it.' })
  }
}

export const meta: MetaFunction = () => [{ title: 'API | WTF' }]

export default function ConversionsApi() {
  const { role, currency, verificationStatus } = useOutletContext<OwnPartner>()
  const answer = useActionAnswer<{ made?: NewKey }>()
  return (
    <ApiPage
      {...useLoaderData<typeof loader>()}
      currency={currency}
      made={answer?.made ?? null}
      isOwner={role === 'owner'}
      isApproved={verificationStatus === 'approved'}
    />
  )
}
