import { redirect } from '@remix-run/node'
import { paths } from '#app/lib/paths.ts'

/** Redirects to /brand/signup, which people shorten to /brand. */
export const loader = () => redirect(paths.partnerSignUp())
