import type { SupportTopic } from '#server/support/ticket-values.schema.ts'

// The questions and answers of /support. To change them, edit the texts below and nothing else. An answer is a list of
// paragraphs; a link is written [text](/address). `words` are other words to search by. Everything must be true of this
// marketplace: stores sell, ship, take back and charge; we lead there.

export interface Topic {
  topic: SupportTopic
  title: string
  /** One line, in the list of topics. */
  summary: string
  /** Above the questions. */
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
  /** Shown on /support itself. */
  isFrequent?: boolean
}

export const TOPICS: readonly Topic[] = [
  {
    topic: 'orders',
    title: 'Orders',
    category: 'orders',
    summary: 'Who sells, who confirms, who can change it.',
    lead: "You find things here and buy them in the brand's own store. The order is between you and that store; we do not see what is in it.",
  },
  {
    topic: 'shipping',
    title: 'Shipping',
    category: 'shipping',
    summary: 'Where to, how fast, at what price.',
    lead: 'Every store sends its own parcels. Times, prices and countries are set by each store.',
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
    summary: 'Prices, currencies, taxes, safety.',
    lead: 'You pay the store, in the store. We never ask for a card, and there is nothing to pay here.',
  },
  {
    topic: 'account',
    title: 'Account',
    category: 'account',
    summary: 'Signing in, addresses, passwords.',
    lead: 'An account keeps your wishlist and your stores together. You can look around and leave for any store without one.',
  },
  {
    topic: 'privacy',
    title: 'Privacy',
    category: 'account',
    summary: 'What we know, and how to take it back.',
    lead: 'We keep little data and say what it is. The privacy policy has the details; these are common questions.',
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
      "From the brand's own store. The button on a product leads there; you put things in the basket there, pay there, and the store confirms the order by mail.",
      'We are not a party to the sale. We may earn commission from the store when you buy; it does not change your price, and it plays no part in [how we rank](/ranking).',
    ],
  },
  {
    id: 'where-is-my-order',
    topic: 'orders',
    question: 'Where is my order?',
    words: 'track tracking status late parcel delivery missing package',
    answer: [
      'The store that sold it knows: its confirmation mail has the order number, and usually a link to follow the parcel. If the mail is missing, look in your spam folder, then ask the store.',
      'We cannot look an order up: it never passes through our hands.',
    ],
  },
  {
    id: 'cancel-order',
    topic: 'orders',
    question: 'Can I change or cancel an order?',
    words: 'modify edit wrong size mistake cancellation',
    answer: [
      'Ask the store, and soon: most can stop an order only until it is packed. Reply to the confirmation mail, or use the contact page of the store.',
    ],
  },
  {
    id: 'no-confirmation',
    topic: 'orders',
    question: 'I have paid and heard nothing. What now?',
    words: 'confirmation receipt invoice mail scam fraud',
    answer: [
      'Write to the store first, with the date and the amount. If it does not answer, [write to us](/contact) with the name of the store: we cannot pay you back, but we can ask our partner, and take a store out that does not answer its customers.',
    ],
  },
  {
    id: 'gone-in-store',
    topic: 'orders',
    question: 'It was here, but the store says that it is gone.',
    words: 'sold out stock unavailable size available check',
    answer: [
      "Stores tell us what they have, and between two messages something may sell. The store's own page counts. Where we do not know, the product says 'Check at store'.",
      'Put it on your wishlist to keep it in sight.',
    ],
  },
  {
    id: 'damaged',
    topic: 'orders',
    question: 'The wrong thing came, or it is damaged.',
    words: 'broken defect faulty incorrect complaint quality',
    answer: [
      'Take a picture and write to the store that sold it: it has to put that right, and its terms say how. Keep the packaging until it is settled.',
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
      "That is set by each store. Open a product and choose 'Shipping' to see the store's times. The store shows the exact time and price before you pay.",
    ],
  },
  {
    id: 'shipping-cost',
    topic: 'shipping',
    question: 'What does shipping cost?',
    words: 'price fee free postage',
    answer: [
      'Set by each store, and often free above some amount. You see it in the store before you pay; it is not part of the prices here.',
    ],
  },
  {
    id: 'which-countries',
    topic: 'shipping',
    question: 'Does a store ship to my country?',
    words: 'international worldwide abroad customs duty import europe',
    answer: [
      'Each store decides where it ships to, and shows it at its checkout. If a parcel crosses a border, duties and taxes may be added on arrival; the store or your customs office can tell how much.',
    ],
  },
  {
    id: 'several-stores',
    topic: 'shipping',
    question: 'Can things from several stores come together?',
    words: 'combine one parcel multiple brands bundle',
    answer: ['No. Each store packs and sends what it sold, so you get a parcel and a bill from each.'],
  },
  {
    id: 'change-address',
    topic: 'shipping',
    question: 'Can I change the delivery address?',
    words: 'moved wrong street redirect',
    answer: [
      'Only the store can, and only until the parcel has left. The address in [your settings](/settings) is for your account here; no store gets it from us.',
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
      "To the store that sold it, in the way that the store describes: look for 'Returns' in its footer or in its confirmation mail. See also 'Shipping' on the product's page. The refund comes from the store too.",
      'Please send nothing to us. We have no warehouse.',
    ],
  },
  {
    id: 'return-time',
    topic: 'returns',
    question: 'How long do I have?',
    words: 'deadline days window period late policy',
    answer: [
      'Set by each store. The law where you live may give you more: in the European Union and the United Kingdom, for most things bought online, at least 14 days.',
    ],
  },
  {
    id: 'return-cost',
    topic: 'returns',
    question: 'Who pays for sending it back?',
    words: 'free return postage label cost fee',
    answer: ['Set by each store. Look before you buy, above all when the store is in another country.'],
  },
  {
    id: 'refund',
    topic: 'returns',
    question: 'When do I get my refund?',
    words: 'money back reimbursement credit card',
    answer: [
      'The store pays back, to what you paid with. How long it takes depends on the store and on your bank. We hold none of the money, so we can neither speed it up nor pay it out.',
    ],
  },
  {
    id: 'exchange',
    topic: 'returns',
    question: 'Can I exchange it for another size?',
    words: 'swap fit too small large colour',
    answer: [
      'Some stores exchange items. Others refund you and ask you to order again. Ask the store, and check that the other size is there first: sold-out sizes are crossed out here.',
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
    question: 'The store shows another price. Which one counts?',
    words: 'different wrong price expensive change sale',
    answer: [
      "The store's. We show the price that it told us last; a sale may have begun or ended since. If it stays wrong, [tell us](/contact) which product it is.",
    ],
  },
  {
    id: 'currency',
    topic: 'payment',
    question: 'Which currency are the prices in?',
    words: 'dollar euro pound exchange rate convert',
    answer: [
      "In the store's own. To sort and to filter we convert to US dollars with a rate of a given day; the store bills in its own currency, and your bank may add its own rate.",
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
      "We lead only to addresses that are verified as the partner's own, and an admin looks at each partner before its products show. Still, look at the address in your browser before you pay, as in any store.",
    ],
  },
  {
    id: 'charged-twice',
    topic: 'payment',
    question: 'I was charged twice.',
    words: 'double payment duplicate billing bank',
    answer: [
      'Write to the store with both dates and amounts, and ask for a refund of one. One of the two is often only reserved and disappears within days; if not, your bank can reclaim it.',
    ],
  },
  // ---------------------------------------------------------------- account
  {
    id: 'need-account',
    topic: 'account',
    question: 'Do I need an account?',
    words: 'register sign up guest free cost',
    answer: [
      'No. You can search, browse and leave for stores without one. An account keeps your wishlist on every device; it is free.',
    ],
  },
  {
    id: 'forgot-password',
    topic: 'account',
    question: 'I forgot my password.',
    words: 'reset login sign in cannot access locked',
    answer: [
      '[Ask for a new one](/forgot-password): the link comes by mail and works once. Or have [a sign-in link](/auth/magic) sent to you, and use no password at all.',
    ],
  },
  {
    id: 'no-mail',
    topic: 'account',
    question: 'I did not get the email with the link.',
    words: 'email spam junk verify confirmation code missing',
    answer: [
      'Look in your spam folder, and check the spelling of the address. If the address has no account, the mail says so. You can ask again after a few minutes.',
    ],
  },
  {
    id: 'change-email',
    topic: 'account',
    question: 'How do I change my email address?',
    words: 'new address mail update profile',
    answer: [
      'In [your settings](/settings), under Profile. The new address has to be confirmed by the link that we send there; until then the old one stays.',
    ],
  },
  {
    id: 'stolen-account',
    topic: 'account',
    question: 'Someone has got into my account.',
    words: 'hacked stolen security device sessions sign out everywhere',
    answer: [
      'Change your password in [your settings](/settings): that signs out every other device. There you also see which devices are signed in, and can end each of them.',
      'If you cannot get in, [ask for a new password](/forgot-password).',
    ],
  },
  {
    id: 'delete-account',
    topic: 'account',
    question: 'How do I delete my account?',
    words: 'close remove cancel erase gdpr',
    answer: [
      'In [your settings, under Privacy](/settings/privacy). You are signed out at once and have 14 days to change your mind by signing in; after that it is gone for good.',
    ],
  },
  {
    id: 'sell-here',
    topic: 'account',
    question: 'I have a brand. How do I join?',
    words: 'partner sell store join merchant vendor',
    answer: [
      '[Open a partner account](/brand/signup). An admin looks at it before your products show. Partners sign in at [the partner login](/brand/login).',
    ],
  },
  // ---------------------------------------------------------------- privacy
  {
    id: 'what-do-you-know',
    topic: 'privacy',
    question: 'What do you know about me?',
    words: 'data stored collect personal information gdpr',
    answer: [
      'With an account: the details you entered, your wishlist, the products you viewed and the stores you visited. Without one: the same views and visits under a random number, which your browser forgets after 30 days, without your name.',
      'The [privacy policy](/privacy) lists all of it, with how long it stays.',
    ],
  },
  {
    id: 'get-my-data',
    topic: 'privacy',
    question: 'Can I have a copy of my data?',
    words: 'export download access request gdpr json',
    answer: [
      "Yes, at once: [your settings, under Privacy](/settings/privacy), 'Download my data'. It is one JSON file.",
    ],
  },
  {
    id: 'cookies',
    topic: 'privacy',
    question: 'Which cookies do you set?',
    words: 'cookie banner consent tracking wtf_session wtf_vid',
    answer: [
      "One that keeps you signed in, one random number that counts looks and departures, and a few that live for minutes while you sign in. None for advertising, none of anybody else's. [Each by its name](/privacy#cookies).",
    ],
  },
  {
    id: 'what-do-stores-learn',
    topic: 'privacy',
    question: 'What does a store learn when I leave for it?',
    words: 'share third party tracking click utm partner affiliate',
    answer: [
      'That somebody came from us, and the number of that click. Not your name, not your address, not your account. What you tell the store after that is between you and the store; its own privacy policy counts there.',
    ],
  },
  {
    id: 'do-you-sell-data',
    topic: 'privacy',
    question: 'Do you sell data, or use analytics of others?',
    words: 'advertising ads google facebook tracking third party sell',
    answer: [
      'No. Fonts, pictures and scripts come from our own server, and we count visits ourselves, on our own machines.',
    ],
  },
  {
    id: 'stop-mails',
    topic: 'privacy',
    question: 'How do I stop your emails?',
    words: 'unsubscribe newsletter spam notifications',
    answer: [
      'News come only if you asked for them, and every such mail has a link that ends them. The rest is in [your settings, under Notifications](/settings/notifications). Mails about the safety of your account always come.',
    ],
  },
]
