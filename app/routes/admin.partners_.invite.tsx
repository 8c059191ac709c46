import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { INVITATION_FAILED, type InvitationsAnswer } from '#app/features/admin/invitation-answer.ts'
import { InvitePage } from '#app/features/admin/invite-page.tsx'
import { apiFor, sendsMailFor, siteUrlFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import {
  invitationIdInput,
  invitationsQuery,
  inviteInput,
  inviteManyInput,
} from '#server/invitations/invitations.schema.ts'

/** Visitors are not asked to sign in first, because the specification shows them 'Access Denied', too. */
export async function loader(args: LoaderFunctionArgs) {
  const query = invitationsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const { invitations } = apiFor(args)
  const [list, recent] = await Promise.all([invitations.list(query), invitations.recent()])
  return { list, recent, query, sendsMail: sendsMailFor(args), siteUrl: siteUrlFor(args), now: new Date() }
}

/** Invites one brand or a list of them. Also resends and revokes invitations. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form = '' } = texts
  if (form === 'invite')
    return submitForm(args, {
      form,
      texts,
      schema: inviteInput,
      submit: async (api, input) =>
        ({ form, invited: await api.invitations.invite(input) }) satisfies InvitationsAnswer,
      fallback: INVITATION_FAILED,
    })
  if (form === 'many')
    return submitForm(args, {
      form,
      texts,
      schema: inviteManyInput,
      submit: async (api, input) => {
        const result = await api.invitations.inviteMany(input)
        return { form, result, left: leftOf(texts, result.invalid) } satisfies InvitationsAnswer
      },
      fallback: INVITATION_FAILED,
    })
  if (form === 'resend' || form === 'revoke')
    return submitForm(args, {
      form,
      texts,
      schema: invitationIdInput,
      submit: async (api, input) => {
        const { email } = await api.invitations[form](input)
        return { form, done: DONE[form](email) } satisfies InvitationsAnswer
      },
      fallback: FAILURES[form],
    })
  throw new Response('This page is out of date. Please reload it.', { status: 400 })
}

const DONE = {
  resend: (email: string) => `Partner invitation sent to ${email}!`,
  revoke: (email: string) => `The invitation for ${email} has been revoked. Its link no longer works.`,
}
const FAILURES = { resend: INVITATION_FAILED, revoke: 'The invitation was not revoked. Please try again.' }

/** Returns the new content of the list form: the complete lines that could not be invited, or nothing. */
function leftOf({ list = '', personalMessage = '' }: Record<string, string>, invalid: ReadonlyArray<{ line: number }>) {
  const lines = list.split(/\r\n?|\n/)
  return invalid.length
    ? { list: invalid.map(({ line }) => lines[line - 1] ?? '').join('\n'), personalMessage }
    : { list: '', personalMessage: '' }
}

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = String((await request.clone().formData()).get('form'))
  return serverAction().catch(notReached(form, form === 'revoke' ? FAILURES.revoke : INVITATION_FAILED))
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction = () => [{ title: 'Partner Invitation System | WTF' }]

export default function InviteRoute() {
  return <InvitePage {...useLoaderData<typeof loader>()} />
}
