import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { UsersPage } from '#app/features/admin/users-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { peopleQuery } from '#server/accounts/people/people.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const query = peopleQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { people: await forSignedIn(args, apiFor(args).admin.users.list(query)), query }
}

export const meta: MetaFunction = () => [{ title: 'Users | WTF' }]

export default function UsersRoute() {
  return <UsersPage {...useLoaderData<typeof loader>()} />
}
