import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import type { ShownSecret } from '#app/features/outgoing-webhooks/new-secret.tsx'
import { WebhooksPage } from '#app/features/outgoing-webhooks/webhooks-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseFields, submitForm } from '#app/lib/form.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { createWebhookInput } from '#server/outgoing-webhooks/outgoing-webhooks.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { webhooks: await forSignedIn(args, apiFor(args).outgoingWebhooks.list()) }
}

/** Creates a webhook and shows its secret. A redirect would put the secret in a URL. */
export async function action(args: ActionFunctionArgs) {
  const fields = await parseFields(args.request)
  const url = String(fields.get('url') ?? '')
  const eventTypes = fields.getAll('eventTypes').map(String)
  return submitForm(args, {
    form: 'create-webhook',
    texts: { url, eventTypes: eventTypes.join(' ') },
    input: { url, eventTypes },
    schema: createWebhookInput,
    submit: async ({ outgoingWebhooks }, input) => ({ shown: await outgoingWebhooks.create(input) }),
  })
}

export const meta: MetaFunction = () => [{ title: 'Webhooks | WTF' }]

export default function Webhooks() {
  const { role, verificationStatus } = useOutletContext<OwnPartner>()
  const answer = useActionAnswer<{ shown?: ShownSecret }>()
  return (
    <WebhooksPage
      {...useLoaderData<typeof loader>()}
      shown={answer?.shown ?? null}
      isOwner={role === 'owner'}
      isApproved={verificationStatus === 'approved'}
    />
  )
}
