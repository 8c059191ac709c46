import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmEmailPage } from '#app/features/auth/confirm-pages.tsx'
import { confirmEmailAction, loadConfirmEmail } from '#app/parts/session/confirm-email.server.ts'

export const loader = (args: LoaderFunctionArgs) => loadConfirmEmail(args, 'verify_email')
export const action = (args: ActionFunctionArgs) => confirmEmailAction(args, 'verify_email')

export const meta: MetaFunction = () => [{ title: 'Confirm your email | WTF' }]

export default function ConfirmEmail() {
  return <ConfirmEmailPage {...useLoaderData<typeof loader>()} isChange={false} />
}
