import type { MetaFunction } from '@remix-run/node'
import { useOutletContext } from '@remix-run/react'
import { HomePage } from '#app/features/dashboard/home-page.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'

export const meta: MetaFunction = () => [{ title: 'Partner dashboard | WTF' }]

export default function DashboardHome() {
  return <HomePage partner={useOutletContext<OwnPartner>()} />
}
