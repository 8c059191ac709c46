import type { MetaFunction } from '@remix-run/node'
import { useOutletContext } from '@remix-run/react'
import { IntegrationsTab } from '#app/features/dashboard/integrations-tab.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'

export const meta: MetaFunction = () => [{ title: 'Integrations | WTF' }]

export default function Integrations() {
  return <IntegrationsTab partner={useOutletContext<OwnPartner>()} />
}
