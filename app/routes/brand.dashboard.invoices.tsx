import type { MetaFunction } from '@remix-run/node'
import { InvoicesPage } from '#app/features/dashboard/invoices-page.tsx'

export const meta: MetaFunction = () => [{ title: 'Invoices | WTF' }]

export default function Invoices() {
  return <InvoicesPage />
}
