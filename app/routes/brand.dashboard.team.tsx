import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { z } from 'zod'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { savedTeamPath, type StoreSaved } from '#app/features/dashboard/settings-frame.tsx'
import { TeamPage } from '#app/features/dashboard/team-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { withRecentProof } from '#app/parts/session/recent-proof.server.ts'
import {
  changeColleagueRoleInput,
  colleagueInput,
  inviteColleagueInput,
  teamInvitationIdInput,
} from '#server/partners/team/team.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { team: await forSignedIn(args, apiFor(args).team.list()) }
}

type Api = ReturnType<typeof apiFor>

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const form = texts.form ?? ''
  // The form's name contains the action and the member.
  const act = form.split(' ')[0]
  const submit = <Schema extends z.ZodType>(
    schema: Schema,
    saved: StoreSaved,
    call: (api: Api, input: z.output<Schema>) => Promise<unknown>,
  ) =>
    submitForm(args, {
      form,
      texts,
      schema,
      submit: async (api, input) => {
        await call(api, input)
        return redirect(savedTeamPath(saved))
      },
    })
  switch (act) {
    case 'invite':
      return submit(inviteColleagueInput, 'invited', (api, input) => api.team.invite(input))
    case 'resend':
      return submit(teamInvitationIdInput, 'resent', (api, input) => api.team.resend(input))
    case 'revoke':
      return submit(teamInvitationIdInput, 'invitation-revoked', (api, input) => api.team.revoke(input))
    case 'role':
      return submit(changeColleagueRoleInput, 'role', (api, input) => api.team.changeRole(input))
    case 'remove':
      return submit(colleagueInput, 'removed', (api, input) => api.team.remove(input))
    case 'hand-over':
      return submit(colleagueInput, 'handed-over', (api, input) =>
        withRecentProof(api.team.handOver(input), dashboardPaths.team()),
      )
    case 'leave':
      return submitForm(args, {
        form,
        texts,
        schema: z.object({}),
        submit: async (api) => {
          await api.team.leave()
          return redirect(paths.home())
        },
      })
    default:
      return refuse(form, texts, { message: 'This page is out of date. Please reload it.' })
  }
}

export const meta: MetaFunction = () => [{ title: 'Team | WTF' }]

export default function Team() {
  return <TeamPage partner={useOutletContext<OwnPartner>()} {...useLoaderData<typeof loader>()} />
}
