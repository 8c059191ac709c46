import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AuditPage } from '#app/features/admin/audit/audit-page.tsx'
import { apiFor } from '#app/lib/api.server.ts'
import { forSignedIn } from '#app/parts/session/for-signed-in.server.ts'
import { auditQuery } from '#server/operations/audit/audit.schema.ts'

export async function loader(args: LoaderFunctionArgs) {
  const filter = auditQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  return { audit: await forSignedIn(args, apiFor(args).admin.audit.list(filter)), filter }
}

export const meta: MetaFunction = () => [{ title: 'Audit log | WTF' }]

export default function AuditRoute() {
  return <AuditPage {...useLoaderData<typeof loader>()} />
}
