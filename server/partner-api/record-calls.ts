import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { log } from '#server/platform/log.ts'
import { MAX_CALLS } from './api-calls.schema.ts'

interface AnsweredCall {
  partnerId: string
  keyId: string
  method: string
  /** The path without the query. */
  path: string
  status: number
  /** Why it was refused; empty if it was not. */
  detail: string
  durationMs: number
  at: Date
}

/** Describes an event of an earlier call that we could not record later. Such an entry has the partner's ID as its key. */
export const laterRefusal = ({ partnerId, name, reason }: { partnerId: string; name: string; reason: string }) => ({
  partnerId,
  keyId: partnerId,
  method: 'Refused later:',
  path: name,
  status: 409,
  detail: reason,
  durationMs: 0,
  at: new Date(),
})

/** Maximum calls per statement. Below MAX_CALLS, because one statement must not write to the same place twice. */
const MAX_GROUP = MAX_CALLS / 2

/** Records the calls of partners' systems. Callers do not wait, and a call that cannot be recorded is only logged. */
export class ApiCallRecorder {
  readonly #writer: GroupWriter<AnsweredCall, undefined>

  constructor(db: Db) {
    this.#writer = new GroupWriter(async (calls) => {
      await writeCalls(db, calls)
      return calls.map(() => undefined)
    }, MAX_GROUP)
  }

  record(call: AnsweredCall): void {
    this.#writer.submit(call).catch((error: unknown) => log.warn({ err: error }, 'an API call was not recorded'))
  }

  /** Resolves when everything so far is written. */
  flush(): Promise<void> {
    return this.#writer.flush()
  }
}

/** Writes calls. Each gets the store's next number, and overwrites the call that was MAX_CALLS before it. */
const writeCalls = (db: Db, calls: readonly AnsweredCall[]) => db.$executeRaw`
  WITH given AS (
    SELECT r.*, row_number() OVER (PARTITION BY r."partnerId" ORDER BY r.index) AS nth
    FROM jsonb_to_recordset(${JSON.stringify(calls.map((call, index) => ({ ...call, index })))}::jsonb)
      AS r (index int, "partnerId" uuid, "keyId" uuid, method text, path text, status int, detail text, "durationMs" int, at timestamptz)
    JOIN partners p ON p.id = r."partnerId"
  ), counted AS (
    INSERT INTO api_call_counts AS c (partner_id, calls)
    SELECT "partnerId", count(*) FROM given GROUP BY "partnerId" ORDER BY "partnerId"
    ON CONFLICT (partner_id) DO UPDATE SET calls = c.calls + EXCLUDED.calls
    RETURNING partner_id, calls
  ), numbered AS (
    SELECT g.*, c.calls - count(*) OVER (PARTITION BY g."partnerId") + g.nth AS number
    FROM given g JOIN counted c ON c.partner_id = g."partnerId"
  )
  INSERT INTO api_calls AS k (partner_id, place, number, key_id, method, path, status, detail, duration_ms, at)
  SELECT "partnerId", number % ${MAX_CALLS}::int, number, "keyId", method, path, status, detail, "durationMs", at FROM numbered
  ORDER BY "partnerId", number
  ON CONFLICT (partner_id, place) DO UPDATE SET number = EXCLUDED.number, key_id = EXCLUDED.key_id, method = EXCLUDED.method,
    path = EXCLUDED.path, status = EXCLUDED.status, detail = EXCLUDED.detail, duration_ms = EXCLUDED.duration_ms, at = EXCLUDED.at
  WHERE k.number < EXCLUDED.number`
