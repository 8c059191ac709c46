import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { WaitlistPage } from '#app/features/waitlist/waitlist-pages.tsx'
import { joinWaitlistAction } from '#app/parts/waitlist/join-waitlist-action.server.ts'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { joinInput, type WaitlistSource } from '#server/waitlist/waitlist.schema.ts'

/** Chooses the form to show before a submission. */
export function loader({ request }: LoaderFunctionArgs) {
  return { source: joinInput.shape.source.parse(new URL(request.url).searchParams.get('source')) }
}

export const action = joinWaitlistAction

export const meta: MetaFunction = () => [{ title: 'Waitlist | WTF' }]

export default function Waitlist() {
  const { source } = useLoaderData<typeof loader>()
  return <WaitlistPage source={useActionAnswer<{ form?: WaitlistSource }>()?.form ?? source} />
}
