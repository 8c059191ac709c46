/**
 * Patterns that recognise a cut from a product's texts as a person would: first from the title, then the category, then
 * the description. They share no code with the shop.
 */
const CUTS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  leg: {
    wide: /\bwide(?:-leg| leg)?\b|palazzo|culotte|leg is wide/,
    flared: /\bflare/,
    slim: /\b(?:slim|skinny)\b/,
    straight: /\bstraight (?:jeans|leg|trousers)|leg is straight/,
    tapered: /\btaper/,
    cropped: /\bcropped\b/,
  },
  neck: {
    'v-neck': /\bv-neck|neck is a v\b/,
    crew: /\bcrew-? ?neck|round neck/,
    roll: /\broll-? ?neck/,
    square: /\bsquare-? ?neck|neck is square/,
    halter: /\bhalter/,
  },
  sleeve: { long: /\blong-? sleeve|long-sleeve|sleeves are long/, short: /\bshort-? ?sleeve|sleeves are short/ },
  pattern: {
    striped: /\bstriped|pinstripe/,
    checked: /\bchecked\b/,
    floral: /\bfloral\b/,
    'polka dot': /\bpolka-? ?dot|\bspotted\b/,
  },
  length: { mini: /\bmini\b/, midi: /\bmidi\b/, maxi: /\bmaxi\b/ },
  heel: { block: /\bblock-? ?heel|heel is a block/, platform: /\bplatform/ },
  closure: { wrap: /\bwrap\b/, zip: /\bzip\b/ },
}

/** Returns the cuts in the form 'leg:wide'. */
export function cutsOfTexts({
  name,
  category,
  description,
}: {
  name: string
  category: string
  description: string
}): string[] {
  return Object.entries(CUTS).flatMap(([attribute, values]) => {
    for (const text of [name, category, description].map((given) => given.toLowerCase())) {
      const found = Object.entries(values).flatMap(([value, pattern]) =>
        pattern.test(text) ? `${attribute}:${value}` : [],
      )
      if (found.length) return found
    }
    return []
  })
}
