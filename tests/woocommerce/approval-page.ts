import { createHash } from 'node:crypto'
import { escapeHtml, storePage, type PageAnswer, type PageAsked } from '#tests/stores/store-page.ts'
import type { FakeStore, Permissions } from './fake-store.ts'

const AUTHORIZE = '/wc-auth/v1/authorize'
const GRANTED = '/wc-auth/v1/access_granted'
const TIMEOUT_MS = 60_000
/** The parameter of the approval link. It proves that the page was open. */
const NONCE = 'wc_auth_nonce'
const SCOPES: Readonly<Record<Permissions, string>> = {
  read: 'View coupons, customers, orders, products and settings',
  write: 'Create and change webhooks, coupons, customers, orders and products',
  read_write: 'View and manage webhooks, coupons, customers, orders, products and settings',
}
const NOT_SENT = 'An error occurred in the request and at the time were unable to send the consumer data'

interface Asked {
  appName: string
  scope: Permissions
  userId: string
  returnUrl: URL
  callbackUrl: URL
}

/**
 * Serves the page where a store's owner approves an app, without signing in. After approval the store sends the app a
 * key with the permissions of `scope`; it keeps the key only if the app's response is 200.
 * @returns null for any other address
 */
export async function answerApproval(store: FakeStore, { path, search }: PageAsked): Promise<PageAnswer | null> {
  const address = path.replace(/\/$/, '')
  if (address !== AUTHORIZE && address !== GRANTED) return null
  const asked = parse(new URLSearchParams(search))
  if (typeof asked === 'string') return refusal(store, asked)
  if (address === AUTHORIZE) return { status: 200, body: approvalPage(store, asked, search) }
  if (new URLSearchParams(search).get(NONCE) !== nonceOf(asked)) return refusal(store, 'Invalid nonce verification')
  return (await sendKey(store, asked))
    ? { status: 302, headers: { location: backTo(asked, '1') }, body: '' }
    : refusal(store, NOT_SENT)
}

const refusal = (store: FakeStore, why: string): PageAnswer => ({
  status: 401,
  body: storePage(store, 'Error', `<p class="card">${escapeHtml(why)}.</p>`),
})

/** @returns the error if a parameter is missing or invalid */
function parse(given: URLSearchParams): Asked | string {
  for (const name of ['app_name', 'user_id', 'return_url', 'callback_url', 'scope'])
    if (!given.get(name)) return `Missing parameter ${name}`
  const scope = given.get('scope') ?? ''
  if (!Object.hasOwn(SCOPES, scope)) return `Invalid scope ${scope}`
  const [returnUrl, callbackUrl] = [
    URL.parse(given.get('return_url') ?? ''),
    URL.parse(given.get('callback_url') ?? ''),
  ]
  if (!returnUrl) return 'The return_url is not a valid URL'
  if (!callbackUrl) return 'The callback_url is not a valid URL'
  const isLocal = ['127.0.0.1', 'localhost'].includes(callbackUrl.hostname)
  if (callbackUrl.protocol !== 'https:' && !isLocal) return 'The callback_url needs to be over SSL'
  const [appName, userId] = [given.get('app_name') ?? '', given.get('user_id') ?? '']
  return { appName, scope: scope as Permissions, userId, returnUrl, callbackUrl }
}

const nonceOf = ({ userId }: Asked): string => createHash('md5').update(userId).digest('hex').slice(0, 10)

const backTo = ({ returnUrl, userId }: Asked, success: '0' | '1'): string => {
  const location = new URL(returnUrl)
  location.searchParams.set('success', success)
  location.searchParams.set('user_id', userId)
  return location.href
}

const approvalPage = (store: FakeStore, asked: Asked, search: string) =>
  storePage(
    store,
    `${asked.appName} would like to connect to your store`,
    `<div class="card"><p>This will give “${escapeHtml(asked.appName)}” <strong>${asked.scope.replace('_', '/')}</strong> access, which will allow it to:</p>
    <ul><li>${SCOPES[asked.scope]}</li></ul>
    <p class="quiet">You are signed in as the owner of ${escapeHtml(store.name)}: this is a simulated store on your own machine.</p>
    <p>Approving will share credentials with ${escapeHtml(asked.callbackUrl.host)}. Do not proceed if this looks suspicious in any way.</p>
    <div class="actions"><a class="button main" href="${store.origin}${GRANTED}${escapeHtml(`${search}&${NONCE}=${nonceOf(asked)}`)}">Approve</a>
    <a class="button" href="${escapeHtml(backTo(asked, '0'))}">Deny</a></div></div>`,
  )

/** @returns whether the app accepted the key */
async function sendKey(store: FakeStore, { scope, userId, callbackUrl }: Asked): Promise<boolean> {
  const key = store.addKey(scope)
  const [consumer_key, consumer_secret] = key.split(':')
  const isTaken = await fetch(callbackUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json;charset=UTF-8',
      'user-agent': `WordPress/7.1.3; ${store.origin}`,
    },
    body: JSON.stringify({
      key_id: store.newId(),
      user_id: userId,
      consumer_key,
      consumer_secret,
      key_permissions: scope,
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    ({ status }) => status === 200,
    () => false,
  )
  if (!isTaken) store.keys.delete(key)
  return isTaken
}
