import { escapeHtml, storePage, type PageAnswer, type PageAsked } from './store-page.ts'
import { seeOther } from './storefront.ts'

/** A button's action. */
export type Deed<Store> = (store: Store, form: URLSearchParams) => unknown

interface AdminPage<Store> {
  deeds: Readonly<Record<string, Deed<Store>>>
  /** The content of the page. */
  content: (store: Store) => string
  /** Resolves when the messages about a change have been sent. */
  settled: (store: Store) => Promise<void>
  /** The address of a product in the platform's admin. */
  productPath: RegExp
}

/** The number of rows of each table. */
export const SHOWN = 50
const PATH = '/shop-admin'

/** Serves the page with all actions on a simulated store; returns null for any other address. */
export async function answerAdmin<Store extends { name: string; origin: string }>(
  store: Store,
  { deeds, content, settled, productPath }: AdminPage<Store>,
  { method, path, form }: PageAsked,
): Promise<PageAnswer | null> {
  if (productPath.test(path) && method === 'GET') return seeOther(store, PATH)
  if (path === PATH && method === 'GET') return { status: 200, body: storePage(store, 'Shop admin', content(store)) }
  const [, name = ''] = /^\/shop-admin\/([a-z-]+)$/.exec(path) ?? []
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined
  if (!deed || method !== 'POST') return null
  await deed(store, form)
  await settled(store)
  return seeOther(store, PATH)
}

/** Returns a button with an action. */
export const button = (
  { origin }: { origin: string },
  deed: string,
  label: string,
  fields: Record<string, string | number> = {},
  more = '',
): string =>
  `<form method="post" action="${origin}${PATH}/${deed}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`)
    .join('')}${more}<button>${escapeHtml(label)}</button></form>`

export const actions = (buttons: readonly string[]): string => `<div class="actions">${buttons.join('')}</div>`

export const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off')

/** Returns a field beside a button. */
export const valueField = (label: string, value: string): string =>
  `<input name="value" aria-label="${escapeHtml(label)}" value="${escapeHtml(value)}" size="6" inputmode="decimal"> `

/** Returns a table of HTML cells. */
export const table = (headings: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
  `<div class="scroll"><table><thead><tr>${headings.map((heading) => `<th>${heading}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`
