import { redirect } from '@remix-run/node'
import { paths } from '#app/lib/paths.ts'

/** Handles a shortened /brand/signup. */
export const loader = () => redirect(paths.partnerSignUp())
