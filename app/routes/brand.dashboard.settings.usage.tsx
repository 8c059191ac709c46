import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { z } from 'zod'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { UsageTab } from '#app/features/dashboard/usage-tab.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { usage: await forSignedIn(args, apiFor(args).partner.usage()) }
}

/** Permanently deletes the products that the team has deleted. */
export async function action(args: ActionFunctionArgs) {
  return submitForm(args, {
    form: 'delete-for-good',
    texts: await parseForm(args.request),
    schema: z.object({}),
    submit: async (api) => {
      const { deleted, left } = await api.products.deleteForGood()
      const said = `${deleted.toLocaleString('en-US')} ${deleted === 1 ? 'product was' : 'products were'} permanently deleted.`
      return goOn(
        args,
        dashboardPaths.storeSettings('usage'),
        left ? `${said} ${left.toLocaleString('en-US')} remain. Delete again to remove them.` : said,
      )
    },
    fallback: 'The products were not deleted. Please try again.',
  })
}

export const meta: MetaFunction = () => [{ title: 'Usage and limits | WTF' }]

export default function Usage() {
  return <UsageTab partner={useOutletContext<OwnPartner>()} {...useLoaderData<typeof loader>()} />
}
