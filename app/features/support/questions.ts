import type { SupportTopic } from '#server/support/ticket-values.schema.ts'

// The questions and answers of /support. To change them, edit only the texts below. An answer is a list of paragraphs;
// a link is written [text](/address). `words` are other words to search by. Describe this marketplace as it is: stores
// sell, ship, accept returns and charge customers, and we only link to them.

export interface Topic {
  topic: SupportTopic
  title: string
  /** A one-line summary in the list of topics. */
  summary: string
  /** The text above the questions. */
  lead: string
  /** The preset category of the ticket form. */
  category: 'orders' | 'shipping' | 'returns' | 'payment' | 'account' | 'other'
}

export interface Question {
  /** The question's anchor: /support/orders#who-sells */
  id: string
  topic: SupportTopic
  question: string
  answer: string[]
  words?: string
  /** True if /support itself shows the question. */
  isFrequent?: boolean
}

export const TOPICS: readonly Topic[] = [
  {
    topic: 'orders',
    title: 'Orders',
    category: 'orders',
    summary: 'Who handles and changes your order.',
    lead: "You find things here and buy them in the brand's own store. The order is between you and that store, and we cannot see what is in it.",
  },
  {
    topic: 'shipping',
    title: 'Shipping',
    category: 'shipping',
    summary: 'Countries, delivery times and costs.',
    lead: 'Every store ships its own parcels and sets its own times, prices and countries.',
  },
  {
    topic: 'returns',
    title: 'Returns',
    category: 'returns',
    summary: 'How to send something back.',
    lead: 'You return items to the store that sold them. Each store sets its own rules.',
  },
  {
    topic: 'payment',
    title: 'Payment',
    category: 'payment',
    summary: 'Prices, currencies, taxes and security.',
    lead: 'You pay the store at its own checkout. You pay nothing here, and we never ask for your card.',
  },
  {
    topic: 'account',
    title: 'Account',
    category: 'account',
    summary: 'Signing in, email addresses and passwords.',
    lead: 'An account keeps your wishlist and favourite stores together. You can browse and visit any store without one.',
  },
  {
    topic: 'privacy',
    title: 'Privacy',
    category: 'account',
    summary: 'What we store, and how to delete it.',
    lead: 'We keep little data and tell you what it is. These are common questions. The privacy policy has the details.',
  },
]

