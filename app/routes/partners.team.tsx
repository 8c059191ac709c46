import { redirect, replace, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { JoinTeamPage } from '#app/features/dashboard/join-team-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { getParam } from '#app/lib/search-params.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const token = getParam(args.request, 'token')
  if (token !== null) {
    try {
      await api.team.openInvitation({ token: token.slice(0, 200) })
    } catch (error) {
      if (!(error instanceof Response) || error.status !== 404) throw error
      return { invitation: null, ended: await api.team.endedInvitation({ token: token.slice(0, 200) }) }
    }
    // Removes the token from the URL.
    throw replace(paths.joinTeam())
  }
  const invitation = await api.team.invitation()
  return { invitation, ended: invitation ? null : await api.team.endedInvitation({}) }
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'join-team',
    texts: await parseForm(args.request),
    schema: z.object({}),
    submit: async (api) => {
      await api.team.join()
      return redirect(paths.dashboard())
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Join a team | WTF' }, { name: 'robots', content: 'noindex' }]

export default function JoinTeam() {
  return <JoinTeamPage {...useLoaderData<typeof loader>()} />
}
