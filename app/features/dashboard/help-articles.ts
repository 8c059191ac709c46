import { dueRule } from '#server/partners/terms.values.ts'
// The articles of /brand/dashboard/help. To change them, edit only the texts below. An answer is a list of paragraphs;
// a link is written [text](/address). `words` are other words to search by. Describe the dashboard as it is now,
// without planned features.

import { MAX_IMPORT_BYTES } from '#server/importing/imports.schema.ts'
import { KEPT_DAYS, MAX_SELECTED, STATES_KEPT } from '#server/products/own-products.schema.ts'
import { MAX_PROMOTIONS } from '#server/storefront/promotion-values.schema.ts'
import { UPLOAD_SLOTS } from '#server/uploads/uploads.values.ts'
import { CONNECT_ARTICLES } from './connect-articles.ts'
import type { HelpArticle } from './help-article.ts'

const MB = 2 ** 20

export const ARTICLES: readonly HelpArticle[] = [
  {
    id: 'add-product',
    topic: 'Products',
    title: 'How do I add a product?',
    answer: [
      '[Create a new product](/brand/dashboard/products/new), or press Add Product under [Products](/brand/dashboard/products). Every product needs a name and a price. Sizes and colours are variants, each with a price, stock and SKU. Add pictures: products without one show a blank space.',
      'Only your team can see drafts. Shoppers can find a product once it is active, your brand is approved and your store is not paused.',
      'Viewers cannot add products. Ask the owner to make you an editor.',
    ],
    words: 'create new upload listing',
    related: ['pictures', 'import-csv', 'product-status'],
  },
  {
    id: 'product-status',
    topic: 'Products',
    title: 'What do draft, active and archived mean?',
    answer: [
      'Everyone can see active products if your brand is approved and your store is not paused. Only your team can see drafts. Archived products are hidden, and you can bring them back.',
      `Deleted products disappear from the shop and your list immediately. For ${KEPT_DAYS} days, you can restore them under Deleted. After that, they are permanently deleted.`,
    ],
    words: 'publish hide delete restore undo visible',
    related: ['add-product', 'activity', 'under-review'],
  },
  {
    id: 'import-csv',
    topic: 'Products',
    title: 'How do I import products from a file?',
    answer: [
      `Go to [Import products](/brand/dashboard/products/import), which is also linked under Connect Store and Export. Choose a file of up to ${MAX_IMPORT_BYTES / MB} MB. We read exports from Shopify, WooCommerce, Wix, Etsy, Magento, BigCommerce and PrestaShop. We also read Google and Facebook feeds (XML, CSV or TSV) and our own format. For any other file, you match its columns to ours. The file needs one row for each variant. Save Excel workbooks as CSV first. The page has a sample file.`,
      'You see a preview before anything changes. We identify existing products by their handle and update them instead of adding duplicates. Products missing from the file stay as they are, unless you choose to archive them.',
      'If we cannot read a row, we show its line number and still import the other products. You can undo a whole import.',
      'If your file is available at a URL, you can add it as a feed. We check feeds every 6, 12 or 24 hours.',
    ],
    words: 'import products csv shopify upload spreadsheet excel bulk feed sync',
    related: ['export-csv', 'bulk-prices', 'pictures'],
  },
  {
    id: 'export-csv',
    topic: 'Products',
    title: 'How do I export my products as CSV?',
    answer: [
      'Open [Export](/brand/dashboard/products/export). Choose our format or Shopify’s, and which products to include. You can edit the file in any spreadsheet and upload it again with [Import](/brand/dashboard/products/import). Images from your own store are included as links. Images that you uploaded to WTF are not included.',
      'The CSV link above your [products](/brand/dashboard/products) table downloads all rows that match your filters, not only the current page.',
    ],
    words: 'export products csv download spreadsheet excel',
    related: ['import-csv', 'bulk-prices'],
  },
  {
    id: 'bulk-prices',
    topic: 'Products',
    title: 'How do I change many prices at once?',
    answer: [
      `On [Products](/brand/dashboard/products), select individual rows or all matching products (up to ${MAX_SELECTED.toLocaleString('en')}). Then change their prices by a percentage or an amount, or their status, stock, tags or category. You see how many products will change before you confirm.`,
      'To schedule a temporary price, open the product and go to Prices. The price starts and ends automatically.',
      'Each bulk change is one entry in your activity, and you can undo it as a whole. Products that have changed since then stay as they are, and we show you which ones.',
    ],
    words: 'bulk edit price sale discount many',
    related: ['activity', 'export-csv'],
  },
  {
    id: 'pictures',
    topic: 'Products',
    title: 'Which pictures can I use?',
    answer: [
      `Product images can be JPEG, PNG, WebP, AVIF or GIF (we keep the first frame), up to ${UPLOAD_SLOTS.productPicture.maxBytes / MB} MB each and ${UPLOAD_SLOTS.productPicture.maxFiles} at once. Product lists show them in a 4:5 portrait format and crop the sides of wider images, so leave some room around the garment. Lists show the first image, and the second when a shopper hovers over it.`,
      `On your store page, the hero image can be up to ${UPLOAD_SLOTS.heroImage.maxBytes / MB} MB and the logo up to ${UPLOAD_SLOTS.logo.maxBytes / MB} MB. Promotion images can be JPEG, PNG or WebP up to ${UPLOAD_SLOTS.promotionalImage.maxBytes / MB} MB.`,
      'Describe each picture. Screen readers read the description aloud, and search uses it.',
      'Only use pictures that you have the rights to. We review brands and may reject one that uses other people’s pictures.',
    ],
    words: 'photo image size format upload alt jpeg png webp avif gif limit megabytes',
    related: ['add-product', 'storefront'],
  },
  {
    id: 'activity',
    topic: 'Products',
    title: 'How do I see changes and undo them?',
    answer: [
      'Your [activity](/brand/dashboard/activity) lists every product change: who made it, when, and the old and new values. Each import or bulk change is one entry.',
      `Owners and editors can undo an entry for ${KEPT_DAYS} days. For each product, you can undo its last ${STATES_KEPT} changes. Products changed again since then stay as they are, and we show you which ones. You can also undo an undo.`,
    ],
    words: 'history log undo revert activity',
    related: ['bulk-prices', 'roles'],
  },
  {
    id: 'compared',
    topic: 'Products',
    title: 'Are my products compared with other stores’ products?',
    answer: [
      'If another store lists the same item, shoppers see a comparison page with each store’s price, stock, delivery and returns. Offers are sorted by price, lowest first, then by store name. Stores cannot pay for a better position. A click on your offer counts as a click on your product.',
      'We match items by GTIN, by brand and style number (SKU) or, with less certainty, by brand, name and picture. Enter correct GTINs and SKUs. We ignore any GTIN or SKU used on more than three of your products.',
      'If your product is matched to a different item, report it on the comparison page. Our team reviews it and separates the two permanently.',
    ],
    words: 'compare comparison price other stores same item GTIN barcode match',
    related: ['add-product', 'policies'],
  },
  {
    id: 'under-review',
    topic: 'Your store',
    title: "What does 'Under review' mean?",
    answer: [
      'Our team reviews every brand before it is listed. Until then, you can prepare your products, storefront and team. Shoppers cannot see them yet.',
      'We will email you our decision. If we cannot list your brand, [your dashboard](/brand/dashboard) shows the reason. Brands that join with the email address and brand name on their invitation are approved straight away.',
    ],
    words: 'pending approval approved rejected waiting',
    related: ['product-status', 'pause'],
  },
  {
    id: 'storefront',
    topic: 'Your store',
    title: 'How do I change what my store page looks like?',
    answer: [
      'Under [Store Customization](/brand/dashboard/storefront), you can change the hero image, logo, title, text, and shipping and returns policies. Your changes are kept as a draft that your team can preview. They only go live when you press Save Changes.',
    ],
    words: 'storefront logo hero banner about customise customize brand page',
    related: ['promotions', 'pictures', 'policies'],
  },
  {
    id: 'promotions',
    topic: 'Your store',
    title: 'How do promotions work?',
    answer: [
      'Under [WTF Promotions](/brand/dashboard/promotions) you can upload pictures and videos of your brand for the home page, each with a short description. We review them before they go live and email you the result.',
      `Videos can be MP4 or WebM, up to ${UPLOAD_SLOTS.promotionalVideo.maxBytes / MB} MB. You can also upload MOV and AVI, but videos that browsers cannot play do not go live. You can have up to ${MAX_PROMOTIONS} promotions. The home page shows at most one per store at a time, and you can turn each one off at any time.`,
    ],
    words: 'promotion video campaign review homepage',
    related: ['storefront', 'under-review'],
  },
  {
    id: 'policies',
    topic: 'Your store',
    title: 'Where do I set shipping and returns?',
    answer: [
      'Go to [Store Customization](/brand/dashboard/storefront). Owners can also set them under [Store Settings](/brand/dashboard/settings/store). They appear on every product page. If they are empty, we direct shoppers to your store.',
      'We send you shoppers, and you sell, ship and handle returns, so enter your own store’s policies.',
    ],
    words: 'shipping returns policy delivery',
    related: ['storefront', 'account-settings'],
  },
  ...CONNECT_ARTICLES,
  {
    id: 'clicks',
    topic: 'Your store',
    title: 'How do I track sales, and how are clicks counted?',
    answer: [
      'We count product views on WTF and visits to your store. We can match sales once your store reports its orders: [connect it](/brand/dashboard/connect-store), or use the [conversions API](/brand/dashboard/connect-store/api) or a file. Until your store reports orders, no sales appear.',
      'Each order under [Sales](/brand/dashboard/sales) shows its click, how we matched it, the amount on which commission is charged, and how each commission entry was calculated. We confirm a sale when its lock period ends. Refunds before then reduce its commission.',
      'If we did not accept a click or discount code as proof that an order came from WTF, the order shows the reason. You only owe commission on an order with a click, or with a discount code that your plan covers. The exception is an order that your store’s owner confirms came from us.',
      'We count at most one visit per shopper, product and hour. We exclude bots, previews, your own team and excessive clicks. You can turn on a weekly report under [Notifications](/brand/dashboard/settings/notifications). Under Sales and Analytics, you can choose any date range, and Export covers the same days. Days, weeks and months start at midnight in the time zone of your [profile](/brand/dashboard/settings).',
    ],
    words: 'time zone midnight track sales analytics statistics visits views figures commission',
    related: ['conversions-api', 'connect-shopify', 'connect-woocommerce', 'tracking-parameters', 'invoices'],
  },
  {
    id: 'conversions-api',
    topic: 'Your store',
    title: 'My store is on neither Shopify nor WooCommerce. How do I report orders?',
    answer: [
      'Your system sends them to the [conversions API](/brand/dashboard/connect-store/api) when they are paid, refunded or cancelled, with the ID of the click that led to each order. The owner creates an API key there, which is shown only once. The page also has examples to copy.',
      'If your store can only call a URL when an order is paid, use a signed URL. For past orders, or if your store can do neither, upload [a file](/brand/dashboard/connect-store/files). You see a preview of each order first. Orders count once we have approved the file.',
      'Never send personal data about buyers. If you report an order again, it still counts only once.',
    ],
    words: 'api key webhook postback csv orders conversions integration wix magento custom developer',
    related: ['clicks', 'tracking-parameters', 'webhooks'],
  },
  {
    id: 'webhooks',
    topic: 'Your store',
    title: 'How can my system be notified of new sales and invoices?',
    answer: [
      'Create a [webhook](/brand/dashboard/connect-store/webhooks): we then send each event to your URL as a signed request. The owner of the store chooses the events and copies the secret, which is shown once. Your system uses the secret to verify that an event comes from us.',
      'If your system does not respond with a 2xx status within 10 seconds, we try again for three days. Then we turn the webhook off and email the owner. The delivery log shows each response, and you can send an event again.',
      'An event can arrive more than once. A repeated event has the same webhook-id, so that your system can ignore it.',
    ],
    words: 'webhook event notification push integration api secret signature rotate developer',
    related: ['conversions-api', 'invoices'],
  },
  {
    id: 'tracking-parameters',
    topic: 'Your store',
    title: 'What are the tracking parameters in links to my store?',
    answer: [
      'Each link contains three parameters for your web analytics (utm_source, utm_medium and utm_campaign), your partner ID, and the click ID (wtf_cid). You can set the first three under [Store Settings](/brand/dashboard/settings/store).',
      'Parameters in your own URLs are kept. For Shopify stores, we also send the click ID as ref, which Shopify saves with the order. You can turn this off under Store Settings too.',
    ],
    words: 'utm source medium campaign ref wtf_cid google analytics',
    related: ['clicks', 'policies'],
  },
  {
    id: 'pause',
    topic: 'Your store',
    title: 'Can I pause my store?',
    answer: [
      'Yes. The owner can set the start and end under [Store Settings](/brand/dashboard/settings/store). While paused, your store and products are hidden, and links to your site do not work. Recently viewed pages may stay visible for up to 20 seconds.',
      'Nothing is deleted. Your products stay on shoppers’ wishlists and are visible again when you reopen.',
    ],
    words: 'holiday vacation close closed hide stop',
    related: ['under-review', 'product-status'],
  },
  {
    id: 'invoices',
    topic: 'Your store',
    title: 'When do I get an invoice?',
    answer: [
      `You get your first invoice after your first confirmed sale. ${dueRule()} You only pay commission on sales that we referred, at your plan’s rates. See [Billing & Plans](/brand/dashboard/settings/billing).`,
      'If items are returned before a sale is confirmed, we deduct their commission at the original rate. If they are returned after we invoice you, we credit the commission on your next invoice.',
      'Invoices show VAT. If you are in the same country as us, we charge VAT at that country’s rate. If you are in another EU country and your [billing details](/brand/dashboard/settings/billing) include a VAT number, the reverse charge applies: we charge no VAT, and you account for it. In all other countries, we charge no VAT.',
      'We remind you by email three days before an invoice is due, on the day, and up to three times afterwards.',
      'Each invoice is available as a PDF and as an e-invoice (UBL, EN 16931), which accounting software can read.',
      'Under [Invoices](/brand/dashboard/invoices), you can download your complete ledger and a small program for checking it yourself.',
    ],
    words: 'billing pay payment commission plan fee invoice vat tax e-invoice xml ubl',
    related: ['clicks'],
  },
  {
    id: 'currency',
    topic: 'Your store',
    title: 'How do I change my currency?',
    answer: [
      'Until your first sale, the owner can change it under [Profile](/brand/dashboard/settings). After that, only our team can change it. Products of a connected store use the store’s currency. If it differs from yours, we ask before we change yours. Test orders count as sales until you cancel or refund them.',
      'We do not convert prices. Products, sales and invoices keep their currency. To change the currency of existing products, export them, enter the new prices and currency in the price and currency columns, and import the file.',
    ],
    words: 'currency euro pound dollar usd eur gbp price convert country',
    related: ['invoices'],
  },
  {
    id: 'roles',
    topic: 'Team and account',
    title: 'How do I invite colleagues, and what can they do?',
    answer: [
      'The owner invites them by email under [Team](/brand/dashboard/team). Each link works once, for seven days, and only for the email address it was sent to.',
      'Editors can edit products and the store page. Viewers cannot change anything. Only the owner manages settings, team and contracts. Role changes take effect when the next page loads. People you remove are signed out everywhere.',
      'An account belongs to one store. The owner can transfer the store to a colleague and then becomes an editor.',
    ],
    words: 'team invite member owner editor viewer permission access colleague handover transfer',
    related: ['account-settings', 'activity'],
  },
  {
    id: 'account-settings',
    topic: 'Team and account',
    title: 'Where are my account settings?',
    answer: [
      'Under [Settings](/brand/dashboard/settings): your brand profile, policies and tracking, notifications, password and devices, plan, and how the dashboard looks.',
      'Personal settings, such as your sign-in email, are in your [account](/settings).',
      'The owner can change your store’s website under [Connect Store](/brand/dashboard/connect-store). We send shoppers to the new website once you have verified its domain.',
    ],
    words: 'account settings profile password email phone website name theme light dark',
    related: ['roles', 'notifications'],
  },
  {
    id: 'notifications',
    topic: 'Team and account',
    title: 'Which emails do I get?',
    answer: [
      'You can choose them under [Notifications](/brand/dashboard/settings/notifications). Each team member chooses separately. Emails about new sales come within minutes, once a day at 8:00, or not at all. We send the low-stock email at most once a day, and it mentions each product once until it is restocked. The weekly report, if you turn it on, is sent on Mondays. Push notifications are sent to the devices where you turn them on.',
      'Each of these emails has a link to unsubscribe without signing in.',
    ],
    words: 'email push notification device inventory stock weekly report unsubscribe',
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

/**
 * Returns the articles that match every typed word, or all articles if nothing is typed. A typed word matches the start
 * of a word. Articles with more matches in the title come first.
 */
export function searchArticles(query: string): readonly HelpArticle[] {
  const words = query.toLowerCase().split(NOT_A_WORD).filter(Boolean)
  if (!words.length) return ARTICLES
  const begins = (text: string, word: string) => text.split(NOT_A_WORD).some((each) => each.startsWith(word))
  const inTitle = (title: string) => words.filter((word) => begins(title, word)).length
  return SEARCHED.filter(({ everything }) => words.every((word) => begins(everything, word)))
    .toSorted((one, other) => inTitle(other.title) - inTitle(one.title))
    .map(({ article }) => article)
}
