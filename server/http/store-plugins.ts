import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { platforms } from '#server/stores/platforms.ts'

/**
 * Adds GET /brand/dashboard/connect-store/{platform}-plugin.zip: our plugin for stores. Needs no sign-in, because the
 * plugin is free software.
 */
export function addStorePlugins(app: Hono<{ Bindings: HttpBindings }>, { siteUrl }: { siteUrl: string }): void {
  for (const { name, plugin } of platforms())
    if (plugin)
      app.get(`/brand/dashboard/connect-store/${name}-plugin.zip`, async (c) =>
        c.body(new Uint8Array(await plugin.zip(siteUrl)), 200, {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="wtf-click-id.zip"',
          'cache-control': 'no-store',
        }),
      )
}
