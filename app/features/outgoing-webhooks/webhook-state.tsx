import { StateMark } from '#app/components/state-mark.tsx'
import type { RouterOutputs } from '#app/lib/api-types.ts'

type State = RouterOutputs['outgoingWebhooks']['list'][number]['state']

const STATES: Record<State, { name: string; colour: string }> = {
  active: { name: 'Active', colour: 'text-good' },
  paused: { name: 'Paused', colour: 'text-muted' },
  off: { name: 'Turned off', colour: 'text-sale' },
}

export const WebhookState = ({ state }: { state: State }) => <StateMark {...STATES[state]} />
