import { expect, test } from 'vitest'
import { applyMigrations, migrationNames } from '#server/platform/postgres/schema-engine.ts'
import { createClick, createView } from '#tests/factories.ts'
import { newId } from '#server/platform/ids.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listPartitions } from './keep-partitions.ts'
import { PARTITIONED } from './partitions.ts'

const NAME = '20261128084000_partitions_by_month'
const here = useTestDatabase({ isMigrated: false })

const madeOf = () =>
  here.db.$queryRaw<Array<{ made: string }>>`
    SELECT replace(indexdef, ' ON ONLY ', ' ON ') AS made FROM pg_indexes WHERE schemaname = 'public' AND tablename IN ('outbound_clicks', 'product_views')
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN ('outbound_clicks'::regclass, 'product_views'::regclass)
    UNION ALL SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '')
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name IN ('outbound_clicks', 'product_views')
    UNION ALL SELECT pg_get_viewdef(to_regclass(name)) FROM unnest(ARRAY['sales', 'product_clicks']) name
    ORDER BY 1`

test('keeps every row, index, trigger and view of a table with history', async () => {
  const names = await migrationNames()
  const place = names.indexOf(NAME)
  await applyMigrations(here.url, new Set(names.slice(0, place)))
  const product = { id: newId(), partnerId: newId() }
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const days of [500, 40, 1, 0]) {
    await createClick(here.db, product, { clickedAt: at(days) })
    await createView(here.db, product, { viewedAt: at(days) })
  }
  // IDs and times that do not match.
  await createClick(here.db, product, { id: 'wc_00000000000000000000000001' })
  const odd = await createClick(here.db, product, { id: 'wc_7ZZZZZZZZZ0000000000000001' })
  await createView(here.db, product, { id: newId(), viewedAt: at(-400) })
  const read = async () => [
    await here.db.outboundClick.findMany({ orderBy: { id: 'asc' } }),
    await here.db.productView.findMany({ orderBy: { id: 'asc' } }),
  ]
  const [rows, made] = [await read(), await madeOf()]
  await applyMigrations(here.url, new Set(names.slice(0, place + 1)))
  expect(await read()).toEqual(rows)
  expect(await madeOf()).toEqual(made)
  for (const parent of PARTITIONED)
    expect((await listPartitions(here.db, parent)).map(({ since }) => since === null)).toEqual([
      false,
      false,
      false,
      true,
    ])
  const left = await here.db.$queryRaw`
    SELECT id FROM partitions.outbound_clicks_default UNION ALL SELECT id::text FROM partitions.product_views_default`
  expect(left).toEqual([{ id: odd.id }])
  // The view is found by its time, although its partition ends earlier.
  expect(await here.db.productView.count({ where: { viewedAt: { gt: at(-399) } } })).toBe(1)
})
