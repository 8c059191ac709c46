import type { MetaFunction } from '@remix-run/node'
import { ClosedPage } from '#app/features/account/account-closed-page.tsx'

export const meta: MetaFunction = () => [{ title: 'Account closed | WTF' }]

export default function Closed() {
  return <ClosedPage />
}
