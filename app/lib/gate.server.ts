import { data, redirectDocument, type LoaderFunctionArgs } from '@remix-run/node'
import { gateFor } from './api.server.ts'
import type { ClosedSite } from './gate.ts'

/** @throws what stands in place of a closed site: its screen, or that the browser has to load the page anew to see it */
export function refuseWhenClosed(args: Pick<LoaderFunctionArgs, 'context'>): void {
  const { gate } = gateFor(args)
  if (gate === null) return
  if (gate.reload !== null) throw redirectDocument(gate.reload)
  throw data<ClosedSite>({ closed: gate.state, launchAt: gate.launchAt }, { status: 503 })
}
