import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, type ClientActionFunctionArgs } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import type { PromotionAnswer } from '#app/features/promotions/promotion-act.ts'
import { PromotionsPage } from '#app/features/promotions/promotions-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return { promotions: await apiFor(args).promotions.list() }
}

const FAILED = 'This was not saved. Please try again.'

/** Adds, replaces, switches, moves, deletes or restores a promotion. */
export async function action(args: ActionFunctionArgs) {
  const { form = '', ...texts } = await parseForm(args.request)
  const { promotions } = apiFor(args)
  const promotionId = texts['promotionId'] ?? ''
  const file = {
    uploadId: texts['uploadId'] ?? '',
    fileName: texts['fileName'] ?? '',
    altText: texts['altText'] ?? '',
  }
  const kind = texts['kind'] === 'video' ? 'video' : 'image'
  const acts: Record<string, { done: string; failed?: string; carryOut: () => Promise<unknown> }> = {
    add: {
      done: 'Uploaded. The WTF team will review it before it goes live.',
      carryOut: () => promotions.add({ kind, ...file }),
    },
    replace: {
      done: 'Replaced. The WTF team will review the new file before it goes live.',
      carryOut: () => promotions.replace({ promotionId, ...file }),
    },
    on: { done: 'Switched on', carryOut: () => promotions.switch({ promotionId, isActive: true }) },
    off: { done: 'Switched off', carryOut: () => promotions.switch({ promotionId, isActive: false }) },
    earlier: { done: 'Moved', carryOut: () => promotions.move({ promotionId, to: 'earlier' }) },
    later: { done: 'Moved', carryOut: () => promotions.move({ promotionId, to: 'later' }) },
    remove: {
      done: 'Deleted',
      failed: 'Error deleting media. Please try again.',
      carryOut: () => promotions.remove({ promotionId }),
    },
    restore: { done: 'Promotion restored', carryOut: () => promotions.restore({ promotionId }) },
  }
  const act = Object.hasOwn(acts, form) ? acts[form] : undefined
  if (!act) throw new Response('This page is out of date. Please reload it.', { status: 400 })
  return act.carryOut().then(
    () => data<PromotionAnswer>({ form, promotionId, message: act.done, hasFailed: false }),
    async (error: unknown) => {
      if (error instanceof Response && error.status === 401) throw error
      const message = error instanceof Response && !act.failed ? await error.text() : (act.failed ?? FAILED)
      return data<PromotionAnswer>({ form, promotionId, message, hasFailed: true }, { status: 400 })
    },
  )
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch((error: unknown) => {
    if (error instanceof Response) throw error
    return { form: '', promotionId: '', message: 'The server did not answer. Please try again.', hasFailed: true }
  })

export const meta: MetaFunction = () => [{ title: 'WTF Promotions | WTF' }]

export default function Promotions() {
  const { role, verificationStatus } = useOutletContext<OwnPartner>()
  return (
    <PromotionsPage
      promotions={useLoaderData<typeof loader>().promotions}
      mayChange={role !== 'viewer'}
      isOpen={verificationStatus === 'approved'}
    />
  )
}
