import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, type ClientActionFunctionArgs } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { cellName, cellsOf, namedCells, withRoom } from '#app/features/sizing/table-cells.ts'
import { TablePage } from '#app/features/sizing/table-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { notReached } from '#app/lib/form-not-reached.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import type { FormAnswer } from '#app/lib/form.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import { goOn } from '#app/parts/session/sign-in.server.ts'
import { parsePastedTable } from '#server/sizing/pasted-table.schema.ts'
import {
  parseCells,
  restoreSizeTableInput,
  saveSizeTableInput,
  sizeTableIdInput,
} from '#server/sizing/size-table.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { sizeTables } = apiFor(args)
  const tableId = args.params['table'] ?? ''
  const table = tableId === 'new' ? null : await sizeTables.get({ tableId })
  const wanted = (name: string) => getParam(args.request, name) ?? ''
  return {
    table,
    choices: await sizeTables.choices(),
    wanted: { brand: wanted('brand'), category: wanted('category'), audience: wanted('audience') },
  }
}

const FAILED = 'This was not saved. Please try again.'

/** Saves, previews, restores or deletes a table, or fills it from pasted text. */
export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form = '', act = '' } = texts
  const tableId = args.params['table'] ?? ''
  const leave = (said: string) => goOn(args, dashboardPaths.sizeTables(), said)
  if (form === 'restore')
    return submitForm(args, {
      form,
      texts,
      input: { ...texts, tableId },
      schema: restoreSizeTableInput,
      fallback: FAILED,
      submit: async (api, input) => {
        await api.sizeTables.restore(input)
        return goOn(args, dashboardPaths.sizeTable(tableId), 'That version has been restored.')
      },
    })
  if (form === 'remove')
    return submitForm(args, {
      form,
      texts,
      input: { tableId },
      schema: sizeTableIdInput,
      fallback: FAILED,
      submit: async (api, input) => {
        await api.sizeTables.remove(input)
        return leave('Size table removed. You can restore it here.')
      },
    })
  if (form !== 'table') throw new Response('This page is out of date. Please reload it.', { status: 400 })
  if (act === 'fill') return filled(texts)
  const input = saveSizeTableInput.safeParse({ ...texts, cells: cellsOf(texts) })
  if (!input.success) {
    const errors = Object.fromEntries(input.error.issues.map(({ path, message }) => [nameOf(path), message]))
    return refuse('table', texts, { errors, mostShown: MAX_SHOWN })
  }
  const read = parseCells(input.data)
  if ('problems' in read) {
    const errors = Object.fromEntries(read.problems.map(({ row, column, message }) => [cellName(row, column), message]))
    return refuse('table', texts, {
      errors,
      mostShown: MAX_SHOWN,
      ...(read.message !== undefined && { message: read.message }),
    })
  }
  if (act === 'preview') return data<FormAnswer>({ form, values: texts, errors: {} })
  return submitForm(args, {
    form,
    texts,
    input: input.data,
    schema: saveSizeTableInput,
    mostShown: MAX_SHOWN,
    fallback: FAILED,
    submit: async (api, table) => {
      await api.sizeTables.save(table)
      return leave('Size table saved. We now use it to recommend sizes.')
    },
  })
}

/** Enough for forty rows of full cells. */
const MAX_SHOWN = 30_000
const nameOf = (path: readonly PropertyKey[]) =>
  path[0] === 'cells' ? cellName(Number(path[1]), Number(path[2])) : String(path[0] ?? '')

function filled({ pasted = '', ...texts }: Record<string, string>) {
  const cells = parsePastedTable(pasted)
  if (!cells.length)
    return refuse('table', texts, { errors: { pasted: 'Please paste a table first.' }, mostShown: MAX_SHOWN })
  const others = Object.fromEntries(Object.entries(texts).filter(([name]) => !name.startsWith('c-')))
  return data<FormAnswer>({ form: 'table', values: { ...others, ...namedCells(withRoom(cells)) }, errors: {} })
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  serverAction().catch(
    notReached('table', 'The server did not answer. What you typed is still here. Please try again.'),
  )

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.table ? `${loaded.table.brand.name} sizes` : 'Size table'} | WTF` },
]

export default function SizeTable() {
  const { role } = useOutletContext<OwnPartner>()
  return <TablePage {...useLoaderData<typeof loader>()} mayChange={role !== 'viewer'} />
}
