import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { z } from 'zod'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { ImportsPage } from '#app/features/imports/imports-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { addFeedInput, feedInput } from '#server/importing/imports.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const [imports, pictureFailures, feeds] = await Promise.all([
    api.imports.list(),
    api.imports.pictureFailures(),
    api.imports.feeds(),
  ])
  return { imports, pictureFailures, feeds }
}

export async function action(args: ActionFunctionArgs) {
  const { form = '', act = '', ...texts } = await parseForm(args.request)
  if (form === 'add-feed')
    return submitForm(args, {
      form,
      texts,
      input: { ...texts, everyHours: Number(texts.everyHours) },
      schema: addFeedInput,
      submit: async (api, input) => redirect(dashboardPaths.productImport((await api.imports.addFeed(input)).importId)),
    })
  if (form === 'retry-pictures')
    return submitForm(args, {
      form,
      texts,
      input: {},
      schema: z.strictObject({}),
      submit: async (api) => {
        await api.imports.retryPictures()
        return redirect(dashboardPaths.productImports())
      },
    })
  return submitForm(args, {
    form,
    texts,
    schema: feedInput,
    submit: async (api, input) => {
      if (act === 'read') return redirect(dashboardPaths.productImport((await api.imports.readFeed(input)).importId))
      if (act === 'pause') await api.imports.pauseFeed(input)
      else if (act === 'remove') await api.imports.removeFeed(input)
      return redirect(dashboardPaths.productImports())
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Import products | WTF' }]

export default function ProductImports() {
  const { role } = useOutletContext<OwnPartner>()
  return <ImportsPage {...useLoaderData<typeof loader>()} canChange={role !== 'viewer'} />
}
