import { data, redirectDocument, type LoaderFunctionArgs } from '@remix-run/node'
import { gateFor } from '#app/lib/api.server.ts'
import type { ClosedSite } from './closed-site.ts'

/** @throws the closed site's screen, or the instruction to reload the page */
export function refuseWhenClosed(args: Pick<LoaderFunctionArgs, 'context'>): void {
  const { gate } = gateFor(args)
  if (gate === null) return
  if (gate.reload !== null) throw redirectDocument(gate.reload)
  throw data<ClosedSite>({ closed: gate.state, launchAt: gate.launchAt }, { status: 503 })
}
