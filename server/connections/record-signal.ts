import type { Db } from '#server/platform/db.ts'

export const SIGNAL_KINDS = ['landed', 'cart'] as const
type SignalKind = (typeof SIGNAL_KINDS)[number]

const CLICK_ID = /^wc_[0-9A-HJKMNP-TV-Z]{26}$/

/** Records once per kind that a store's page saw a click's id. Ignores clicks that are unknown or expired. */
export async function recordSignal(db: Db, kind: SignalKind, clickId: string): Promise<void> {
  if (!CLICK_ID.test(clickId)) return
  await db.$executeRaw`
    INSERT INTO click_signals (click_id, kind)
    SELECT id, ${kind}::click_signal_kind FROM outbound_clicks WHERE id = ${clickId} AND expires_at > now()
    ON CONFLICT DO NOTHING`
}
