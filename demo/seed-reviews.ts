import type { Db } from '#server/platform/db.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/durations.values.ts'
import { Random } from './catalogue/random.ts'
import { demoId } from './demo-ids.ts'
import { accountIdOf, DEMO_ACCOUNTS, DEMO_PARTNER } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'

const SEED = 18
/** The categories that the texts fit. */
const CLOTHES = ['dresses', 'coats-jackets', 'tops', 'knitwear', 'denim', 'trousers-skirts']
/** The number of products with reviews: of the demo's own partner, and of others. */
const OWN_PRODUCTS = 8
const OTHER_PRODUCTS = 10
/** The number of reviews below that are about the demo's own partner. */
const OWN_REVIEWS = 24

type Words = readonly [rating: number, title: string, comment: string, answer?: string]

const REVIEWS: readonly Words[] = [
  [5, 'Exactly as in the pictures', 'The colour is the one on the screen, and the seams are neat inside too.'],
  [5, 'My third winter with it', 'Still keeps its shape. I brush it now and then, that is all it has needed.'],
  [4, 'Good, runs a little large', 'I am between two sizes and could have taken the smaller one. Otherwise lovely.'],
  [5, 'Worth waiting for', 'Took a week to arrive and I would do it again.', 'Thank you! We cut them in small runs.'],
  [3, 'Fine, but not warm', 'Pretty enough, only thinner than I had thought from the description.'],
  [4, 'Soft from the first day', 'No scratching at the neck. The sleeves are a touch long for me.'],
  [2, 'A button came off', 'On the second wearing. Easy to sew back, but at this price I had not expected it.'],
  [5, 'Compliments every time', 'Somebody asks me where it is from whenever I wear it.'],
  [4, 'Nice weight', 'Falls well and does not crease in the bag. I would like a second pocket.'],
  [5, 'Fits like made for me', 'I am 162 cm and for once did not have to take up the hem.'],
  [
    1,
    'Wrong colour sent',
    'I ordered green and got blue.',
    'We are sorry: this should not happen. Our shop will send you the green one and pay for the way back.',
  ],
  [4, 'Washes well', 'Three times at thirty degrees and the same as before.'],
  [5, 'Beautiful lining', 'You do not see it, but you know that it is there.'],
  [3, 'Shorter than I thought', 'Look at the measurements before you buy: on me it ends above the knee.'],
  [5, 'For every day', 'Office on Monday, garden on Saturday. It takes both.'],
  [4, 'Very good for its price', 'I had it in my wishlist until it came down, and am glad that I did.'],
  [
    5,
    'Finally pockets',
    'Deep ones. A telephone disappears in them.',
    'We never make one without. Thank you for telling others!',
  ],
  [4, 'Lovely, but needs ironing', 'Comes out of the wash rather crumpled. Ten minutes and it is fine.'],
  [2, 'Pills under the arms', 'After a month. A pity, since the cut is so good.'],
  [5, 'Gave one to my sister', 'She tried on mine and did not want to take it off again.'],
  [3, 'Good cloth, odd collar', 'It stands up on one side. Perhaps it only has to be worn in.'],
  [5, 'Honest colours', 'No surprise when I opened the parcel.'],
  [4, 'Comfortable on a bicycle', 'Wide enough in the back to reach the handlebars.'],
  [
    5,
    'As good as the old ones',
    'I wore my last one for nine years. This seems to be made the same way.',
    'Nine years! Bring it by if it ever needs mending.',
  ],
  [5, 'Light and warm', 'I forgot that I had it on.'],
  [4, 'Good cut', 'Sits well on the shoulders, which things for me rarely do.'],
  [3, 'Nice, came late', 'Nothing wrong with it. It took twelve days.'],
  [5, 'Would buy again', 'And probably shall, in the other colour.'],
  [4, 'True to size', 'Took my usual size and it fits.'],
  [5, 'Better than I hoped', 'The pictures do not show how the cloth moves.'],
  [
    2,
    'Zip sticks',
    'At the lower end, every time.',
    'Thank you for telling us. Please write to our shop: we replace the zip free of charge.',
  ],
  [5, 'My favourite of this year', 'I have worn it more than anything else.'],
  [4, 'Simple and well made', 'No logo, no fuss.'],
  [5, 'Perfect length', 'Just below the knee, as it says.'],
  [3, 'Between two sizes', 'One is too tight, the other too wide. I kept the wide one.'],
  [4, 'Keeps its colour', 'Washed it with everything else, no change.'],
  [5, 'Well packed, well made', 'No plastic in the parcel, and a spare button with it.'],
  [4, 'Warm enough for autumn', 'With a jumper below also for a mild winter.'],
  [5, 'A present to myself', 'No regrets.'],
  [1, 'Not for me', 'The cloth is stiff, and I could not get used to it.'],
]

