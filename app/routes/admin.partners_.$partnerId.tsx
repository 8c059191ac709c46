import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react'
import { AdminPartnerPage } from '#app/features/admin/admin-partner-page.tsx'
import { useActionAnswer } from '#app/lib/action-answer.ts'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { submitDeskForm } from '#app/parts/admin/partner-desk.server.ts'
import { isDeskForm } from '#app/parts/admin/partner-desk.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { judgePartnerInput } from '#server/partners/partner-queue.schema.ts'

const FAILED = 'Something went wrong on our side, and nothing was changed. Please try again.'
const DONE = {
  approved: 'Approved. The partner has been emailed.',
  rejected: 'Rejected. The partner has been emailed your reason.',
  suspended: 'Suspended. The partner has been emailed your reason.',
}

const partnerOf = ({ params }: LoaderFunctionArgs) => ({ partnerId: params['partnerId'] ?? '' })

export async function loader(args: LoaderFunctionArgs) {
  const { admin } = apiFor(args)
  const asked = partnerOf(args)
  const partner = await forSignedIn(args, admin.partner(asked))
  const [domains, staff, team, offers, limits, money, business] = await Promise.all([
    admin.stores.domains(asked),
    admin.stores.staff(asked),
    admin.stores.team(asked),
    admin.stores.offers(asked),
    admin.stores.limits(asked),
    admin.stores.currency(asked),
    admin.stores.business(asked),
  ])
  return { partner, business, desk: { domains, staff, team, offers, limits, money } }
}

/** Approves, rejects or suspends the partner, or runs another action on its page. */
export async function action(args: ActionFunctionArgs) {
  const { partnerId } = partnerOf(args)
  const texts = await parseForm(args.request)
  const form = texts['form'] ?? ''
  const rest = { form, texts: { ...texts, partnerId }, fallback: FAILED }
  if (isDeskForm(form)) return submitDeskForm(args, partnerId, rest)
  return submitForm(args, {
    ...rest,
    texts: { ...rest.texts, to: form },
    schema: judgePartnerInput,
    submit: async (api, input) => {
      await api.admin.judgePartner(input)
      return goOn(args, adminPaths.adminPartner(partnerId), DONE[input.to])
    },
  })
}

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = String((await request.clone().formData()).get('form'))
  return serverAction().catch(notReached(form, 'The server did not answer. Please try again.'))
}

export { reloadOnConflict as shouldRevalidate } from '#app/lib/reload-on-conflict.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.partner.businessName ?? 'Partner'} | WTF` },
]

export default function PartnerRoute() {
  const answer = useActionAnswer<FormAnswer>()
  const judged = answer && !isDeskForm(answer.form) ? answer.message : undefined
  return <AdminPartnerPage {...useLoaderData<typeof loader>()} problem={judged} />
}
