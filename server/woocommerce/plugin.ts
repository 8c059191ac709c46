import fs from 'node:fs/promises'
import path from 'node:path'
import { zipOf } from '#server/platform/zip.ts'

const NAME = 'wtf-click-id'
/** The placeholder for the shop's origin. The plugin's script reports visits and carts to it. */
const SITE = 'https://wtf.invalid'

/**
 * Returns our plugin for WordPress as a ZIP file, which its admin can upload. It is free software (GPL).
 * @param siteUrl this shop
 */
export async function zipPlugin(siteUrl: string): Promise<Buffer> {
  const file = await fs.readFile(path.join(import.meta.dirname, 'plugin', `${NAME}.php`), 'utf8')
  return zipOf(`${NAME}/${NAME}.php`, Buffer.from(file.replace(SITE, siteUrl)))
}
