import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, type ShouldRevalidateFunction } from '@remix-run/react'
import { AuthLayout } from '#app/features/auth/auth-layout.tsx'
import { apiFor, sendsMailFor } from '#app/lib/api.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  // The page works without pictures.
  const trending = await apiFor(args)
    .catalogue.trending()
    .catch(() => [])
  return { products: trending.filter(({ pictures }) => pictures.length > 0).slice(0, 2), sendsMail: sendsMailFor(args) }
}

export const shouldRevalidate: ShouldRevalidateFunction = () => false

export default function Auth() {
  const { products, sendsMail } = useLoaderData<typeof loader>()
  return (
    <AuthLayout products={products}>
      <Outlet context={{ sendsMail }} />
    </AuthLayout>
  )
}
