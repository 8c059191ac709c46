import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DatabasePage } from '#app/features/admin/database/database-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { retryJobInput } from '#server/operations/database/database.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { database: await forSignedIn(args, apiFor(args).admin.database.overview()) }
}

const nothing = z.object({})

/** Requests a backup or an integrity check, clears slow statements, or retries a failed job. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  const here = (notice: string) => goOn(args, adminPaths.adminDatabase(), notice)
  if (form === 'backup')
    return submitForm(args, {
      form,
      texts,
      schema: nothing,
      submit: async (api) => {
        await api.admin.database.backUpNow()
        return here('Backup requested. Its result will appear here.')
      },
    })
  if (form === 'check')
    return submitForm(args, {
      form,
      texts,
      schema: nothing,
      submit: async (api) => {
        await api.admin.database.checkNow()
        return here('Check requested. Its result will appear here.')
      },
    })
  if (form === 'reset')
    return submitForm(args, {
      form,
      texts,
      schema: nothing,
      submit: async (api) => {
        await api.admin.database.resetStatements()
        return here('Statistics reset.')
      },
    })
  return submitForm(args, {
    form,
    texts,
    schema: retryJobInput,
    submit: async (api, input) => {
      await api.admin.database.retryJob(input)
      return here('The job is back in its queue.')
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Database | WTF' }]

export default function DatabaseRoute() {
  return <DatabasePage {...useLoaderData<typeof loader>()} />
}