export const QUESTIONS: readonly Question[] = [
  // ---------------------------------------------------------------- orders
  {
    id: 'who-sells',
    topic: 'orders',
    question: 'Who do I buy from?',
    isFrequent: true,
    words: 'seller checkout cart basket contract shop',
    answer: [
      "From the brand's own store. The button on the product page opens it. You fill your basket and pay in the store, which then confirms your order by email.",
      'We are not a party to the sale. We may earn commission from the store when you buy. It does not change your price or [how we rank](/ranking).',
    ],
  },
  {
    id: 'where-is-my-order',
    topic: 'orders',
    question: 'Where is my order?',
    words: 'track tracking status late parcel delivery missing package',
    answer: [
      "Check the store's confirmation email. It has the order number and usually a tracking link. If you cannot find it, check your spam folder, then ask the store.",
      'We cannot look up orders, because they are placed with the store.',
    ],
  },
  {
    id: 'cancel-order',
    topic: 'orders',
    question: 'Can I change or cancel an order?',
    words: 'modify edit wrong size mistake cancellation',
    answer: [
      "Ask the store as soon as possible. Most can change or cancel an order only until it is packed. Reply to the confirmation email, or use the store's contact page.",
    ],
  },
  {
    id: 'no-confirmation',
    topic: 'orders',
    question: 'I have paid but heard nothing. What now?',
    words: 'confirmation receipt invoice mail scam fraud',
    answer: [
      "Contact the store first, with the date and the amount. If it does not answer, [contact us](/contact) with the store's name. We cannot refund you, but we can ask the store, and remove stores that do not answer their customers.",
    ],
  },
  {
    id: 'gone-in-store',
    topic: 'orders',
    question: 'You listed it, but the store says it is sold out.',
    words: 'sold out stock unavailable size available check',
    answer: [
      "Stores send us their stock levels, and products can sell out between updates. The store's own page is always right. If we do not know the stock, the product says 'Check at store'.",
      'Add it to your wishlist to keep an eye on it.',
    ],
  },
  {
    id: 'damaged',
    topic: 'orders',
    question: 'I received the wrong item, or it is damaged.',
    words: 'broken defect faulty incorrect complaint quality',
    answer: [
      'Take a picture and contact the store that sold it. The store must put it right, and its terms say how. Keep the packaging until then.',
    ],
  },
  // ---------------------------------------------------------------- shipping
  {
    id: 'how-long',
    topic: 'shipping',
    question: 'How long does delivery take?',
    isFrequent: true,
    words: 'days fast express time arrive when',
    answer: [
      "It depends on the store. Open a product and choose 'Shipping' to see the store's times. The store shows the exact time and price before you pay.",
    ],
  },
  {
    id: 'shipping-cost',
    topic: 'shipping',
    question: 'What does shipping cost?',
    words: 'price fee free postage',
    answer: [
      'Each store sets its own shipping costs, and shipping is often free above a certain amount. The store shows the cost before you pay. Prices here do not include it.',
    ],
  },
  {
    id: 'which-countries',
    topic: 'shipping',
    question: 'Does a store ship to my country?',
    words: 'international worldwide abroad customs duty import europe',
    answer: [
      'Each store decides where it ships, and shows the countries at its checkout. If a parcel crosses a border, you may have to pay duties and taxes on arrival. The store or your customs office can tell you how much.',
    ],
  },
  {
    id: 'several-stores',
    topic: 'shipping',
    question: 'Can I get items from several stores in one parcel?',
    words: 'combine one parcel multiple brands bundle',
    answer: ['No. Each store ships its own orders, so you get a separate parcel and invoice from each store.'],
  },
  {
    id: 'change-address',
    topic: 'shipping',
    question: 'Can I change the delivery address?',
    words: 'moved wrong street redirect',
    answer: [
      'Only the store can change it, and only until the parcel has shipped. The address in [your settings](/settings) is for your account here. We do not send it to stores.',
    ],
  },
  // ---------------------------------------------------------------- returns
  {
    id: 'how-to-return',
    topic: 'returns',
    question: 'How do I return something?',
    isFrequent: true,
    words: 'send back refund exchange label',
    answer: [
      "Return it to the store that sold it. For instructions, look for 'Returns' in the store's footer or confirmation email, or under 'Shipping' on the product page here. The store also pays the refund.",
      'Please do not send items to us. We have no warehouse.',
    ],
  },
  {
    id: 'return-time',
    topic: 'returns',
    question: 'How long do I have to return something?',
    words: 'deadline days window period late policy',
    answer: [
      'Each store sets its own deadline. The law where you live may give you longer. In the European Union and the United Kingdom you have at least 14 days for most online purchases.',
    ],
  },
  {
    id: 'return-cost',
    topic: 'returns',
    question: 'Who pays for sending it back?',
    words: 'free return postage label cost fee',
    answer: ['It depends on the store. Check before you buy, especially if the store is in another country.'],
  },
  {
    id: 'refund',
    topic: 'returns',
    question: 'When do I get my refund?',
    words: 'money back reimbursement credit card',
    answer: [
      'The store refunds you using your original payment method. How long it takes depends on the store and your bank. We do not hold the money, so we cannot speed it up.',
    ],
  },
  {
    id: 'exchange',
    topic: 'returns',
    question: 'Can I exchange it for another size?',
    words: 'swap fit too small large colour',
    answer: [
      'Some stores exchange items. Others refund you and ask you to order again. Ask the store, and first check that the other size is in stock. We cross out sold-out sizes.',
    ],
  },
  // ---------------------------------------------------------------- payment
  {
    id: 'how-to-pay',
    topic: 'payment',
    question: 'How can I pay?',
    isFrequent: true,
    words: 'card paypal apple pay klarna instalments method checkout',
    answer: [
      "The store's checkout shows how you can pay. You pay nothing here, and we will never ask for your card number.",
    ],
  },
  {
    id: 'price-differs',
    topic: 'payment',
    question: 'The store shows a different price. Which one is right?',
    words: 'different wrong price expensive change sale',
    answer: [
      "The store's price. We show the last price it sent us, and a sale may have started or ended since. If our price stays wrong, [tell us](/contact) which product it is.",
    ],
  },
  {
    id: 'currency',
    topic: 'payment',
    question: 'Which currency are the prices in?',
    words: 'dollar euro pound exchange rate convert',
    answer: [
      "Prices are in the store's own currency. We convert them at daily rates for sorting and filtering. The store bills you in its own currency, and your bank may use a different rate.",
    ],
  },
  {
    id: 'taxes',
    topic: 'payment',
    question: 'Are taxes included?',
    words: 'vat tax sales duty customs',
    answer: ["That depends on the store and where it ships to. The store's checkout shows any tax."],
  },
  {
    id: 'is-it-safe',
    topic: 'payment',
    question: 'Is it safe to pay in a partner store?',
    words: 'secure trust fraud scam fake verified https',
    answer: [
      "We only link to websites that we have verified as the partner's own, and we review each partner before we list its products. Still, check the address in your browser before you pay, as you would in any store.",
    ],
  },
  {
    id: 'charged-twice',
    topic: 'payment',
    question: 'I was charged twice.',
    words: 'double payment duplicate billing bank',
    answer: [
      'Contact the store with both dates and amounts, and ask it to refund one. Often one of the two is only a pending charge that disappears within days. If not, your bank can reclaim it.',
    ],
  },
  // ---------------------------------------------------------------- account
  {
    id: 'need-account',
    topic: 'account',
    question: 'Do I need an account?',
    words: 'register sign up guest free cost',
    answer: [
      'No. You can search, browse and visit stores without one. An account is free and lets you see your wishlist on any device.',
    ],
  },
  {
    id: 'forgot-password',
    topic: 'account',
    question: 'I forgot my password.',
    words: 'reset login sign in cannot access locked',
    answer: [
      '[Reset your password](/forgot-password). We will email you a link that works once. Or request [a sign-in link](/auth/magic) and sign in without a password.',
    ],
  },
  {
    id: 'no-mail',
    topic: 'account',
    question: 'I did not get the email with the link.',
    words: 'email spam junk verify confirmation code missing',
    answer: [
      'Check your spam folder and the spelling of the address. If the address has no account, the email says so. You can request another email after a few minutes.',
    ],
  },
  {
    id: 'change-email',
    topic: 'account',
    question: 'How do I change my email address?',
    words: 'new address mail update profile',
    answer: [
      'In [your settings](/settings), under Profile. We send a confirmation link to the new address. Until you open it, the old one stays.',
    ],
  },
  {
    id: 'stolen-account',
    topic: 'account',
    question: 'Someone has got into my account.',
    words: 'hacked stolen security device sessions sign out everywhere',
    answer: [
      'Change your password in [your settings](/settings). This signs out every other device. The same page lists the devices that are signed in, and you can sign out each one.',
      'If you cannot sign in, [reset your password](/forgot-password).',
    ],
  },
  {
    id: 'delete-account',
    topic: 'account',
    question: 'How do I delete my account?',
    words: 'close remove cancel erase gdpr',
    answer: [
      'In [your settings, under Privacy](/settings/privacy). You are signed out at once. You can sign in within 14 days to keep the account. After that, it is permanently deleted.',
    ],
  },
  {
    id: 'sell-here',
    topic: 'account',
    question: 'I have a brand. How do I join?',
    words: 'partner sell store join merchant vendor',
    answer: [
      '[Create a partner account](/brand/signup). We review it before we list your products. Partners sign in at [the partner login](/brand/login).',
    ],
  },
  // ---------------------------------------------------------------- privacy
  {
    id: 'what-do-you-know',
    topic: 'privacy',
    question: 'What do you know about me?',
    words: 'data stored collect personal information gdpr',
    answer: [
      'With an account: the details you entered, your wishlist, the products you viewed and the stores you visited. Without an account: the same views and visits without your name, under a random number that expires after 30 days.',
      'The [privacy policy](/privacy) lists everything and how long we keep it.',
    ],
  },
  {
    id: 'get-my-data',
    topic: 'privacy',
    question: 'Can I have a copy of my data?',
    words: 'export download access request gdpr json',
    answer: [
      "Yes. Go to [your settings, under Privacy](/settings/privacy), and choose 'Download my data'. You get one JSON file at once.",
    ],
  },
  {
    id: 'cookies',
    topic: 'privacy',
    question: 'Which cookies do you set?',
    words: 'cookie banner consent tracking wtf_session wtf_vid',
    answer: [
      'We use cookies to keep you signed in, secure sign-ins, remember your choices, and count views and store visits using a random number. None are for advertising or from other companies. [See the full list](/privacy#cookies).',
    ],
  },
  {
    id: 'what-do-stores-learn',
    topic: 'privacy',
    question: 'What does a store learn when I visit it from WTF?',
    words: 'share third party tracking click utm partner affiliate',
    answer: [
      'It learns that a visitor came from us, and the ID of that click. It does not learn your name, email address or account. What you tell the store after that is between you and the store, under its own privacy policy.',
    ],
  },
  {
    id: 'do-you-sell-data',
    topic: 'privacy',
    question: 'Do you sell data or use third-party analytics?',
    words: 'advertising ads google facebook tracking third party sell',
    answer: ['No. Fonts, pictures and scripts come from our own server, and we count visits on our own servers.'],
  },
  {
    id: 'stop-mails',
    topic: 'privacy',
    question: 'How do I stop your emails?',
    words: 'unsubscribe newsletter spam notifications',
    answer: [
      'We only send news if you asked for it, and every such email has an unsubscribe link. You can change the rest in [your settings, under Notifications](/settings/notifications). We always send emails about the security of your account.',
    ],
  },
]
