import type { RouterOutputs } from '#app/lib/api-types.ts'

export type OrderFileStatus = RouterOutputs['conversionFiles']['list'][number]['status']

export const ORDER_FILE_STATES: Record<OrderFileStatus, { name: string; colour: string }> = {
  read: { name: 'Not sent yet', colour: 'text-muted' },
  submitted: { name: 'Waiting for approval', colour: 'text-text' },
  approved: { name: 'Approved', colour: 'text-good' },
  failed: { name: 'Failed', colour: 'text-sale' },
  rejected: { name: 'Rejected', colour: 'text-sale' },
  withdrawn: { name: 'Discarded', colour: 'text-muted' },
}
