import { getPublicSuffix } from 'tldts'

/**
 * Hosts below which anyone can register a name, and which may be missing from the public suffix list. A name below one
 * belongs to its holder.
 */
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

/** Hosts where anyone can have a page. Subdomains are the same host: m.instagram.com. */
const PAGES_WITHIN = [
  /^(?:.+\.)?(?:instagram|facebook|tiktok|twitter|x|pinterest|youtube|linkedin|snapchat|threads|whatsapp|telegram)\.com$/,
  /^(?:.+\.)?(?:fb\.com|fb\.me|youtu\.be|threads\.net|t\.me|wa\.me|t\.co|bit\.ly|linktr\.ee|beacons\.ai)$/,
  /^(?:.+\.)?(?:amazon|ebay|google|pinterest|zalando|vinted|aliexpress|asos)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
  /^(?:.+\.)?(?:depop|notonthehighstreet|notjustalabel|farfetch|trouva|faire|ankorstore|folksy|redbubble)\.com$/,
  /^(?:.+\.)?(?:gmail|googlemail|outlook|hotmail|live|icloud|yahoo|aol|proton)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
]

/**
 * Whether unrelated people share a host: a public suffix, platform, marketplace or social network. It cannot be
 * verified.
 * @param host lower case, in ASCII, without 'www.'. 'myshopify.com' is shared, 'mine.myshopify.com' is not
 */
export const isSharedHost = (host: string): boolean =>
  getPublicSuffix(host, { allowPrivateDomains: true }) === host ||
  SHOPS_BELOW.has(host) ||
  PAGES_WITHIN.some((pattern) => pattern.test(host))
