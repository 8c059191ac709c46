import type { Db } from '#server/platform/db.ts'

/** Thrown if the user has stopped the import. */
export class Cancelled extends Error {}

/**
 * Checks between two batches whether an import may continue.
 * @throws Cancelled; or the signal's reason if the process has to stop, in which case another one continues the step
 */
export async function mayGoOn(db: Db, importId: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const now = await db.productImport.findUnique({ where: { id: importId }, select: { isCancelling: true } })
  if (!now || now.isCancelling) throw new Cancelled()
}
