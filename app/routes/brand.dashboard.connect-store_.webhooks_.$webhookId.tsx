import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { z } from 'zod'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import type { ShownSecret } from '#app/features/outgoing-webhooks/new-secret.tsx'
import { WebhookPage } from '#app/features/outgoing-webhooks/webhook-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import {
  deliveriesQuery,
  deliveryInput,
  setWebhookStateInput,
  webhookInput,
} from '#server/outgoing-webhooks/outgoing-webhooks.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const asked = deliveriesQuery.safeParse({
    webhookId: args.params.webhookId,
    page: getParam(args.request, 'page') || 1,
  })
  if (!asked.success) throw new Response('Webhook not found.', { status: 404 })
  return forSignedIn(args, apiFor(args).outgoingWebhooks.deliveries(asked.data))
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const form = texts.form ?? ''
  const input = { ...texts, webhookId: args.params.webhookId }
  const back = redirect(dashboardPaths.webhook(args.params.webhookId ?? ''))
  const submit = <Schema extends z.ZodType>(
    schema: Schema,
    call: (api: ReturnType<typeof apiFor>['outgoingWebhooks'], input: z.output<Schema>) => Promise<Response | object>,
  ) => submitForm(args, { form, texts, input, schema, submit: (api, given) => call(api.outgoingWebhooks, given) })
  // The form's name contains the action and its target.
  switch (form.split(' ')[0]) {
    case 'set-state':
      return submit(setWebhookStateInput, async (api, given) => {
        await api.setState(given)
        return back
      })
    case 'send-test':
      return submit(webhookInput, async (api, given) => {
        await api.sendTest(given)
        return back
      })
    case 'replay':
      return submit(deliveryInput, async (api, given) => {
        await api.replay(given)
        return back
      })
    case 'rotate':
      return submit(webhookInput, async (api, given) => ({ shown: await api.rotateSecret(given) }))
    case 'delete':
      return submit(webhookInput, async (api, given) => {
        await api.delete(given)
        return redirect(dashboardPaths.webhooks())
      })
    default:
      return refuse(form, texts, { message: 'This page is out of date. Please reload it.' })
  }
}

export const meta: MetaFunction = () => [{ title: 'Webhook | WTF' }]

export default function Webhook() {
  const { role } = useOutletContext<OwnPartner>()
  const answer = useActionAnswer<{ shown?: ShownSecret }>()
  return <WebhookPage {...useLoaderData<typeof loader>()} shown={answer?.shown ?? null} isOwner={role === 'owner'} />
}
