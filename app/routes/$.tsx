import type { ActionFunctionArgs } from '@remix-run/node'
import { refuseWhenClosed } from '#app/parts/gate/refuse-when-closed.server.ts'

export function loader(): never {
  throw new Response('Not found', { status: 404 })
}

/** Forms sent while the site is closed all arrive here (server/http/closed-pages.ts). */
export function action(args: ActionFunctionArgs): never {
  refuseWhenClosed(args)
  return loader()
}

export default function NotFound() {
  return null
}
