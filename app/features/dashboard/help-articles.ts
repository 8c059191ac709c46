// The articles of /brand/dashboard/help. To change them, edit the texts below and nothing else. An answer is a list of
// paragraphs; a link is written [text](/address). `words` are other words to search by. Everything must be true of the
// dashboard as it is: an article about what is not there yet is not written.

import { NEEDED_SCOPES } from '#server/connections/connections.schema.ts'
import { MOST_IMPORT_BYTES } from '#server/importing/imports.schema.ts'
import { KEPT_DAYS, MOST_SELECTED } from '#server/products/own-products.schema.ts'
import { MOST_PROMOTIONS } from '#server/storefront/promotion-values.schema.ts'
import { UPLOAD_SLOTS } from '#server/uploads/uploads.values.ts'
import { themeSnippet } from './theme-snippet.ts'

const MB = 2 ** 20

export const HELP_TOPICS = ['Products', 'Your store', 'Team and account'] as const

export interface HelpArticle {
  /** Its address: /brand/dashboard/help/add-product */
  id: string
  topic: (typeof HELP_TOPICS)[number]
  title: string
  answer: readonly string[]
  words?: string
  /** What to do, one after another, where an article is a guide. */
  guide?: ReadonlyArray<{ title: string; steps: readonly string[] }>
  /** A text to copy from it. @param siteUrl of this shop */
  snippet?: { label: string; lead: string; text: (siteUrl: string) => string }
  /** Ids of other articles. */
  related: readonly string[]
}

