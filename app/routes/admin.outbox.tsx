import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OutboxPage } from '#app/features/admin/outbox-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { outboxInput } from '#server/mail/outbox.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = outboxInput.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { outbox: await forSignedIn(args, apiFor(args).admin.outbox(query)), state: query.state, to: query.to }
}

export const meta: MetaFunction = () => [{ title: 'Outbox | WTF' }]

export default function OutboxRoute() {
  return <OutboxPage {...useLoaderData<typeof loader>()} />
}
