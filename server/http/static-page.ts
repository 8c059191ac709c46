const POLICY =
  "default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The texts of a static page, as plain text. They are escaped here. */
export interface StaticPage {
  heading: string
  reason: string
  advice: string
  /** Offers to load the URL again. */
  canTryAgain?: boolean
}

/**
 * Returns a page that needs neither the database nor Remix, for requests that are refused early and for when rendering
 * is impossible. Never cached.
 */
export function staticPage(status: number, page: StaticPage, headers: Record<string, string> = {}): Response {
  return new Response(html(page), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      ...headers,
    },
  })
}

const html = ({ heading, reason, advice, canTryAgain }: StaticPage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>${escape(heading)} | WTF</title>
</head>
<body style="margin:0;background:#0c0b0a;color:#f6f1e7;font:1.0625rem/1.6 'Helvetica Neue',Arial,sans-serif">
<main style="max-width:36rem;margin:12vh auto;padding:0 1.5rem">
<h1 style="margin:0 0 1.25rem;font:500 2.75rem/1.05 'Bodoni 72',Didot,Georgia,serif">${escape(heading)}</h1>
<p style="margin:0 0 1rem">${escape(reason)}</p>
<p style="margin:0 0 1rem;color:#b0a698">${escape(advice)}</p>${canTryAgain ? '\n<p style="margin:0"><a href="" style="color:#f6f1e7">Try again</a></p>' : ''}
</main>
</body>
</html>
`

const escape = (text: string) => text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
