import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import { ActivityPage } from '#app/features/activity/activity-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { safePath } from '#server/auth/auth.schema.ts'
import { actEventsQuery, activityQuery } from '#server/products/activity.schema.ts'

/** Loads all actions, or one with its changes. */
export async function loader(args: LoaderFunctionArgs) {
  const asked = Object.fromEntries(new URL(args.request.url).searchParams)
  const query = activityQuery.parse(asked)
  const { products } = apiFor(args)
  const one = actEventsQuery.safeParse({ actId: asked.act, ...(asked.after && { after: asked.after }) })
  return {
    query,
    now: new Date(),
    activity: await products.activity(query),
    opened: one.success ? await products.act(one.data) : null,
  }
}

/** Undoes an action. */
export async function action(args: ActionFunctionArgs) {
  const { actId = '', back = '' } = await parseForm(args.request)
  const outcome = await apiFor(args)
    .products.undo({ actId })
    .then(
      ({ restored, skipped, overLimit, limitReason }) =>
        `Undone: ${restored === 1 ? '1 product' : `${restored} products`} restored.${skipped ? ` ${skipped} not restored because of later changes.` : ''}${overLimit ? ` ${overLimit} not restored because of a limit. ${limitReason ?? ''}` : ''}`,
      async (error: unknown) => {
        if (!(error instanceof Response) || error.status >= 500) throw error
        return error.text()
      },
    )
  return goOn(args, safePath(back || dashboardPaths.activity()), outcome)
}

export const meta: MetaFunction = () => [{ title: 'Activity | WTF' }]

export default function Activity() {
  const { role } = useOutletContext<OwnPartner>()
  return <ActivityPage {...useLoaderData<typeof loader>()} canUndo={role !== 'viewer'} />
}
