/** An email without its address: `subject` and `text` are plain, `html` is a full document. */
export interface MailContent {
  /** reset_password, magic_link, ... */
  kind: string
  subject: string
  text: string
  html: string
  /** An absolute URL. A POST to it stops such emails without signing in (RFC 8058). */
  unsubscribeUrl?: string
}

/** A product or sale in the email, with a link to its page. */
interface Thing {
  name: string
  /** Text below the name, muted. */
  label: string
  /** The news about it, such as 'Only 2 left'. */
  news: string
  link: string
}

interface Draft {
  kind: string
  /** The shop's origin. Links to other sites are rejected. */
  siteUrl: string
  subject: string
  /** Shown beside the subject in inboxes. */
  preview: string
  heading: string
  /** Paragraphs, plain. */
  before: string[]
  /** Listed before the button. `rest` says how many were left out: 'And 3 more.' */
  things?: { shown: Thing[]; rest?: string | undefined } | undefined
  button?: { label: string; link: string } | undefined
  /** A code to type on another device. */
  code?: { label: string; digits: string } | undefined
  /** Paragraphs after the button, smaller. */
  after: string[]
}

const INK = '#0c0b0a'
const SURFACE = '#151311'
const LINE = '#332d27'
const TEXT = '#f6f1e7'
const MUTED = '#b0a698'
const ACCENT = '#f5c518'
const ON_ACCENT = '#17130a'
const DISPLAY = "'Bodoni Moda','Bodoni 72',Didot,'Playfair Display',Georgia,'Times New Roman',serif"
const SANS = "'Helvetica Neue',Helvetica,Arial,sans-serif"

/** Writes an email as text and as HTML without pictures, style sheets or web fonts. @throws Error for a link to another site. */
export function composeMail(draft: Draft): MailContent {
  const site = new URL(draft.siteUrl)
  const button = draft.button && { label: draft.button.label, link: linkBelow(site, draft.button.link) }
  const things = draft.things?.shown.map((thing) => ({ ...thing, link: linkBelow(site, thing.link) })) ?? []
  return {
    kind: draft.kind,
    subject: draft.subject,
    text: textOf(draft, site, button, things),
    html: htmlOf(draft, site, button, things),
  }
}

/**
 * Returns 'Hello Ada,', or 'Hello,' if the name could contain a message, because anyone can sign up with a stranger's
 * address and any name.
 */
export function greeting(name: string | undefined): string {
  const words = (name ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const carriesMore = words.length > 50 || /[/\\@:<>]|\.\S/.test(words) || /\d{3}/.test(words)
  return words && !carriesMore ? `Hello ${words},` : 'Hello,'
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

function linkBelow(site: URL, link: string): string {
  const url = new URL(link, site)
  if (url.origin !== site.origin || url.username || url.password) throw new Error('an email may only link to the shop')
  return url.href
}

function textOf(draft: Draft, site: URL, button: Draft['button'], things: Thing[]): string {
  const { heading, before, code, after } = draft
  const parts = [
    heading,
    ...before,
    ...things.map(({ name, label, news, link }) => `${name}\n${label}\n${news}\n${link}`),
    ...(draft.things?.rest ? [draft.things.rest] : []),
    ...(button ? [`${button.label}:\n${button.link}`] : []),
    ...(code ? [`${code.label} ${code.digits}`] : []),
    ...after,
    `-- \nWTF, fashion from independent brands\n${site.origin}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function htmlOf(draft: Draft, site: URL, button: Draft['button'], things: Thing[]): string {
  const { subject, preview, heading, before, code, after } = draft
  const e = escapeHtml
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.6;color:${TEXT}">${e(text)}</p>`
  const small = (text: string) =>
    `<p style="margin:0 0 12px;font-size:14px;line-height:1.6;color:${MUTED}">${e(text)}</p>`
  const row = ({ name, label, news, link }: Thing) =>
    `<tr><td style="padding:14px 0;border-top:1px solid ${LINE};font-size:14px;line-height:1.5;color:${MUTED}"><a href="${e(link)}" target="_blank" rel="noopener" style="font-family:${DISPLAY};font-size:20px;line-height:1.25;color:${TEXT};text-decoration:none">${e(name)}</a><br>${e(label)}<br><span style="font-size:16px;color:${TEXT}">${e(news)}</span></td></tr>`
  // The invisible characters prevent email programs from showing the first paragraph after the preview.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<title>${e(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${INK};color:${TEXT}" bgcolor="${INK}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${e(preview)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${INK}" style="background:${INK}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${SANS}">
<tr><td style="padding:0 0 24px"><a href="${e(site.origin)}/" style="font-family:${DISPLAY};font-size:28px;line-height:1;font-weight:700;color:${TEXT};text-decoration:none">WTF<span style="color:${ACCENT}">.</span></a></td></tr>
<tr><td bgcolor="${SURFACE}" style="padding:36px 32px 28px;background:${SURFACE};border:1px solid ${LINE}">
<h1 style="margin:0 0 20px;font-family:${DISPLAY};font-size:32px;line-height:1.15;font-weight:500;color:${TEXT}">${e(heading)}</h1>
${before.map(paragraph).join('\n')}
${things.length ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${things.map(row).join('\n')}</table>` : ''}
${draft.things?.rest ? paragraph(draft.things.rest) : ''}
${button ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="${ACCENT}" style="background:${ACCENT};border-radius:999px"><a href="${e(button.link)}" target="_blank" rel="noopener" style="display:inline-block;padding:14px 28px;font-family:${SANS};font-size:16px;line-height:1.2;font-weight:600;color:${ON_ACCENT};text-decoration:none">${e(button.label)}</a></td></tr></table>` : ''}
${code ? `${small(code.label)}<p style="margin:0 0 24px;font-family:${DISPLAY};font-size:36px;line-height:1;letter-spacing:6px;color:${TEXT}">${e(code.digits)}</p>` : ''}
${after.map(small).join('\n')}
${button ? `<p style="margin:20px 0 0;padding:16px 0 0;border-top:1px solid ${LINE};font-size:13px;line-height:1.6;color:${MUTED}">If the button doesn’t work, open this link:<br><a href="${e(button.link)}" target="_blank" rel="noopener" style="color:${MUTED};word-break:break-all">${e(button.link)}</a></p>` : ''}
</td></tr>
<tr><td style="padding:20px 0 0;font-size:13px;line-height:1.6;color:${MUTED}">WTF, fashion from independent brands<br><a href="${e(site.origin)}/" target="_blank" rel="noopener" style="color:${MUTED}">${e(site.host)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
