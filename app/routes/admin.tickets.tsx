import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TicketsPage } from '#app/features/admin/tickets-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { ticketsInput } from '#server/support/support.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = ticketsInput.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { tickets: await forSignedIn(args, apiFor(args).support.tickets(query)), query }
}

export const meta: MetaFunction = () => [{ title: 'Tickets | WTF' }]

export default function TicketsRoute() {
  return <TicketsPage {...useLoaderData<typeof loader>()} />
}
