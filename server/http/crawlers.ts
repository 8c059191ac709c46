import type { Hono } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import type { Db } from '#server/platform/db.ts'
import { countProductFiles, listPageEntries, listProductEntries, type SitemapEntry } from '#server/site/sitemap.service.ts'

const ROBOTS = ['User-agent: *', 'Disallow: /go/', 'Disallow: /seen/', 'Disallow: /trpc/', 'Allow: /'].join('\n')

/** robots.txt and the sitemap: an index at /sitemap.xml while there is more than one file, else the addresses themselves. */
export function addCrawlerFiles(app: Hono<{ Bindings: HttpBindings }>, db: Db, siteUrl: string): void {
  app.get('/robots.txt', (c) => c.text(`${ROBOTS}\nSitemap: ${siteUrl}/sitemap.xml\n`))
  app.get('/sitemap.xml', async () => {
    const files = await countProductFiles(db)
    if (files === 1) return xml(urlSet(siteUrl, [...(await listPageEntries(db)), ...(await listProductEntries(db, 1))]))
    const names = ['pages', ...Array.from({ length: files }, (_, index) => `product-${index + 1}`)]
    const items = names.map((name) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap-${name}.xml`)}</loc></sitemap>`)
    return xml(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</sitemapindex>`)
  })
  app.get('/sitemap-pages.xml', async () => xml(urlSet(siteUrl, await listPageEntries(db))))
  app.get('/:file{sitemap-product-[0-9]{1,4}\\.xml}', async (c) => {
    const file = Number(c.req.param('file').match(/\d+/)?.[0])
    const entries = file > 0 ? await listProductEntries(db, file) : []
    return entries.length ? xml(urlSet(siteUrl, entries)) : c.text('No such sitemap.', 404)
  })
}

function urlSet(siteUrl: string, entries: SitemapEntry[]): string {
  const items = entries.map(({ path, lastModified }) =>
    `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastModified ? `<lastmod>${lastModified}</lastmod>` : ''}</url>`)
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</urlset>`
}

const xml = (body: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' } })

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
