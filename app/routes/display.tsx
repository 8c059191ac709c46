import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { siteUrlFor } from '#app/lib/api.server.ts'
import { parseForm } from '#app/lib/form.server.ts'
import { paths } from '#app/lib/paths.ts'
import { safePath } from '#server/auth/auth.schema.ts'
import { isCurrency, isShopTheme, readerCookie, STORES_OWN } from '#server/site/reader.schema.ts'

/** Handles the theme and currency choices without JavaScript. */
export const loader = () => redirect(paths.home())

export async function action(args: ActionFunctionArgs) {
  const { theme, pricesIn, redirectTo } = await parseForm(args.request)
  const isHttps = siteUrlFor(args).startsWith('https://')
  const headers = new Headers()
  if (theme !== undefined)
    headers.append('Set-Cookie', readerCookie('theme', isShopTheme(theme) ? theme : null, isHttps))
  if (pricesIn !== undefined)
    headers.append(
      'Set-Cookie',
      readerCookie('pricesIn', isCurrency(pricesIn) || pricesIn === STORES_OWN ? pricesIn : null, isHttps),
    )
  return redirect(safePath(redirectTo), { headers })
}
