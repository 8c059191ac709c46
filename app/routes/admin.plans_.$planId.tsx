import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PlanPage } from '#app/features/admin/money/plan-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { PROPOSED } from '#app/parts/admin/proposed.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { activatePlanInput, planInput } from '#server/sales/plans/plans.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const asked = planInput.safeParse(args.params)
  if (!asked.success) throw new Response('Plan not found.', { status: 404 })
  return { read: await forSignedIn(args, apiFor(args).admin.money.plan(asked.data)) }
}

/** Makes the plan the default for new partners. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  return submitForm(args, {
    form,
    texts,
    schema: activatePlanInput,
    submit: async (api, input) => {
      const { isWaiting } = await api.admin.money.activatePlan(input)
      const done = isWaiting ? PROPOSED : 'New partners now accept this version.'
      return goOn(args, adminPaths.adminPlan(input.planId), done)
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Plan | WTF' }]

export default function Plan() {
  return <PlanPage {...useLoaderData<typeof loader>()} />
}
