import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { z } from 'zod'
import { UserPage } from '#app/features/admin/user-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { withRecentProof } from '#app/parts/session/recent-proof.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { changeRoleInput, personActInput, personIdInput, suspendInput } from '#server/accounts/people/people.schema.ts'

const FAILED = 'Something went wrong on our side, and nothing was changed. Please try again.'

const userOf = ({ params }: LoaderFunctionArgs) => ({ userId: params['userId'] ?? '' })

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [person, session] = await forSignedIn(
    args,
    Promise.all([api.admin.users.read(userOf(args)), api.auth.session()]),
  )
  return { person, isOwn: session?.viewer.userId === person.id }
}

/** Runs an action on an account. The form's name is the action. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = userOf(args)
  const page = adminPaths.adminUser(userId)
  const texts = await parseForm(args.request)
  const form = texts['form'] ?? ''
  const rest = { form, texts: { ...texts, userId }, fallback: FAILED }
  const done = (notice: string) => goOn(args, page, notice)
  switch (form) {
    case 'role':
      return submitForm(args, {
        ...rest,
        schema: changeRoleInput,
        submit: async ({ admin: { users } }, input) => {
          const { email } = await withRecentProof(users.changeRole(input), page)
          return done(
            `${email} is now ${input.to === 'admin' ? 'an administrator' : 'a customer'} and has been emailed.`,
          )
        },
      })
    case 'suspend':
      return submitForm(args, {
        ...rest,
        schema: suspendInput,
        submit: async ({ admin: { users } }, input) => {
          await users.suspend(input)
          return done('Suspended. The user has been emailed your reason.')
        },
      })
    case 'lift':
      return submitForm(args, {
        ...rest,
        schema: personActInput,
        submit: async ({ admin: { users } }, input) => {
          await users.lift(input)
          return done('Suspension lifted. The user has been emailed.')
        },
      })
    case 'close':
      return submitForm(args, {
        ...rest,
        schema: personActInput,
        submit: async ({ admin: { users } }, input) => {
          await users.close(input)
          return done('Account closed. The user has been emailed.')
        },
      })
    case 'keep':
      return submitForm(args, {
        ...rest,
        schema: personActInput,
        submit: async ({ admin: { users } }, input) => {
          await users.keep(input)
          return done('Deletion cancelled. The user has been emailed.')
        },
      })
    case 'sign-out':
      return submitForm(args, {
        ...rest,
        schema: personIdInput,
        submit: async ({ admin: { users } }, input) => {
          const { count } = await users.signOut(input)
          return done(count === 1 ? 'Signed out: 1 session has ended.' : `Signed out: ${count} sessions have ended.`)
        },
      })
    default:
      return submitForm(args, {
        ...rest,
        schema: personIdInput.extend({ form: z.literal('mail-again') }),
        submit: async ({ admin: { users } }, input) => {
          const { email } = await users.mailAgain(input)
          return done(`Email sent to ${email}.`)
        },
      })
  }
}

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = String((await request.clone().formData()).get('form'))
  return serverAction().catch(notReached(form, 'The server did not answer. Please try again.'))
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.person.email ?? 'User'} | WTF` }]

export default function UserRoute() {
  return <UserPage {...useLoaderData<typeof loader>()} />
}
