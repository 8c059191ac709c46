import type { Guard } from './find-guards.ts'

/** A guard, identified by a text that occurs once in its file and contains no other guard. */
interface Place {
  file: string
  text: string
  /** The replacement of the text, for a guard that find-guards.ts does not find. */
  instead?: string
}

/** Two guards that exclude the same people. The tests cannot detect the removal of only one. */
export interface Pair {
  places: readonly [Place, Place]
  reason: string
}

const people: Pair[] = ['changeRole', 'suspend', 'lift', 'signOut', 'mailAgain', 'close', 'keep'].map((name) => ({
  places: [
    { file: 'server/admin/users.router.ts', text: `${name}: adminProcedure` },
    { file: 'server/accounts/people/lock-person.ts', text: "id: viewer.userId, role: 'admin'" },
  ],
  reason:
    'Two administrators may turn on each other at once: whoever was one when the request came is asked again within the transaction.',
}))

const money: Pair[] = Object.entries({
  'server/admin/money.router.ts': [
    'writePlan',
    'propose',
    'approve',
    'reject',
    'rejectProposal',
    'saveSeller',
    'previewMonths',
    'closeMonths',
  ],
  'server/admin/admin.router.ts': ['judgeOrderFile', 'retryOrderFile', 'markInvoicePaid', 'resolveFlag'],
  'server/admin/statements.router.ts': ['record', 'undo'],
  'server/admin/stores.router.ts': ['addStaff', 'removeStaff', 'handOver', 'offerPlan', 'withdrawOffer'],
}).flatMap(([file, names]) =>
  names.map((name) => ({
    places: [
      { file, text: `${name}: adminProcedure` },
      {
        file: 'server/two-people/money-policy.ts',
        text: "if (!self) return 'You no longer have admin access.'",
        instead: 'if (!self) return null',
      },
    ],
    reason: 'The transaction checks again that the person is still an administrator.',
  })),
)

/** Returns a pair of guards in one file: a row is read first, and changed only if it is still the same. */
const twice = (file: string, look: string, change: string): Pair => ({
  places: [
    { file, text: look },
    { file, text: change },
  ],
  reason: 'Nothing is changed on the word of what was read before.',
})

/**
 * Pairs of guards. The campaign removes both guards of a pair, and the matrix must then fail. If it passes without only
 * one of them, the other one works.
 */
export const SECOND_LINES: readonly Pair[] = [
  ...people,
  twice(
    'server/wishlist/change-wishlist.service.ts',
    'where: { id: itemId, userId: viewer.userId },\n    select',
    'updateMany({ where: { id: itemId, userId: viewer.userId }',
  ),
  ...money,
  {
    places: [
      { file: 'server/importing/picture-failures.service.ts', text: 'f.partner_id = ${partner.id}::uuid' },
      {
        file: 'server/importing/picture-failures.service.ts',
        text: 'where: { partnerId: partner.id, id: { in: groups',
      },
    ],
    reason: 'The names of products are only read for the ids that were found by the partner.',
  },
  {
    places: [
      { file: 'server/partners/team/team.router.ts', text: 'handOver: partnerOwnerProcedure' },
      { file: 'server/partners/team/hand-over.service.ts', text: 'where: { id, ownerId: viewer.userId }' },
    ],
    reason: 'The store may be handed over twice at once: whose it is is asked again once its row is locked.',
  },
  twice(
    'server/importing/reading.service.ts',
    'where: { id: importId, partnerId: partner.id },\n    select: { layout: true }',
    "where: { id: importId, partnerId: partner.id, status: { in: ['unmapped', 'read'] }, format",
  ),
  twice(
    'server/importing/reading.service.ts',
    "where: { id: importId, partnerId: partner.id, source: { not: 'store' } }",
    "where: { id: importId, partnerId: partner.id, status: { in: ['unmapped', 'read'] } }",
  ),
  twice(
    'server/sales/conversion-files/conversion-files.service.ts',
    'where: { id: fileId, partnerId: partner.id },\n    select: { status: true }',
    "where: { id: fileId, partnerId: partner.id, status: 'read' },\n      data: { status: 'submitted' }",
  ),
  ...['create', 'setState', 'rotateSecret'].map((name): Pair => ({
    places: [
      { file: 'server/outgoing-webhooks/outgoing-webhooks.router.ts', text: `${name}: partnerOwnerProcedure` },
      {
        file: 'server/outgoing-webhooks/webhooks.service.ts',
        text: 'if (locked.ownerId !== userId)',
        instead: 'if (!userId)',
      },
    ],
    reason: 'The owner may change in between, so ownership is checked again under the row lock.',
  })),
  ...[
    [
      'create',
      "ownerId: viewer.userId } })))\n      throw new AppError('forbidden', 'Only the store’s owner can do this.')\n    if (",
    ],
    [
      'confirm',
      "ownerId: viewer.userId } })))\n      throw new AppError('forbidden', 'Only the store’s owner can do this.')\n    const {",
    ],
  ].map(([name, text = '']): Pair => ({
    places: [
      { file: 'server/sales/conversions-api/store-keys.router.ts', text: `${name}: partnerOwnerProcedure` },
      { file: 'server/sales/conversions-api/store-keys.service.ts', text },
    ],
    reason: 'The owner may change in between, so ownership is checked again under the row lock.',
  })),
  ...[
    'updateMany({\n      where: { id, partnerId: partner.id }',
    'deleteMany({ where: { id, partnerId: partner.id } })',
  ].map((text): Pair => ({
    places: [
      { file: 'server/partners/team/invite-colleague.service.ts', text },
      {
        file: 'server/partners/team/invite-colleague.service.ts',
        text: 'where: { id, partnerId },',
        instead: 'where: { id },',
      },
    ],
    reason: 'The invitation is looked up first, to say that there is none.',
  })),
  ...['{ ownerId: viewer.userId }', 'members: { some: { userId: viewer.userId } }'].map((text): Pair => ({
    places: [
      { file: 'server/partners/own-partner.service.ts', text: 'id: viewer.partner.id' },
      { file: 'server/partners/own-partner.service.ts', text },
    ],
    reason: 'The viewer has been read before: whoever has lost the store since is not told of it.',
  })),
]

