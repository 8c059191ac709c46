import { Outlet } from '@remix-run/react'
import { PartnerAuthLayout } from '#app/features/auth/partner-auth-layout.tsx'

export default function AuthPartner() {
  return (
    <PartnerAuthLayout>
      <Outlet />
    </PartnerAuthLayout>
  )
}
