import type { MetaFunction } from '@remix-run/node'
import { useOutletContext } from '@remix-run/react'
import { BillingTab } from '#app/features/dashboard/billing-tab.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'

export const meta: MetaFunction = () => [{ title: 'Billing and plans | WTF' }]

export default function Billing() {
  return <BillingTab partner={useOutletContext<OwnPartner>()} />
}