/** The fit given in some reviews, by title. It matches their text. */
const FITS: Readonly<Record<string, 'ran_small' | 'true_to_size' | 'ran_large'>> = {
  'Good, runs a little large': 'ran_large',
  'Comfortable on a bicycle': 'ran_large',
  'Shorter than I thought': 'ran_small',
  'Between two sizes': 'ran_small',
  'Good cloth, odd collar': 'ran_small',
  'Fits like made for me': 'true_to_size',
  'True to size': 'true_to_size',
  'Perfect length': 'true_to_size',
  'Good cut': 'true_to_size',
  'Would buy again': 'true_to_size',
  'Exactly as in the pictures': 'true_to_size',
}

const WRITERS = [
  'Maya Okonkwo',
  'Tom Hartley',
  'Ines Ferreira',
  'Priya Nair',
  'Jonas Weber',
  'Aoife Byrne',
  'Leila Haddad',
  'Marcus Bell',
  'Chloé Dubois',
  'Hana Sato',
  'Owen Pryce',
  'Zofia Nowak',
  'Daniel Osei',
  'Ruth Adler',
  'Elif Demir',
  'Callum Reid',
  'Marta Costa',
  'Noor Rahman',
  'Freya Lund',
  'Samir Patel',
]

interface SeededReview {
  rating: number
  category: 'service' | 'shipping' | 'quality' | 'communication' | 'overall'
  title: string
  comment: string
  priority: 'low' | 'medium' | 'high' | 'urgent'
  status: 'pending' | 'investigating' | 'resolved' | 'closed'
  daysAgo: number
  answer?: string
}

const FEEDBACK: readonly SeededReview[] = [
  {
    rating: 1,
    category: 'shipping',
    priority: 'urgent',
    status: 'pending',
    daysAgo: 0.4,
    title: 'My parcel went to another town',
    comment: 'The tracking says delivered, but in Leeds. I live in Bristol and need the coat on Friday.',
  },
  {
    rating: 2,
    category: 'quality',
    priority: 'high',
    status: 'investigating',
    daysAgo: 2.2,
    title: 'Lining torn on arrival',
    comment: 'The seam of the lining was open when I unpacked it. I can send a picture.',
  },
  {
    rating: 2,
    category: 'communication',
    priority: 'high',
    status: 'pending',
    daysAgo: 3.6,
    title: 'No answer for a week',
    comment: 'I asked your shop about an exchange last Monday and have heard nothing since.',
  },
  {
    rating: 4,
    category: 'service',
    priority: 'medium',
    status: 'pending',
    daysAgo: 4.1,
    title: 'Could you show more of the back?',
    comment: 'I like your coats, but of most of them there is no picture from behind.',
  },
  {
    rating: 5,
    category: 'overall',
    priority: 'low',
    status: 'resolved',
    daysAgo: 9,
    title: 'Thank you for the mending',
    comment: 'My old one came back like new, and you did not charge me for it.',
    answer: 'A pleasure. Wear it for as long again!',
  },
  {
    rating: 3,
    category: 'shipping',
    priority: 'medium',
    status: 'resolved',
    daysAgo: 16,
    title: 'Is there a slower, cheaper delivery?',
    comment: 'I am in no hurry and would rather pay less.',
    answer: 'There is since this month: choose Economy at the till.',
  },
  {
    rating: 4,
    category: 'overall',
    priority: 'low',
    status: 'closed',
    daysAgo: 25,
    title: 'Please keep the navy',
    comment: 'It is the only one that goes with everything I have.',
  },
]

/**
 * Creates published reviews of some demo products, some of them answered, and feedback for the demo's partner. None is
 * a verified purchase, because no sale of the demo has an account. Runs once and changes no existing data.
 */
