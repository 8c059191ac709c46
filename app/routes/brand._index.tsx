import { redirect } from '@remix-run/node'
import { paths } from '#app/lib/paths.ts'

/** People shorten /brand/signup to it. */
export const loader = () => redirect(paths.partnerSignUp())
