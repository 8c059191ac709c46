import type { MetaFunction } from '@remix-run/node'
import { useOutletContext } from '@remix-run/react'
import { ExportTab } from '#app/features/dashboard/export-tab.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'

export const meta: MetaFunction = () => [{ title: 'Export | WTF' }]

export default function Export() {
  return <ExportTab partner={useOutletContext<OwnPartner>()} />
}