export const ARTICLES: readonly HelpArticle[] = [
  {
    id: 'add-product',
    topic: 'Products',
    title: 'How do I add a product?',
    answer: [
      'Open [Products](/brand/dashboard/products) and press Add Product, or go straight to [a new product](/brand/dashboard/products/new). It needs a name and a price. Sizes and colours are variants, each with a price, a stock and a SKU of its own. Add pictures: what has none shows an empty place.',
      'A draft is seen by your team alone. Once its status is active, and your brand is approved and not paused, people can find it.',
      'Viewers of your team cannot add products: ask the owner to make you an editor.',
    ],
    words: 'create new upload listing',
    related: ['pictures', 'import-csv', 'product-status'],
  },
  {
    id: 'product-status',
    topic: 'Products',
    title: 'What do draft, active and archived mean?',
    answer: [
      'Active products are for everybody, as long as your brand is approved and your store is not paused. Drafts are for your team. Archived products are put away: nobody finds them, and you can bring them back.',
      `What you delete is out of the shop and of your list at once. It stays under Deleted for ${KEPT_DAYS} days, where you can restore it; then it is gone for good.`,
    ],
    words: 'publish hide delete restore undo visible',
    related: ['add-product', 'activity', 'under-review'],
  },
  {
    id: 'import-csv',
    topic: 'Products',
    title: 'How do I import products from a file?',
    answer: [
      `Open [Import](/brand/dashboard/products/import) and choose a file of up to ${MOST_IMPORT_BYTES / MB} MB. We read exports from Shopify, WooCommerce, Wix, Etsy, Magento, BigCommerce and PrestaShop, Google and Facebook feeds (XML, CSV or TSV), and our own columns, of which there is a sample file. For any other table, you choose its columns. It needs a row for each variant. Save Excel workbooks as CSV first.`,
      'You see what would be made and changed before anything is. Products that are here already are found again by their handle and are changed, not doubled. What the file does not name stays as it is, or is archived if you choose so.',
      'What cannot be read is named with its line, and keeps no other product from coming in. A whole import can be undone.',
      'A file that your store keeps at an address of its own can be read again every 6, 12 or 24 hours: that is a feed.',
    ],
    words: 'import products csv shopify upload spreadsheet excel bulk feed sync',
    related: ['export-csv', 'bulk-prices', 'pictures'],
  },
  {
    id: 'export-csv',
    topic: 'Products',
    title: 'How do I export my products as CSV?',
    answer: [
      'On [Export](/brand/dashboard/products/export), in our own columns or as Shopify reads them, with all your products or those of one status. Such a file can be changed in any spreadsheet and brought back by [Import](/brand/dashboard/products/import). Pictures that you uploaded here are not in it.',
      'The link CSV above the table of your [products](/brand/dashboard/products) gives the table itself, for reading: all rows of what you filter, not only those of the page that you see.',
    ],
    words: 'export products csv download spreadsheet excel',
    related: ['import-csv', 'bulk-prices'],
  },
  {
    id: 'bulk-prices',
    topic: 'Products',
    title: 'How do I change many prices at once?',
    answer: [
      `On [Products](/brand/dashboard/products), choose the rows, or all of the filter, up to ${MOST_SELECTED.toLocaleString('en')} products. Then change their prices by a percentage or an amount, or their status, stock, tags or category. You see how many are meant before you press.`,
      'A price that holds for a time is planned on the page of the product, under Prices over time: it begins and ends by itself.',
      'Each such change is one act: it stands in the activity of your store and can be undone as a whole. What somebody has changed since is left alone, and named.',
    ],
    words: 'bulk edit price sale discount many',
    related: ['activity', 'export-csv'],
  },
  {
    id: 'pictures',
    topic: 'Products',
    title: 'Which pictures can I use?',
    answer: [
      `Of products: JPEG, PNG, WebP, AVIF or GIF, of which the first image is kept, up to ${UPLOAD_SLOTS.productPicture.maxBytes / MB} MB each and ${UPLOAD_SLOTS.productPicture.maxFiles} at once. Lists show them upright, four to five: what is wider is cut at its sides, so leave some room around the garment. The first picture is the one in lists, the second shows when somebody points at it.`,
      `Of your store page: the large picture up to ${UPLOAD_SLOTS.heroImage.maxBytes / MB} MB, the logo up to ${UPLOAD_SLOTS.logo.maxBytes / MB} MB. Of promotions: JPEG, PNG or WebP up to ${UPLOAD_SLOTS.promotionalImage.maxBytes / MB} MB.`,
      'Give each a description: it is read aloud to people who do not see the picture, and search reads it too.',
      'Use only pictures that you may use. We look at brands, and a picture that belongs to somebody else is a reason not to list one.',
    ],
    words: 'photo image size format upload alt jpeg png webp avif gif limit megabytes',
    related: ['add-product', 'storefront'],
  },
  {
    id: 'activity',
    topic: 'Products',
    title: 'Who has changed what, and can I undo it?',
    answer: [
      'Every change of products stands in your [activity](/brand/dashboard/activity): who, when, what it was before and what it is now. Imports and changes of many are one entry each.',
      `Owners and editors can undo an entry for ${KEPT_DAYS} days. What has been changed again meanwhile stays as it is, and is named. An undo can be undone.`,
    ],
    words: 'history log undo revert activity',
    related: ['bulk-prices', 'roles'],
  },
  {
    id: 'compared',
    topic: 'Products',
    title: 'Are my products compared with those of other stores?',
    answer: [
      'Where another store lists the same piece, a page shows all stores that have it: price, stock, delivery and returns as shoppers see them anyway. The cheapest comes first, then the name of the store; no place can be bought. Each click from there is counted as one of your product.',
      'The same piece is found by its GTIN, by brand and style number (SKU), or, less surely, by brand, name and picture. GTINs and SKUs that are right bring yours to the right place; those that are on more than three of your products say nothing.',
      'If yours stands beside a piece that is another one, report it on that page. A person looks, and separates them for good.',
    ],
    words: 'compare comparison price other stores same item GTIN barcode match',
    related: ['add-product', 'policies'],
  },
  {
    id: 'under-review',
    topic: 'Your store',
    title: "What does 'Under review' mean?",
    answer: [
      'A person looks at every brand before it is listed. Until then you can prepare everything: products, storefront, team. Nothing of it is found by shoppers yet.',
      'You hear from us by mail, whatever we decide. If we cannot list a brand, the reason stands on [your dashboard](/brand/dashboard). Brands that joined as they were invited are approved at once.',
    ],
    words: 'pending approval approved rejected waiting',
    related: ['product-status', 'pause'],
  },
  {
    id: 'storefront',
    topic: 'Your store',
    title: 'How do I change what my store page looks like?',
    answer: [
      'Under [Store Customization](/brand/dashboard/storefront): the large picture, the logo, title and texts, shipping and returns. What you change is kept as a draft, which your team sees in the preview. Nothing of it is public before you press Save Changes.',
    ],
    words: 'storefront logo hero banner about customise customize brand page',
    related: ['promotions', 'pictures', 'policies'],
  },
  {
    id: 'promotions',
    topic: 'Your store',
    title: 'How do promotions work?',
    answer: [
      'Under [WTF Promotions](/brand/dashboard/promotions) you hand in pictures and films of your brand for the home page, each with a word on what it shows. We look at them before they are shown, and you hear from us by mail.',
      `Films are MP4 or WebM up to ${UPLOAD_SLOTS.promotionalVideo.maxBytes / MB} MB; MOV and AVI are taken too, but what browsers cannot play cannot go live. You can have ${MOST_PROMOTIONS} promotions. At most one of each store is shown at a time, and you can switch each off whenever you like.`,
    ],
    words: 'promotion video campaign review homepage',
    related: ['storefront', 'under-review'],
  },
  {
    id: 'policies',
    topic: 'Your store',
    title: 'Where do I say how I ship and take back?',
    answer: [
      'Under [Store Customization](/brand/dashboard/storefront), or, as the owner, under [Store Settings](/brand/dashboard/settings/store). What you write there stands on the page of every product. Left empty, we point to your own store.',
      'You sell, ship and take back; we lead shoppers to you. So write what holds in your store.',
    ],
    words: 'shipping returns policy delivery',
    related: ['storefront', 'account-settings'],
  },
  {
    id: 'connect-shopify',
    topic: 'Your store',
    title: 'How do I connect my Shopify store?',
    answer: [
      'Under [Connect Store](/brand/dashboard/connect-store). Your products then come here by themselves and stay as they are in your store, and orders find the clicks that led to them. It needs an app of your own in Shopify, which nobody else uses. Which of the two ways is yours depends on when it was made.',
      `It may read products, inventory and orders: ${NEEDED_SCOPES.join(', ')}. It may change nothing. Names, addresses and phone numbers of your buyers are dropped before anything is stored.`,
    ],
    guide: [
      {
        title: 'A new app: client id and secret',
        steps: [
          'Open dev.shopify.com, press Apps, then Create app, and give it a name such as WTF.',
          `Under Versions, enter the access scopes ${NEEDED_SCOPES.join(', ')}, and press Release.`,
          'On Home, press Install app and choose your store. Dashboard and store have to belong to the same organisation.',
          'Under Settings, copy the client id and the secret.',
          'On Connect Store, enter your store URL, choose Client id and secret, enter both, and press Connect Store.',
        ],
      },
      {
        title: 'An older app: access token',
        steps: [
          'In the admin of your store open Settings, Apps and sales channels, Develop apps, and choose your app.',
          `Under Configuration, Admin API integration, tick ${NEEDED_SCOPES.join(', ')}, press Save, then Install app.`,
          'Under API credentials, press Reveal token once: it begins with shpat_ and is shown only this time. Copy it, and the API secret key below it.',
          'On Connect Store, enter your store URL, choose Access token, enter both, and press Connect Store.',
        ],
      },
    ],
    snippet: {
      label: 'Snippet for your theme',
      lead: 'Not needed, but good: it keeps the click with the cart, so that a sale is found even where a browser hides where the shopper came from, and tells us when a click arrives and comes to a cart. In Shopify open Online Store, Themes, Edit code, layout/theme.liquid, and paste it before </head>.',
      text: themeSnippet,
    },
    words: 'shopify connect token client id secret app api scopes snippet theme liquid webhooks',
    related: ['clicks', 'tracking-parameters', 'import-csv'],
  },
  {
    id: 'clicks',
    topic: 'Your store',
    title: 'How do I track sales, and how are clicks counted?',
    answer: [
      'We count looks at your products and visits to your store from here. Sales are found once your store reports its orders: [connect it](/brand/dashboard/connect-store), or use the [conversions API](/brand/dashboard/connect-store/api) or a file. Without that we show none rather than guess.',
      'Each order under [Sales](/brand/dashboard/sales) tells its story: the click that it came from, how we know it, what of it counts, and every entry that it owes, with the arithmetic. It is confirmed once the time for returns is over.',
      'Signals that do not hold stay visible with the reason. An order that names us without a click, or by a code that your plan does not pay for, owes nothing unless the owner confirms it.',
      'A visit is counted once for a shopper and product within an hour. Robots, previews, your own team, and more clicks than a person makes are left out. The weekly report, under [Notifications](/brand/dashboard/settings/notifications), tells the figures of the week. Days, months and that week begin at midnight in the time zone of your [profile](/brand/dashboard/settings).',
    ],
    words: 'time zone midnight track sales analytics statistics visits views figures commission',
    related: ['conversions-api', 'connect-shopify', 'tracking-parameters', 'invoices'],
  },
  {
    id: 'conversions-api',
    topic: 'Your store',
    title: 'My store is not a Shopify store. How do you learn of my orders?',
    answer: [
      'Your system tells us, by the [conversions API](/brand/dashboard/connect-store/api): an order when it is paid, refunded or cancelled, with the click that it came from. The owner makes a key there, which is shown once; examples to copy stand beside it.',
      'A shop that can only call an address when an order is paid uses a signed address. For orders of the past, or a shop that can do neither, send [a file](/brand/dashboard/connect-store/files): you see what would come of each order, and it counts once we have approved the file.',
      'Nothing about the buyer is ever sent. The same order may be told as often as you like: it counts once.',
    ],
    words: 'api key webhook postback csv orders conversions integration woocommerce wix magento custom developer',
    related: ['clicks', 'tracking-parameters'],
  },
  {
    id: 'tracking-parameters',
    topic: 'Your store',
    title: 'What are the tracking parameters in links to my store?',
    answer: [
      'Each link carries utm_source, utm_medium and utm_campaign, which your web analytics understand, your partner id, and wtf_cid, the number of the click. You can set the first three under [Store Settings](/brand/dashboard/settings/store).',
      'Parameters that your own addresses have stay as they are. For Shopify stores the click is also sent as ref, which Shopify keeps with the order; you can switch that off.',
    ],
    words: 'utm source medium campaign ref wtf_cid google analytics',
    related: ['clicks', 'policies'],
  },
  {
    id: 'pause',
    topic: 'Your store',
    title: 'Can I pause my store?',
    answer: [
      'Yes: the owner says from when to when under [Store Settings](/brand/dashboard/settings/store). While it is paused nothing of it is listed, its pages are not found and nobody is sent to your site. Pages that were just shown may be answered for up to 20 seconds more.',
      'Nothing is deleted. Shoppers who have your products on their wishlist keep them there, and find them again when you open.',
    ],
    words: 'holiday vacation close closed hide stop',
    related: ['under-review', 'product-status'],
  },
  {
    id: 'invoices',
    topic: 'Your store',
    title: 'When do I get an invoice?',
    answer: [
      'The first comes with the first confirmed sale. It is due on the 15th of the month after. You pay a commission on sales that we referred, at the rates of the plan that you accepted, and nothing else: see [Billing & Plans](/brand/dashboard/settings/billing).',
      'What goes back before a sale is confirmed is taken off at the rate that it had. What goes back after it was invoiced becomes a credit on the next invoice.',
      'Under [Invoices](/brand/dashboard/invoices) you can download your whole ledger, and a small program that recounts it without us.',
    ],
    words: 'billing pay payment commission plan fee invoice',
    related: ['clicks'],
  },
  {
    id: 'roles',
    topic: 'Team and account',
    title: 'How do I let colleagues in, and what may they do?',
    answer: [
      'The owner invites them by mail under [Team](/brand/dashboard/team). A link works for seven days, for the address that it was sent to, and once.',
      'Editors change products and what the store shows. Viewers look. Settings, team and contracts are the owner’s alone. Another role counts from the next page on; whoever is removed is signed out everywhere.',
      'An account belongs to one store. The owner can hand the store over to a colleague, and becomes an editor then.',
    ],
    words: 'team invite member owner editor viewer permission access colleague handover transfer',
    related: ['account-settings', 'activity'],
  },
  {
    id: 'account-settings',
    topic: 'Team and account',
    title: 'Where are my account settings?',
    answer: [
      'Under [Settings](/brand/dashboard/settings): the profile of your brand, policies and tracking, notifications, password and devices, plan, and how the dashboard looks.',
      'What belongs to you and not to the store, such as the address that you sign in with, is in your [account](/settings).',
      'The website of your store is named once. Shoppers are sent to it, so only we change it: write to us.',
    ],
    words: 'account settings profile password email phone website name theme light dark',
    related: ['roles', 'notifications'],
  },
  {
    id: 'notifications',
    topic: 'Team and account',
    title: 'Which mails do I get?',
    answer: [
      'You choose under [Notifications](/brand/dashboard/settings/notifications), and everybody of your team chooses alone. The mail about stocks comes once a day at most and names each product once, until it is well stocked again. The weekly report comes on Mondays, if you ask for it.',
      'Each of these mails has a link that ends its kind without signing in.',
    ],
    words: 'email notification inventory stock weekly report unsubscribe',
    related: ['account-settings', 'clicks'],
  },
]

const NOT_A_WORD = /[^\p{L}\p{N}]+/u
const LINK = /\[([^\]]*)\]\([^)]*\)/g
const SEARCHED = ARTICLES.map((article) => ({
  article,
  title: article.title.toLowerCase(),
  everything: [
    article.title,
    article.topic,
    article.words ?? '',
    ...article.answer.map((text) => text.replace(LINK, '$1')),
  ]
    .join(' ')
    .toLowerCase(),
}))

/** Articles in which every typed word begins a word; all for nothing typed. Those with more of them in the title first. */
export function searchArticles(query: string): readonly HelpArticle[] {
  const words = query.toLowerCase().split(NOT_A_WORD).filter(Boolean)
  if (!words.length) return ARTICLES
  const begins = (text: string, word: string) => text.split(NOT_A_WORD).some((each) => each.startsWith(word))
  const inTitle = (title: string) => words.filter((word) => begins(title, word)).length
  return SEARCHED.filter(({ everything }) => words.every((word) => begins(everything, word)))
    .toSorted((one, other) => inTitle(other.title) - inTitle(one.title))
    .map(({ article }) => article)
}
