import type { MetaFunction } from '@remix-run/node'
import { useOutletContext, useSearchParams } from '@remix-run/react'
import { ConnectStorePage } from '#app/features/dashboard/connect-store-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'

export const meta: MetaFunction = () => [{ title: 'Connect store | WTF' }]

export default function ConnectStore() {
  const [search] = useSearchParams()
  return (
    <ConnectStorePage
      partner={useOutletContext<OwnPartner>()}
      hasJustJoined={search.get('onboarding_completed') === 'true'}
    />
  )
}
