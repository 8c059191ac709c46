/** A feed of products for feed readers. Addresses are absolute. */
export interface Feed {
  title: string
  subtitle: string
  /** The feed's own address, which is also its id. */
  self: string
  /** The page that the feed belongs to. */
  page: string
  /** When the feed began, for a feed without entries. */
  begunAt: Date
  /** The newest first. */
  entries: FeedEntry[]
}

interface FeedEntry {
  /**
   * The product's page. It is also the entry's id, so a reader shows a product once, even if it is in several feeds.
   */
  link: string
  title: string
  /** The brand. */
  author: string
  /** A summary in one line. */
  summary: string
  picture: { url: string; alt: string } | null
  publishedAt: Date
}

/** Writes the feed as Atom (RFC 4287). The same feed gives the same bytes. */
export function writeAtom({ title, subtitle, self, page, begunAt, entries }: Feed): string {
  const updated = entries.reduce((latest, { publishedAt }) => (publishedAt > latest ? publishedAt : latest), begunAt)
  const x = escapeXml
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${x(self)}</id>
<title>${x(title)}</title>
<subtitle>${x(subtitle)}</subtitle>
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${x(self)}"/>
<link rel="alternate" type="text/html" href="${x(page)}"/>
${entries.map(writeEntry).join('\n')}
</feed>
`
}

function writeEntry({ link, title, author, summary, picture, publishedAt }: FeedEntry): string {
  const x = escapeXml
  const at = publishedAt.toISOString()
  const shown = picture ? `<p><img src="${x(picture.url)}" alt="${x(picture.alt)}"></p>` : ''
  return `<entry>
<id>${x(link)}</id>
<title>${x(title)}</title>
<author><name>${x(author)}</name></author>
<published>${at}</published>
<updated>${at}</updated>
<link rel="alternate" type="text/html" href="${x(link)}"/>
<content type="html">${x(`${shown}<p>${x(summary)}</p>`)}</content>
</entry>`
}

/** Escapes text, and removes characters that XML cannot contain. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
