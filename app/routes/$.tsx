import type { ActionFunctionArgs } from '@remix-run/node'
import { refuseWhenClosed } from '#app/lib/gate.server.ts'

export function loader(): never {
  throw new Response('Not found', { status: 404 })
}

/** Forms that are sent while the site is closed all arrive here (server/http/app.ts). */
export function action(args: ActionFunctionArgs): never {
  refuseWhenClosed(args)
  return loader()
}

export default function NotFound() {
  return null
}
