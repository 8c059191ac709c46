import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext } from '@remix-run/react'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { ImportPage } from '#app/features/imports/import-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { parseForm, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { getParam } from '#app/lib/search-params.ts'
import {
  applyImportInput,
  FINDING_KINDS,
  importInput,
  mapColumnsInput,
  readAgainInput,
} from '#server/importing/imports.schema.ts'
import { OWN_FIELDS } from '#server/importing/own-fields.schema.ts'

const MAX_PAGES = 40

export async function loader(args: LoaderFunctionArgs) {
  const { success, data } = importInput.safeParse({ importId: args.params.importId })
  if (!success) throw new Response('Import not found.', { status: 404 })
  const api = apiFor(args)
  const given = await api.imports.get(data)
  const asked = getParam(args.request, 'kind')
  const counts = {
    created: given.created,
    changed: given.changed,
    gone: given.goneCount,
    refused: given.refused,
    warning: given.warnings,
    limit: given.overLimit,
  }
  const kind =
    FINDING_KINDS.find((one) => one === asked) ?? FINDING_KINDS.find((one) => counts[one] > 0) ?? FINDING_KINDS[0]
  const page = Math.min(MAX_PAGES, Math.max(1, Math.trunc(Number(getParam(args.request, 'page'))) || 1))
  return { given, findings: { ...(await api.imports.findings({ ...data, kind, page })), kind, page } }
}

export async function action(args: ActionFunctionArgs) {
  const { form = '', act = '', ...texts } = await parseForm(args.request)
  const importId = args.params.importId ?? ''
  const back = () => redirect(dashboardPaths.productImport(importId))
  if (form === 'columns') {
    const mapping = Object.fromEntries(
      OWN_FIELDS.filter((field) => /^\d+$/.test(texts[field] ?? '')).map((field) => [field, Number(texts[field])]),
    )
    return submitForm(args, {
      form,
      texts,
      input: { importId, mapping },
      schema: mapColumnsInput,
      submit: async (api, input) => {
        await api.imports.map(input)
        return back()
      },
    })
  }
  if (form === 'reading') {
    const { encoding, separator, headerLine, takesFree } = texts
    const chosen = {
      ...(encoding ? { encoding } : {}),
      ...(separator ? { separator } : {}),
      ...(headerLine ? { headerLine: Number(headerLine) } : {}),
      takesFree: takesFree === 'yes',
    }
    return submitForm(args, {
      form,
      texts,
      input: { importId, chosen },
      schema: readAgainInput,
      submit: async (api, input) => {
        await api.imports.readAgain(input)
        return back()
      },
    })
  }
  if (act === 'apply')
    return submitForm(args, {
      form,
      texts,
      input: { importId, gone: texts.gone ?? 'keep' },
      schema: applyImportInput,
      submit: async (api, input) => {
        await api.imports.accept(input)
        return back()
      },
    })
  return submitForm(args, {
    form,
    texts,
    input: { importId },
    schema: importInput,
    submit: async (api, input) => {
      await (act === 'undo' ? api.imports.undo(input) : api.imports.cancel(input))
      return back()
    },
  })
}

export const meta: MetaFunction = () => [{ title: 'Import | WTF' }]

export default function ProductImport() {
  const { currency, role } = useOutletContext<OwnPartner>()
  return <ImportPage {...useLoaderData<typeof loader>()} currency={currency} canChange={role !== 'viewer'} />
}
