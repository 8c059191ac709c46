import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { SitePage } from '#app/features/admin/site-page.tsx'
import type { SiteFormAnswer } from '#app/features/admin/use-site-form.ts'
import { apiFor, gateFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { launchAtInput, offlineAppInput, siteStateInput } from '#server/site/site-settings.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { isBypassOffered, environment } = gateFor(args)
  const api = apiFor(args)
  const [site, disks] = await forSignedIn(args, Promise.all([api.admin.site(), api.admin.disks()]))
  return { site, disks, isBypassOffered, environment }
}

/** Handles the site's forms, which can be sent from any page. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form = '' } = texts
  const done = { form, isDone: true as const }
  if (form === 'launch') {
    return submitForm(args, {
      form,
      texts,
      schema: launchAtInput,
      submit: async (api) => {
        await api.admin.setLaunchAt({ launchAt: texts.launchAt ?? '' })
        return done
      },
    })
  }
  if (form === 'offline') {
    return submitForm(args, {
      form,
      texts,
      schema: offlineAppInput,
      submit: async (api, { offlineApp }) => {
        await api.admin.setOfflineApp({ offlineApp: offlineApp ? 'on' : 'off' })
        return done
      },
    })
  }
  return submitForm(args, {
    form,
    texts,
    schema: siteStateInput,
    submit: async (api, input) => {
      await api.admin.setSiteState(input)
      return done
    },
  })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(notReached('site', 'Your change was not saved. Please try again.'))

export const meta: MetaFunction = () => [{ title: 'The site | WTF' }]

export default function SiteRoute() {
  const answer = useActionAnswer<SiteFormAnswer>()
  const problem = answer && 'errors' in answer ? (answer.message ?? Object.values(answer.errors)[0]) : undefined
  return <SitePage view={useLoaderData<typeof loader>()} problem={problem} />
}
