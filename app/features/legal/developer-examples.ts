/** A program that downloads the catalogue and keeps it up to date. A test runs this exact code. */
export const keepUpExample = (
  siteUrl: string,
) => `// node keep-up.mjs: downloads every product to products.json and keeps the file up to date
import fs from 'node:fs'

const file = 'products.json'
const whole = '${siteUrl}/feeds/products.ndjson'
let kept = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { next: whole, products: {} }

let answer = await fetch(kept.next)
if (answer.status === 410) {
  // The cursor is no longer valid: start again with the whole feed.
  kept = { next: whole, products: {} }
  answer = await fetch(whole)
}
if (!answer.ok) throw new Error((await answer.json()).detail)
const lines = (await answer.text()).trim().split('\\n').map((line) => JSON.parse(line))
if (lines.at(-1)?.type !== 'end') throw new Error('The download was cut off. Run it again.')
for (const line of lines) {
  if (line.type === 'product') kept.products[line.id] = line
  else if (line.type === 'gone') delete kept.products[line.id]
  else kept.next = line.next
}
fs.writeFileSync(file, JSON.stringify(kept))
console.log(Object.keys(kept.products).length + ' products')`

export const downloadExample = (siteUrl: string) =>
  `curl --compressed -o products.ndjson ${siteUrl}/feeds/products.ndjson\ntail -n 1 products.ndjson`

export const searchExample = (siteUrl: string) =>
  `curl '${siteUrl}/api/v1/products?q=dress&priceMax=150&currency=EUR&sort=price_asc'`

export const unchangedExample = (siteUrl: string) =>
  `curl -sI ${siteUrl}/api/v1/brands | grep -i etag\ncurl -sI -H 'If-None-Match: "..."' ${siteUrl}/api/v1/brands`

export const merchantExample = (siteUrl: string) =>
  `curl --compressed -o store.xml '${siteUrl}/feeds/google-merchant.xml?partner=STORE_ID'`

export const assistantExample = (siteUrl: string) => `claude mcp add --transport http wtf ${siteUrl}/mcp`

export const inspectorExample = (siteUrl: string) =>
  `npx @modelcontextprotocol/inspector --cli ${siteUrl}/mcp --transport http \\\n  --method tools/call --tool-name search_products --tool-arg 'query=black linen dress under £150'`

export const assistantSettingsExample = (siteUrl: string) => `{ "mcpServers": { "wtf": { "url": "${siteUrl}/mcp" } } }`

/** Fetches a store's latest sales with a key of its owner. */
export const storeSalesExample = (siteUrl: string) =>
  `curl "${siteUrl}/api/v1/store/sales?limit=10" -H "Authorization: Bearer $WTF_KEY"`
