import type { ImportFinding } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { csvLines } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import { inPieces } from '#server/platform/in-pieces.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import type { ProductChange } from '#server/products/describe-changes.ts'
import { FINDING_KINDS, type ImportInput } from './imports.schema.ts'

const COLUMNS = ['Kind', 'Line', 'Product ID', 'Product', 'Variant', 'Field', 'Before', 'After', 'Reason']
const KINDS = {
  created: 'new',
  changed: 'changed',
  gone: 'gone',
  refused: 'refused',
  warning: 'remark',
  limit: 'over limit',
} as const

/** Findings read at once: a changed product may have 60 changes. */
const FINDINGS_AT_ONCE = 50

type Asking = Pick<PartnerAsk, 'db' | 'partner'>

/** Returns the owner and name of an import's findings file. @throws AppError not_found */
export async function describeFindingsFile({ db, partner }: Asking, { importId }: ImportInput) {
  const found = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id },
    select: { fileName: true },
  })
  if (!found) throw new AppError('not_found', 'Import not found.')
  const name = found.fileName.replace(/\.\w{1,4}$/, '').replace(/[^\w.-]+/g, '-')
  return { partnerId: partner.id, fileName: `findings-${name || 'import'}.csv` }
}

/**
 * Returns all kept findings of an import as a CSV file in chunks of about 64 KB. Each finding is a row, and each change
 * of a changed product is a row. The file has only a header if the import is not the partner's.
 */
export const exportFindings = (ask: Asking, input: ImportInput): AsyncGenerator<string> =>
  inPieces(findingLines(ask, input))

async function* findingLines({ db, partner }: Asking, { importId }: ImportInput): AsyncGenerator<string> {
  yield `\uFEFF${csvLines([COLUMNS])}`
  const found = await db.partner.findUniqueOrThrow({ where: { id: partner.id }, select: { currency: true } })
  for (const kind of FINDING_KINDS)
    for (let after = -1; ;) {
      const findings = await db.importFinding.findMany({
        where: { importId, kind, place: { gt: after }, import: { partnerId: partner.id } },
        orderBy: { place: 'asc' },
        take: FINDINGS_AT_ONCE,
      })
      for (const finding of findings) yield csvLines(rowsOf(finding, found.currency))
      if (findings.length < FINDINGS_AT_ONCE) break
      after = findings.at(-1)?.place ?? after
    }
}

function rowsOf(
  { kind, line, handle, productName, reason, differences }: ImportFinding,
  currency: string,
): Array<Array<string | number>> {
  const start = [KINDS[kind], line || '', handle, productName]
  const changes = differences as unknown as ProductChange[]
  if (!changes.length) return [[...start, '', '', '', '', reason]]
  return changes.map(({ field, before, after, variant = '' }) => [
    ...start,
    variant,
    field,
    written(field, before, currency),
    written(field, after, currency),
    reason,
  ])
}

function written(field: ProductChange['field'], value: ProductChange['before'], currency: string): string | number {
  if (value === null) return ''
  const isAmount = typeof value === 'number' && (field === 'price' || field === 'originalPrice')
  return isAmount ? toAmount(value, currency) : value
}
