import type { RouterOutputs } from '#app/lib/api-types.ts'

export type ImportRow = RouterOutputs['imports']['list'][number]
export type ImportDetail = RouterOutputs['imports']['get']

const NAMES: Record<ImportRow['status'], string> = {
  receiving: 'Uploading',
  fetching: 'Downloading',
  uploaded: 'Waiting',
  unmapped: 'Choose columns',
  reading: 'Reading',
  read: 'Ready to import',
  applying: 'Importing',
  applied: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Failed',
  cancelled: 'Stopped',
}
const GOOD = ['applied', 'read']
const BAD = ['failed']

export const isRunning = ({ status }: Pick<ImportRow, 'status'>): boolean =>
  ['receiving', 'fetching', 'uploaded', 'reading', 'applying', 'undoing'].includes(status)

export const stateName = ({ status, isCancelling }: Pick<ImportRow, 'status' | 'isCancelling'>): string =>
  isCancelling ? 'Stopping' : NAMES[status]

export const stateColour = ({ status }: Pick<ImportRow, 'status'>): string =>
  GOOD.includes(status) ? 'text-good' : BAD.includes(status) ? 'text-sale' : 'text-muted'

export const sourceName = ({ source, fileName }: Pick<ImportRow, 'source' | 'fileName'>): string =>
  source === 'store' ? `Your store (${fileName})` : fileName
