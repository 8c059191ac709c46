import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useOutletContext, useSearchParams } from '@remix-run/react'
import { z } from 'zod'
import { ConnectStorePage } from '#app/features/dashboard/connect-store-page.tsx'
import type { Approval } from '#app/features/dashboard/woocommerce-card.tsx'
import type { OwnPartner } from '#app/features/dashboard/own-partner.ts'
import { apiFor, sendsMailFor } from '#app/lib/api.server.ts'
import { parseForm, refuse, submitForm } from '#app/lib/form.server.ts'
import { dashboardPaths } from '#app/lib/dashboard-paths.ts'
import { submitHostForm } from '#app/parts/dashboard/host-forms.server.ts'
import {
  approvalInput,
  connectByKeyInput,
  connectStoreInput,
  eventInput,
  reconnectStoreInput,
  rotateSecretInput,
} from '#server/connections/connections.schema.ts'

/** How long a partner counts as new. The URL alone does not prove it. */
const NEW_MS = 3_600_000
const FAILED = { fallback: 'Failed to connect to your Shopify store. Please try again.' }
const FAILED_WOOCOMMERCE = { fallback: 'Failed to connect to your WooCommerce store. Please try again.' }

export async function loader(args: LoaderFunctionArgs) {
  const api = apiFor(args)
  const page = {
    sendsMail: sendsMailFor(args),
    now: new Date(),
    hosts: await api.partner.hosts().catch(unlessRefused),
  }
  // A rejected partner sees the reason and no store data.
  const store = await api.connections.mine().catch(unlessRefused)
  if (!store || store.status === 'revoked') return { ...page, store, health: null, lossMap: null, deadLetters: [] }
  const [health, lossMap, deadLetters] = await Promise.all([
    api.connections.health(),
    api.connections.lossMap(),
    api.connections.deadLetters(),
  ])
  return { ...page, store, health, lossMap, deadLetters }
}

function unlessRefused(error: unknown): null {
  if (error instanceof Response && error.status === 403) return null
  throw error
}

const done = (saved: string) => redirect(dashboardPaths.connectStore({ saved }))
const retry = async (api: ReturnType<typeof apiFor>, input: z.output<typeof eventInput>) => {
  await api.connections.retry(input)
  return done('retried')
}

export async function action(args: ActionFunctionArgs) {
  const texts = await parseForm(args.request)
  const { form = '' } = texts
  const submit = <Schema extends z.ZodType>(
    schema: Schema,
    call: (api: ReturnType<typeof apiFor>, input: z.output<Schema>) => Promise<Response | object>,
    more: { input?: unknown; fallback?: string } = {},
  ) => submitForm(args, { form, texts, schema, submit: call, ...more })
  switch (form.split(' ')[0]) {
    case 'website':
    case 'claim-host':
    case 'check-host':
    case 'drop-host':
      return submitHostForm(args, form, texts)
    case 'connect':
      return submit(
        connectStoreInput,
        async (api, input) => {
          await api.connections.connect(input)
          return done('connected')
        },
        FAILED,
      )
    case 'approve':
      // Shows a link instead of a redirect, because browsers block forms that redirect to another website.
      return submit(
        approvalInput,
        async (api, input): Promise<Approval> => ({ approval: await api.connections.startApproval(input) }),
        FAILED_WOOCOMMERCE,
      )
    case 'key':
      return submit(
        connectByKeyInput,
        async (api, input) => {
          const { isNew } = await api.connections.connectByKey(input)
          return done(isNew ? 'connected' : 'reconnected')
        },
        FAILED_WOOCOMMERCE,
      )
    case 'reconnect':
      return submit(
        reconnectStoreInput,
        async (api, input) => {
          await api.connections.reconnect(input)
          return done('reconnected')
        },
        FAILED,
      )
    case 'rotate':
      return submit(rotateSecretInput, (api, input) => api.connections.rotateSecret(input).then(() => done('rotated')))
    case 'disconnect':
      return submit(z.object({}), async (api) => {
        const { leavesWebhooks } = await api.connections.disconnect()
        return done(leavesWebhooks ? 'disconnected-in-part' : 'disconnected')
      })
    case 'check':
      return submit(z.object({ act: z.enum(['test', 'compare']) }), async (api, { act }) => {
        if (act === 'test') await api.connections.testLink()
        else await api.connections.compare()
        return done(act === 'test' ? 'tested' : 'compared')
      })
    case 'import':
      return submit(z.object({}), (api) => api.connections.importAgain().then(() => done('importing')))
    case 'retry':
      return submit(eventInput, retry, { input: { eventId: texts.eventId } })
    default:
      return refuse(form, texts, { message: 'This page is out of date. Please reload it.' })
  }
}

export const meta: MetaFunction = () => [{ title: 'Connect store | WTF' }]

export default function ConnectStore() {
  const { now, ...given } = useLoaderData<typeof loader>()
  const partner = useOutletContext<OwnPartner>()
  const [search] = useSearchParams()
  const isNew = partner.agreement !== null && now.getTime() - partner.agreement.acceptedAt.getTime() < NEW_MS
  return (
    <ConnectStorePage
      partner={partner}
      hasJustJoined={isNew && search.get('onboarding_completed') === 'true'}
      saved={search.get('saved')}
      {...given}
    />
  )
}
