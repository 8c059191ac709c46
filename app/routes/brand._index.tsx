import { redirect } from '@remix-run/node'
import { paths } from '#app/lib/paths.ts'

/** Redirects to /brand/signup, because people shorten that to /brand. */
export const loader = () => redirect(paths.partnerSignUp())
