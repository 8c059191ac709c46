import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AdminPromotionsPage } from '#app/features/admin/admin-promotions-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { judgePromotionInput, promotionsQuery } from '#server/storefront/promotions.schema.ts'

/** Lists promotions waiting for review, unless the URL names another state. */
export async function loader(args: LoaderFunctionArgs) {
  const query = promotionsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { queue: await forSignedIn(args, apiFor(args).admin.promotions(query)), query }
}

const DONE = {
  approved: 'Approved. The partner has been emailed.',
  rejected: 'Rejected. The partner has been emailed your reason.',
}

/** Approves or rejects a promotion. The form's name contains the decision and the promotion. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  return submitForm(args, {
    form: texts['form'] ?? '',
    texts,
    schema: judgePromotionInput,
    submit: async (api, input) => {
      await api.admin.judgePromotion(input)
      return goOn(args, adminPaths.adminPromotions({ review: texts['review'] ?? 'pending' }), DONE[input.to])
    },
    fallback: 'Something went wrong on our side, and nothing was changed. Please try again.',
  })
}

export const meta: MetaFunction = () => [{ title: 'Promotions | WTF' }]

export default function PromotionsRoute() {
  const answer = useActionAnswer<FormAnswer>()
  return <AdminPromotionsPage {...useLoaderData<typeof loader>()} problem={answer?.message} />
}
