import { getPublicSuffix } from 'tldts'

/** Hosts below which everybody can have a name, and that may be missing from the public suffix list. A name below one is somebody's own. */
const SHOPS_BELOW = new Set([
  'me.uk',
  'uk.com',
  'us.com',
  'eu.com',
  'de.com',
  'co.com',
  'myshopify.com',
  'etsy.com',
  'bigcartel.com',
  'square.site',
  'squarespace.com',
  'wixsite.com',
  'wixstudio.com',
  'wordpress.com',
  'blogspot.com',
  'weebly.com',
  'webflow.io',
  'carrd.co',
  'mybigcommerce.com',
  'myshopline.com',
  'mystrikingly.com',
  'storenvy.com',
  'tictail.com',
  'ecwid.com',
  'company.site',
  'bandcamp.com',
  'tumblr.com',
  'github.io',
  'gitlab.io',
  'web.app',
  'firebaseapp.com',
  'netlify.app',
  'vercel.app',
  'pages.dev',
  'workers.dev',
  'herokuapp.com',
  'onrender.com',
])

/** Hosts where everybody has a page. Names below them are the same host in another dress: m.instagram.com. */
const PAGES_WITHIN = [
  /^(?:.+\.)?(?:instagram|facebook|tiktok|twitter|x|pinterest|youtube|linkedin|snapchat|threads|whatsapp|telegram)\.com$/,
  /^(?:.+\.)?(?:fb\.com|fb\.me|youtu\.be|threads\.net|t\.me|wa\.me|t\.co|bit\.ly|linktr\.ee|beacons\.ai)$/,
  /^(?:.+\.)?(?:amazon|ebay|google|pinterest|zalando|vinted|aliexpress|asos)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
  /^(?:.+\.)?(?:depop|notonthehighstreet|notjustalabel|farfetch|trouva|faire|ankorstore|folksy|redbubble)\.com$/,
  /^(?:.+\.)?(?:gmail|googlemail|outlook|hotmail|live|icloud|yahoo|aol|proton)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
]

/**
 * Whether strangers have shops on a host too: a public suffix, a platform, a marketplace, a network. Nobody's to verify.
 * @param host lower case, in ASCII, without 'www.'. 'myshopify.com' is shared, 'mine.myshopify.com' is not
 */
export const isSharedHost = (host: string): boolean =>
  getPublicSuffix(host, { allowPrivateDomains: true }) === host ||
  SHOPS_BELOW.has(host) ||
  PAGES_WITHIN.some((pattern) => pattern.test(host))
