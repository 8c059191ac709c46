import type { Db } from '#server/platform/db.ts'

/** Somebody has told the import to stop. */
export class Cancelled extends Error {}

/**
 * Between two batches of an import.
 * @throws Cancelled, or the signal's reason if the process is to stop: the step goes on elsewhere then
 */
export async function mayGoOn(db: Db, importId: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const now = await db.productImport.findUnique({ where: { id: importId }, select: { isCancelling: true } })
  if (!now || now.isCancelling) throw new Cancelled()
}
