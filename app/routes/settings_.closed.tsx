import type { MetaFunction } from '@remix-run/node'
import { ClosedPage } from '#app/features/account/closed-page.tsx'

export const meta: MetaFunction = () => [{ title: 'Account closed | WTF' }, { name: 'robots', content: 'noindex' }]

export default function Closed() {
  return <ClosedPage />
}