export async function seedReviews(db: Db, now = new Date()): Promise<void> {
  const partnerId = partnerIdOf(DEMO_PARTNER)
  const hasAny =
    (await db.productReview.findFirst({ select: { id: true } })) ??
    (await db.partnerFeedback.findFirst({ select: { id: true } }))
  if (hasAny) return
  const [ownProducts, others] = await Promise.all([
    findProducts(db, { partnerId }, OWN_PRODUCTS),
    findProducts(db, { partnerId: { not: partnerId } }, OTHER_PRODUCTS),
  ])
  if (!ownProducts.length) return
  const shopper = await demoShopper(db)
  const random = new Random(SEED)
  const reviews = REVIEWS.map(([rating, title, comment, answer], number) => {
    const isOwn = number < OWN_REVIEWS || !others.length
    // A few products get most of the reviews.
    const among = isOwn ? ownProducts : others
    const product = among[Math.floor(random.next() ** 1.6 * among.length)] ?? ownProducts[0]
    // The first ones are from the last days, so that the week's trend has data.
    const isFresh = number % 4 === 0
    const daysAgo = isFresh ? random.next() * 6.5 : 4 + random.next() * 70
    const createdAt = new Date(now.getTime() - (daysAgo + 0.3) * DAY_MS)
    const writer = WRITERS[(number * 7) % WRITERS.length] ?? ''
    // Two reviews by the demo's own shopper, of different products.
    const isShoppers = shopper !== null && (number === 3 || number === 8)
    const answeredAt = new Date(createdAt.getTime() + 7 * HOUR_MS)
    return {
      id: demoId(SEED, 'review', number),
      productId: product?.id ?? '',
      partnerId: product?.partnerId ?? '',
      fit: FITS[title] ?? null,
      rating,
      title,
      comment,
      status: 'approved' as const,
      judgedAt: new Date(createdAt.getTime() + HOUR_MS),
      ...(isShoppers
        ? { userId: shopper.id, customerName: shopper.name, customerEmail: shopper.email }
        : { customerName: writer, customerEmail: '' }),
      ...(answer !== undefined && { response: answer, responseDate: answeredAt < now ? answeredAt : now }),
      createdAt,
      updatedAt: createdAt,
    }
  })
  await db.productReview.createMany({ data: onePerProductAndWriter(reviews), skipDuplicates: true })
  await db.partnerFeedback.createMany({
    data: FEEDBACK.map(({ daysAgo, answer, ...feedback }, number) => {
      const createdAt = new Date(now.getTime() - daysAgo * DAY_MS)
      const answeredAt = new Date(createdAt.getTime() + 5 * HOUR_MS)
      return {
        id: demoId(SEED, 'feedback', number),
        partnerId,
        ...feedback,
        createdAt,
        updatedAt: createdAt,
        // The most urgent feedback is from a shopper who can receive an answer.
        ...(number === 0 && shopper
          ? { userId: shopper.id, customerName: shopper.name, customerEmail: shopper.email }
          : { customerName: WRITERS[(number * 3) % WRITERS.length] ?? '', customerEmail: '' }),
        ...(answer !== undefined && { response: answer, responseDate: answeredAt, resolvedAt: answeredAt }),
      }
    }),
    skipDuplicates: true,
  })
}

/** Returns the last products of the catalogue, because tests use the first ones. */
const findProducts = (db: Db, partner: object, take: number) =>
  db.product.findMany({
    where: {
      ...partner,
      status: 'active',
      OR: [{ category: { slug: { in: CLOTHES } } }, { category: { parent: { slug: { in: CLOTHES } } } }],
    },
    orderBy: { id: 'desc' },
    take,
    select: { id: true, partnerId: true },
  })

async function demoShopper(db: Db) {
  const { email, fullName } = DEMO_ACCOUNTS[0]
  const account = await db.user.findUnique({ where: { id: accountIdOf(email), isDemo: true }, select: { email: true } })
  return account && { id: accountIdOf(email), email: account.email, name: fullName }
}

/** Keeps one review per product and person. */
function onePerProductAndWriter<Review extends { productId: string; customerName: string }>(
  reviews: readonly Review[],
): Review[] {
  const seen = new Set<string>()
  return reviews.filter(({ productId, customerName }) => {
    const key = `${productId} ${customerName}`
    return !seen.has(key) && seen.add(key)
  })
}