/** Conditions that find-guards.ts takes for guards, although an earlier check already excludes the same people. */
export const REPEATED: ReadonlyArray<Place & { reason: string }> = [
  {
    file: 'server/partner-api/sale-calls.ts',
    text: 'where: { partnerId: partner.id, conversionId: { in: saleIds } }',
    reason: 'The sales were found by their partner.',
  },
  {
    file: 'server/partner-api/product-calls.ts',
    text: 'where: { id: { in: ids }, partnerId: partner.id }',
    reason: 'It reads the times of products that loadProductsById finds by their partner.',
  },
  {
    file: 'server/partner-api/product-calls.ts',
    text: 'partnerId: ask.partner.id,\n        deletedAt: null',
    reason: 'getProducts only returns products that loadProductsById finds by their partner.',
  },
  {
    file: 'server/importing/reading.service.ts',
    text: "where: { id: importId, partnerId: partner.id, status: 'unmapped', format: null }",
    reason:
      'The import was looked up by its partner before. Only a file that nobody could read yet comes as far as this.',
  },
  {
    file: 'server/importing/imports.service.ts',
    text: 'where: { id: importId, partnerId: partner.id },\n    select: { gone: true, feed',
    reason: 'It follows a change of the same row that was found by its partner.',
  },
  {
    file: 'server/importing/findings-file.service.ts',
    text: 'import: { partnerId: partner.id }',
    reason: 'imports.findingsFile finds the import by its partner before the first byte of the file is written.',
  },
  {
    file: 'server/importing/findings-file.service.ts',
    text: 'where: { id: partner.id }, select: { currency: true }',
    reason: 'It says in which currency amounts are written.',
  },
  ...['The store may have changed owner in the meantime.\n    if (', 'FOR UPDATE`\n    if ('].map((before) => ({
    file: 'server/sales/conversions-api/store-keys.service.ts',
    text: `${before}!(await tx.partner.count({ where: { id: partner.id`,
    reason: 'It only names the store. The condition beside it checks the owner.',
  })),
  {
    file: 'server/products/product-owner.ts',
    text: 'where: { id: partner.id }, select: { currency: true }',
    reason: 'It reads the currency of the partner whose products are being saved.',
  },
  {
    file: 'server/push/devices.service.ts',
    text: 'where: { sessionId, userId: viewer.userId }',
    reason: "The session is the viewer's own, and a session has one account.",
  },
  {
    file: 'server/wishlist/wishlist.service.ts',
    text: 'where: { userId: viewer.userId, NOT: { productId: id } }',
    reason: 'It chooses between two messages, and only once nothing was added, which the limit itself decides.',
  },
  {
    file: 'server/sales/search-sales.ts',
    text: 'c.partner_id = ${partner.id}::uuid AND c.id = ANY',
    reason: 'The ids are those of sales that were found by the partner. It says which index to read.',
  },
  {
    file: 'server/partners/team/team.service.ts',
    text: 'where: { userId, partnerId: partner.id }, data: { role }',
    reason: 'The row was locked by user and partner in the same transaction. They are its key.',
  },
]

const isAt = ({ file, text }: Place, guard: Guard, source: string): boolean => {
  const from = source.indexOf(text)
  return file === guard.file && from !== -1 && from <= guard.start && guard.end <= from + text.length
}

function made({ file, text, instead = '' }: Place, texts: ReadonlyMap<string, string>): Guard | undefined {
  const start = texts.get(file)?.indexOf(text) ?? -1
  return start === -1 ? undefined : { file, start, end: start + text.length, removed: text, instead, prefixes: [''] }
}

/** Returns the other guard of a pair. @param texts the texts of all files */
export function secondLineOf(
  guard: Guard,
  guards: readonly Guard[],
  texts: ReadonlyMap<string, string>,
): Guard | undefined {
  const at = (place: Place, each: Guard) => isAt(place, each, texts.get(each.file) ?? '')
  for (const { places } of SECOND_LINES)
    for (const [one, other] of [places, places.toReversed() as [Place, Place]])
      if (at(one, guard))
        return other.instead === undefined ? guards.find((each) => at(other, each)) : made(other, texts)
  return undefined
}

/** Returns why the guard's removal need not be detected. @param texts the texts of all files */
export const repeatedFor = (guard: Guard, texts: ReadonlyMap<string, string>): string | undefined =>
  REPEATED.find((place) => isAt(place, guard, texts.get(guard.file) ?? ''))?.reason
