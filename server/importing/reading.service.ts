import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { wakeImports } from './wake-imports.ts'
import type { MapColumnsInput, ReadAgainInput } from './imports.schema.ts'
import { requiredFields, validMapping } from './tables/table-columns.ts'
import { tableLayout } from './tables/table.schema.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/** Sets the column mapping and reads the file with it. @throws AppError not_found, conflict, bad_input */
export async function mapColumns({ db, partner }: Ask, { importId, mapping }: MapColumnsInput) {
  const found = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id },
    select: { layout: true },
  })
  if (!found) throw notFound()
  const layout = layoutOf(found.layout)
  if (!layout) throw new AppError('conflict', 'This file has not been read yet.')
  const valid = validMapping(mapping as Record<string, number>, layout.header)
  for (const field of requiredFields(layout))
    if (valid[field] === undefined) throw new AppError('bad_input', 'Choose a column for this field.', { field })
  const { count } = await db.productImport.updateMany({
    where: { id: importId, partnerId: partner.id, status: { in: ['unmapped', 'read'] }, format: { not: 'shopify' } },
    // The partner is reviewing the import, so it is no longer written automatically.
    data: { mapping: valid, format: 'mapped', status: 'uploaded', isAutomatic: false },
  })
  const { count: first } = count
    ? { count }
    : await db.productImport.updateMany({
        where: { id: importId, partnerId: partner.id, status: 'unmapped', format: null },
        data: { mapping: valid, format: 'mapped', status: 'uploaded', isAutomatic: false },
      })
  if (!first) throw new AppError('conflict', 'This file is already being processed.')
  await wakeImports(db, partner.id)
}

/**
 * Reads a file again with the partner's choice of encoding, separator, header or free products.
 * @throws AppError not_found, conflict if it is being read or written
 */
export async function parseAgain({ db, partner }: Ask, { importId, chosen }: ReadAgainInput) {
  const found = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id, source: { not: 'store' } },
    select: { layout: true },
  })
  if (!found) throw notFound()
  const before = layoutOf(found.layout)
  const isSameTable =
    before !== null &&
    (chosen.encoding ?? before.encoding) === before.encoding &&
    (chosen.separator ?? before.separator) === before.separator &&
    (chosen.headerLine ?? before.headerLine) === before.headerLine
  const { count } = await db.productImport.updateMany({
    where: { id: importId, partnerId: partner.id, status: { in: ['unmapped', 'read'] } },
    data: {
      // With another table the columns change and are detected again.
      ...(isSameTable
        ? { layout: { ...before, chosen } }
        : { layout: { chosen }, format: null, mapping: Prisma.DbNull }),
      status: 'uploaded',
      isAutomatic: false,
    },
  })
  if (!count) throw new AppError('conflict', 'This file is already being processed.')
  await wakeImports(db, partner.id)
}

/** Returns the file layout of an import; null until it has been read. */
export const layoutOf = (stored: unknown) => tableLayout.safeParse(stored).data ?? null

const notFound = () => new AppError('not_found', 'Import not found.')
