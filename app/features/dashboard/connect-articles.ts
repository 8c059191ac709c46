import { APPROVAL_MINUTES } from '#server/connections/connections.schema.ts'
import { NEEDED_SCOPES } from '#server/shopify/scopes.values.ts'
import type { HelpArticle } from './help-article.ts'
import { themeSnippet } from './theme-snippet.ts'

/** How to connect a store on each platform, in the format of help-articles.ts. */
export const CONNECT_ARTICLES: readonly HelpArticle[] = [
  {
    id: 'connect-shopify',
    topic: 'Your store',
    title: 'How do I connect my Shopify store?',
    answer: [
      'Go to [Connect Store](/brand/dashboard/connect-store). We then import your products, keep them in sync and match orders to clicks. You need your own Shopify app. Follow one of the two guides below, depending on when you created the app.',
      `The app can only read products, inventory and orders (scopes: ${NEEDED_SCOPES.join(', ')}). It cannot change anything. We discard buyers' names, addresses and phone numbers before we store an order.`,
    ],
    guide: [
      {
        title: 'A new app: client ID and secret',
        steps: [
          'Open dev.shopify.com, press Apps, then Create app, and give it a name such as WTF.',
          `Under Versions, enter the access scopes ${NEEDED_SCOPES.join(', ')}, and press Release.`,
          'On Home, press Install app and choose your store. Your app and your store must belong to the same organisation.',
          'Under Settings, copy the client ID and the secret.',
          'On Connect Store, enter your store URL, choose Client ID and secret, enter both, and press Connect Store.',
        ],
      },
      {
        title: 'An older app: access token',
        steps: [
          'In your Shopify admin, open Settings > Apps and sales channels > Develop apps, and choose your app.',
          `Under Configuration > Admin API integration, tick ${NEEDED_SCOPES.join(', ')}, press Save, then Install app.`,
          'Under API credentials, press Reveal token once. The token begins with shpat_ and is shown only once. Copy the token and the API secret key below it.',
          'On Connect Store, enter your store URL, choose Access token, enter both, and press Connect Store.',
        ],
      },
    ],
    snippet: {
      label: 'Snippet for your theme',
      lead: 'Optional but recommended. It saves the click ID in the shopper’s cart, so we can match sales even if the browser hides where the shopper came from. It also reports store visits and carts to us. In Shopify, open Online Store > Themes > Edit code > layout/theme.liquid, and paste the snippet before </head>.',
      text: themeSnippet,
    },
    words: 'shopify connect token client id secret app api scopes snippet theme liquid webhooks',
    related: ['clicks', 'connect-woocommerce', 'tracking-parameters', 'import-csv'],
  },
  {
    id: 'connect-woocommerce',
    topic: 'Your store',
    title: 'How do I connect my WooCommerce store?',
    answer: [
      'Go to [Connect Store](/brand/dashboard/connect-store). We then import your products, keep them in sync and match orders to clicks. You approve the connection in your own store, or enter a key.',
      'Your store asks you to approve read and write access. We only read products and orders. WooCommerce requires write access to create the webhooks that tell us about changes. With a read-only key, we check your store every 15 minutes instead. We discard buyers’ names, addresses and phone numbers before we store an order.',
      'WooCommerce switches a webhook off after several failures. We check for this every hour, register the webhook again and import what we missed. Connect Store shows when it happened.',
      'When a shopper buys, WooCommerce tells us the first page they opened, which contains the click ID. It forgets this when the browser is closed. Our plugin, on Connect Store, keeps the click ID for 30 days and saves it with the order. Discount codes and order files work too.',
      'If your store is in a folder, such as brand.example/shop, also verify its domain on [Connect Store](/brand/dashboard/connect-store). Connecting it does not prove that the rest of the domain is yours.',
      'We cannot delete our key in your store. After you disconnect, revoke it under WooCommerce > Settings > Advanced > REST API.',
    ],
    guide: [
      {
        title: 'With an approval',
        steps: [
          'Your store needs an HTTPS address that anyone can reach. Under Settings > Permalinks, choose any structure except Plain.',
          'On Connect Store, enter the address of your store as shown under Settings > General > Site Address, and press Continue to your store.',
          `Press Open your store, sign in to its admin as an administrator or shop manager, and press Approve within ${APPROVAL_MINUTES} minutes. Use the same browser.`,
          'Your store sends you back to WTF, and we import your products.',
        ],
      },
      {
        title: 'With a key',
        steps: [
          'In your store’s admin, open WooCommerce > Settings > Advanced > REST API and press Add key.',
          'Enter WTF as the description. Choose Read/Write permission for webhooks, or Read permission for a check every 15 minutes.',
          'Press Generate API key and copy the consumer key and the consumer secret. Both are shown only once.',
          'On Connect Store, open Enter a key instead, enter the address and both parts of the key, and press Connect with this key.',
        ],
      },
    ],
    words: 'woocommerce wordpress connect approve key consumer secret rest api read write webhooks permalinks',
    related: ['clicks', 'connect-shopify', 'tracking-parameters', 'import-csv'],
  },
]
