import type { PartnerAsk } from '#server/platform/ask.ts'
import { toCsv } from '#server/platform/csv.ts'
import { AppError } from '#server/platform/errors.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import type { ProductChange } from '#server/products/describe-changes.ts'
import { FINDING_KINDS, type ImportInput } from './imports.schema.ts'

const COLUMNS = ['Kind', 'Line', 'Product ID', 'Product', 'Variant', 'Field', 'Before', 'After', 'Why']
const KINDS = {
  created: 'new',
  changed: 'changed',
  gone: 'gone',
  refused: 'refused',
  warning: 'remark',
  limit: 'over limit',
} as const

/**
 * All findings of an import that were kept, as a CSV file: one row each, a changed product one for each of its changes.
 * @throws AppError not_found
 */
export async function findingsFile(
  { db, partner }: Pick<PartnerAsk, 'db' | 'partner'>,
  { importId }: ImportInput,
): Promise<{ fileName: string; csv: string }> {
  const own = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id },
    select: { fileName: true, partner: { select: { currency: true } } },
  })
  if (!own) throw new AppError('not_found', 'There is no such import.')
  const { currency } = own.partner
  const rows: Array<Array<string | number>> = []
  for (const kind of FINDING_KINDS) {
    const findings = await db.importFinding.findMany({ where: { importId, kind }, orderBy: { place: 'asc' } })
    for (const { line, handle, productName, reason, differences } of findings) {
      const start = [KINDS[kind], line || '', handle, productName]
      const changes = differences as unknown as ProductChange[]
      if (!changes.length) rows.push([...start, '', '', '', '', reason])
      for (const { field, before, after, variant = '' } of changes)
        rows.push([...start, variant, field, written(field, before, currency), written(field, after, currency), reason])
    }
  }
  const name = own.fileName.replace(/\.\w{1,4}$/, '').replace(/[^\w.-]+/g, '-')
  return { fileName: `findings-${name || 'import'}.csv`, csv: `\uFEFF${toCsv(COLUMNS, rows)}` }
}

function written(field: ProductChange['field'], value: ProductChange['before'], currency: string): string | number {
  if (value === null) return ''
  const isAmount = typeof value === 'number' && (field === 'price' || field === 'originalPrice')
  return isAmount ? toAmount(value, currency) : value
}
