import type { Context } from 'hono'

const POLICY = "default-src 'none'; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>Too long | WTF</title>
</head>
<body style="margin:0;background:#0c0b0a;color:#f6f1e7;font:1.0625rem/1.6 'Helvetica Neue',Arial,sans-serif">
<main style="max-width:36rem;margin:12vh auto;padding:0 1.5rem">
<h1 style="margin:0 0 1.25rem;font:500 2.75rem/1.05 'Bodoni 72',Didot,Georgia,serif">This is too long</h1>
<p style="margin:0 0 1rem">What you sent is larger than 1 MB, which is more than we take. Nothing of it was kept.</p>
<p style="margin:0;color:#b0a698">Go back with your browser: what you typed should still be there. A message may have 5,000 characters.</p>
</main>
</body>
</html>
`

/** The answer to more than the server reads: a page that says so, for whoever has filled in a form without JavaScript. */
export function tooLarge(c: Context): Response {
  return c.html(PAGE, 413, { 'cache-control': 'no-store', 'content-security-policy': POLICY })
}
