import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NewPlanPage, type PlanPreview } from '#app/features/admin/money/new-plan-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { draftInput, MAX_TIERS } from '#server/sales/plans/plans.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const plans = await forSignedIn(args, apiFor(args).admin.money.plans())
  const from = new URL(args.request.url).searchParams.get('from')
  return { from: plans.find(({ id }) => id === from) ?? plans[0] ?? null }
}

/** Previews a draft, or saves it. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', act, ...texts } = await parseForm(args.request)
  const { name, basis, currency, lockDays, codesEarn } = texts
  const tiers = Array.from({ length: MAX_TIERS }, (_, index) => ({
    name: texts[`tier${index}Name`] ?? '',
    upTo: texts[`tier${index}UpTo`] ?? '',
    rate: texts[`tier${index}Rate`] ?? '',
  })).filter((tier) => Object.values(tier).some((text) => text.trim()))
  return submitForm(args, {
    form,
    texts,
    schema: draftInput,
    input: { name, basis, currency, lockDays, codesEarn: codesEarn === 'yes', tiers },
    submit: async (api, draft) => {
      // The procedure expects the typed values, but `draft` already has the database's tiers.
      const typed = { ...draft, tiers }
      if (act !== 'write')
        return data({ form, values: texts, errors: {}, preview: await api.admin.money.previewPlan(typed) })
      const { planId } = await api.admin.money.writePlan(typed)
      return goOn(args, adminPaths.adminPlan(planId), 'Version saved. No partners are on it yet.')
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'New plan version | WTF' }]

export default function NewPlan() {
  const answer = useActionAnswer() as { preview?: PlanPreview } | undefined
  return <NewPlanPage {...useLoaderData<typeof loader>()} preview={answer?.preview} />
}
