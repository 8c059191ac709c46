import { parseSize, sizeGroup } from '#server/sizing/sizes.ts'
import { lastItem, namesItem, namesThing } from './item-words.ts'
import {
  ADULT,
  AFTER_BABY,
  AFTER_ITEM,
  ANYWHERE,
  AT_THE_END,
  BEFORE_BABY,
  BEFORE_CHILDREN,
  BEFORE_SINGULAR,
  BLOCKED,
  BRANDS_WITH_A_LINE,
  CHILD_AGE,
  DESCRIBING,
  OF_BABIES,
  OF_LINES,
  OF_NAMES,
  ONLY_OF_BABIES,
  PLACED,
  ROMANCE_PERSONS,
  SAID,
  SAYING,
  SINGULAR,
  SMALL,
  WITH_PRINTS,
} from './gender-words.values.ts'

export type Gender = keyof typeof SAID

/** A store's texts that may state a product's gender. */
export interface GenderTexts {
  /** Gender columns: the first filled one counts. */
  said?: readonly string[]
  ageGroup?: string
  title: string
  brand?: string
  /** Categories and types, most deliberate first. */
  categories?: readonly string[]
  tags?: readonly string[]
  /** Labels of its variants. */
  sizes?: readonly string[]
}

/**
 * Returns a product's gender; '' if nothing states it. A gender column comes first, then the title, the categories and
 * the tags. In all but the column, single words do not decide: 'Baby Blue', 'Girls Night Out' and 'Boy Shorts' are not
 * for children.
 */
export function parseGender({
  said = [],
  ageGroup = '',
  title,
  brand,
  categories = [],
  tags = [],
  sizes = [],
}: GenderTexts): Gender | '' {
  const age = ageOf(ageGroup)
  const ofTitle = inPhrases(withoutBrand(title, brand))
  const column = said.map(inColumn).find((source) => source.size)
  const found = new Set(column ?? firstOf(ofTitle, categories, tags))
  const isFromColumn = column !== undefined
  const isOfChildren =
    age === 'children' || (age === null && areOfChildren(sizes)) || (age === null && hasChildren(ofTitle))
  if (age === 'adults' && !isFromColumn && hasChildren(found)) return ''
  if (isOfChildren) {
    found.add('kids')
    // The wearer is a child, so vague words for the person count too.
    for (const gender of isFromColumn ? [] : loosely(title)) found.add(gender)
    for (const gender of ofTitle) found.add(gender)
  }
  return settle(found)
}

/** Returns the gender of the title, or else of the first category with one, or else of all tags. */
function firstOf(
  ofTitle: ReadonlySet<Gender>,
  categories: readonly string[],
  tags: readonly string[],
): ReadonlySet<Gender> {
  if (ofTitle.size) return ofTitle
  for (const category of categories) {
    const found = inPhrases(category)
    if (found.size) return found
  }
  return union(tags.map((tag) => inPhrases(tag.replaceAll(/[_-]+/g, ' ').replace(/^\s*(?:gender|sex)\s*[:=]?\s/i, ''))))
}

const CHILDREN: readonly Gender[] = ['girls', 'boys', 'kids']
const hasChildren = (found: ReadonlySet<Gender>) => CHILDREN.some((gender) => found.has(gender))

function settle(found: ReadonlySet<Gender>): Gender | '' {
  if (!found.size) return ''
  if (hasChildren(found)) {
    const girls = found.has('girls') || found.has('women')
    const boys = found.has('boys') || found.has('men')
    return girls === boys || found.has('unisex') ? 'kids' : girls ? 'girls' : 'boys'
  }
  return found.has('unisex') || found.size > 1 ? 'unisex' : ([...found][0] ?? '')
}

const union = (sets: ReadonlyArray<ReadonlySet<Gender>>): Set<Gender> => new Set(sets.flatMap((set) => [...set]))
const inverted = (lists: Partial<Record<Gender, readonly string[]>>): ReadonlyMap<string, Gender> =>
  new Map(Object.entries(lists).flatMap(([gender, all]) => all.map((word) => [word, gender as Gender])))
const SAID_BY = inverted(SAID)
const ANYWHERE_BY = inverted(ANYWHERE)
const PLACED_BY = inverted(PLACED)

/** Converts to lower case without accents, but keeps ñ: 'niña' is a girl, 'Nina' a name. */
const fold = (text: string): string =>
  /^[\u0000-\u007f]*$/.test(text)
    ? text.toLowerCase().replaceAll(/[´`]/g, "'")
    : text
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(/[‘’ʼ´`]/g, "'")
        .replaceAll('æ', 'ae')
        .replaceAll('ø', 'o')
        .replaceAll(/[^ñ\u0000-\u007f]/gu, (letter) => letter.normalize('NFKD').replaceAll(/\p{M}/gu, ''))

function inColumn(text: string): Set<Gender> {
  const words: readonly string[] = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const found = new Set(words.flatMap((word) => SAID_BY.get(word.replace(/^(.+)'s?$/, '$1')) ?? []))
  if (/gender[ -]?neutral|all[ -]genders?/.test(fold(text))) found.add('unisex')
  return found
}

function ageOf(text: string): 'adults' | 'children' | null {
  const words: readonly string[] = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.some((word) => ADULT.includes(word))) return 'adults'
  return words.some((word) => CHILDREN.includes(SAID_BY.get(word) as Gender)) ? 'children' : null
}

/** Whether all sizes are ages or children's heights. */
const areOfChildren = (sizes: readonly string[]): boolean =>
  sizes.length > 0 && sizes.every((label) => sizeGroup(parseSize(label) ?? '') === 'Age' || isHeight(label))

function isHeight(label: string): boolean {
  const [, low, high] = /^\s*(\d{2,3})\s*[/-]\s*(\d{2,3})\s*(?:cm)?\s*$/i.exec(label) ?? []
  return Number(low) >= 50 && Number(high) <= 176 && Number(high) - Number(low) === 6
}

/** 'Gr. 56-62', '86/92': heights of children in a title. */
const HEIGHTS = /\b\d{2,3} ?[/-] ?\d{2,3}\b/
const inHeights = (text: string): boolean => isHeight(HEIGHTS.exec(text)?.[0].replaceAll(' ', '') ?? '')

const withoutBrand = (title: string, brand = ''): string =>
  brand !== '' && title.toLowerCase().startsWith(`${brand.toLowerCase()} `) ? title.slice(brand.length) : title

function loosely(title: string): Gender[] {
  const words = new Set<string>(fold(title).match(/[\p{L}\p{N}]+/gu))
  const found: Gender[] = []
  if (words.has('girl') || words.has('girls')) found.push('girls')
  if (words.has('boy') || words.has('boys')) found.push('boys')
  return found
}

/** Returns the genders that phrases of a text name. Parts between separators are read separately. */
function inPhrases(text: string): Set<Gender> {
  const folded = fold(text)
    .replaceAll(/(?<=\p{L})'(?=(?:t|re|ll|ve|d)\b)/gu, '')
    .replaceAll(BLOCKED, ' | ')
    .replaceAll('&', ' and ')
  const parts = folded.split(/[|–—:;,()[\]/>•·+]|\s-\s/).map((part) => part.match(/[\p{L}\p{N}]+(?:'s|')?/gu) ?? [])
  const found = union(parts.map(inPart))
  if (CHILD_AGE.test(folded) || inHeights(text)) found.add('kids')
  return found
}

function inPart(words: readonly string[]): Set<Gender> {
  const found = new Set<Gender>()
  const last = words.length - 1
  words.forEach((word, at) => {
    const gender =
      ANYWHERE_BY.get(word) ??
      ANYWHERE_BY.get(word.replace(/'$/, '')) ??
      ofCompound(word) ??
      (placed(word) && isPlaced(words, at) ? placed(word) : undefined)
    if (gender) found.add(gender)
    const [before = '', after = ''] = [words[at - 1], words[at + 1]]
    if (word === 'her' && before === 'for' && at === last) found.add('women')
    if (word === 'him' && before === 'for' && at === last) found.add('men')
    if (word === "w's") found.add('women')
    if (word === "m's") found.add('men')
    if (at === last && AT_THE_END.has(word) && !OF_NAMES.has(before) && (at > 2 || namesItem(before))) found.add('kids')
    if (word === 'his' && after === 'and' && /^hers?$/.test(words[at + 2] ?? '')) found.add('unisex')
    if (/^(?:pre|grade)$/.test(word) && after === 'school') found.add('kids')
    // Abbreviations alone in brackets: grade school, preschool, toddler.
    if (last === 0 && /^(?:gs|ps|td|jr|inf)$/.test(word)) found.add('kids')
    if (word === 'neutral' && before === 'gender') found.add('unisex')
    if (/^genders?$/.test(word) && before === 'all') found.add('unisex')
    if ((word === 'girl' || word === 'boy') && isSingularPerson(words, at))
      found.add(word === 'girl' ? 'girls' : 'boys')
    if (word === 'baby' && isBaby(words, at, after)) found.add('kids')
  })
  return found
}

const placed = (word: string): Gender | undefined => PLACED_BY.get(word.replace(/'$/, ''))

const isSingularPerson = (words: readonly string[], at: number): boolean =>
  words.length === 1 || BEFORE_SINGULAR.has(words[at - 1] ?? '')

/**
 * Whether 'baby' means a baby: in 'Baby', 'Baby Sleepsuit', 'Dido Baby Sun Hat' and 'Halstuch Baby', but not in 'Baby
 * Blue Bodysuit', 'Cry Baby Tee' and 'Baby Hoops'.
 */
function isBaby(words: readonly string[], at: number, after: string): boolean {
  if (words.length === 1) return true
  const rest = words.slice(at + 1)
  if (rest.some((word) => ONLY_OF_BABIES.has(word)) || / all in one\b/.test(words.join(' '))) return true
  const before = words[at - 1] ?? ''
  if (before === 'for') return true
  if (BEFORE_BABY.has(before) || AFTER_BABY.has(after) || SAYING.has(after)) return after === 'and'
  if (after === 'and' || rest.some((word) => OF_BABIES.has(word))) return true
  const named = rest.findIndex(namesThing)
  if (named < 0) return words.slice(0, at).some(namesItem) || (at > 0 && after !== '')
  if (lastItem(rest.join(' '))?.some((category) => SMALL.has(category))) return false
  return WITH_PRINTS.test(rest.join(' '))
    ? named === 0 || describes(rest.slice(0, named))
    : rest.slice(0, named).filter((word) => !DESCRIBING.has(word)).length < 3
}

const YOUNG: ReadonlySet<string> = new Set(['infant', 'junior', 'youth', 'jr'])
const isPerson = (word: string): boolean => ANYWHERE_BY.has(word) || placed(word) !== undefined

/** Whether a word that decides only in certain positions is in such a position. */
function isPlaced(words: readonly string[], at: number): boolean {
  const word = words[at] ?? ''
  const [before = '', after = ''] = [words[at - 1], words[at + 1]]
  if (words.length === 1) return true
  if (/^(?:for|fur|pour|para|per|da|voor|till|til)$/.test(before)) return !SAYING.has(after)
  // 'Men and Women', where the first is in a valid position.
  if (/^(?:and|und|et|y|e|en|och|og)$/.test(before) && placed(words[at - 2] ?? '')) return isPlaced(words, at - 2)
  // 'HOKA Kids Clifton 9', 'Sikh Patka Boys': a brand or a kind that we don't know.
  if (
    at > (after ? 0 : 1) &&
    !SINGULAR.has(word) &&
    !OF_NAMES.has(before) &&
    !SAYING.has(after) &&
    !words.some(namesThing)
  )
    return true
  if (BEFORE_CHILDREN.has(before) && /^(?:girls|boys|kids|children)$/.test(word)) return true
  const isAfterItem = ROMANCE_PERSONS.has(word) ? words.slice(0, at).some(namesItem) : namesItem(before)
  if (AFTER_ITEM.has(word) && isAfterItem) return !SAYING.has(after)
  // 'Biker Jacket Real Leather Women': an item comes before the word.
  if (at === words.length - 1)
    return (
      namesItem(before) ||
      (!(SINGULAR.has(word) && !YOUNG.has(word)) && lastItem(words.slice(0, at).join(' ')) !== undefined)
    )
  if (at !== 0) return isBeforeItem(words, at)
  if (/^(?:and|und|et|y|e|en|och|og)$/.test(after)) return isPerson(words[2] ?? '')
  return SINGULAR.has(word)
    ? namesItem(after) || (YOUNG.has(word) && (OF_BABIES.has(after) || isBeforeItem(words, at)))
    : !SAYING.has(after)
}

/** Whether an item follows on which nobody prints names such as 'Beach Boys': 'Barbour Boys Gilet'. */
function isBeforeItem(words: readonly string[], at: number): boolean {
  const [word = '', after = ''] = words.slice(at)
  if (
    SAYING.has(after) ||
    OF_NAMES.has(words[at - 1] ?? '') ||
    (SINGULAR.has(word) && !YOUNG.has(word) && !BRANDS_WITH_A_LINE.has(words[at - 1] ?? ''))
  )
    return false
  const rest = words.slice(at + 1)
  const item = rest.findLastIndex(/^(?:kids|children)$/.test(word) ? namesThing : namesItem)
  if (item < 0) return false
  const isDescribed = rest.slice(0, item).every((one) => DESCRIBING.has(one) || /^\d/.test(one) || namesItem(one))
  // 'Puma Men Grey T-Shirt', but 'Hardy Boys T-Shirt' may be a print.
  if (at > 0 && WITH_PRINTS.test(rest.join(' '))) return describes(rest.slice(0, item))
  return !YOUNG.has(word) || isDescribed || at > 0
}

/** Whether words describe an item: all of them, or at least two with at most one other. */
function describes(words: readonly string[]): boolean {
  if (words.some((word) => OF_LINES.has(word))) return true
  const describing = words.filter((word) => word !== 't' && DESCRIBING.has(word)).length
  const others = words.filter((word) => !DESCRIBING.has(word) && !namesItem(word) && !/^\d/.test(word)).length
  return others === 0 ? describing > 0 : others === 1 && describing > 1
}

/** 'Damenschuhe', 'Herrenhemd', 'Babymütze', 'Barnskor': German, Dutch and Scandinavian compounds. */
const COMPOUNDS: ReadonlyArray<readonly [start: RegExp, gender: Gender]> = [
  [/^dame[ns]?(?=\p{L}{3})|^dam(?=jack|sko|skj|byx|troj|stov|klad|kapp)|^(?:umstands|still)(?=\p{L}{3})/u, 'women'],
  [/^heren(?=\p{L}{3})|^herren(?=\p{L}{3})|^herre?(?=jack|jakk|sko|skj|byx|buks|troj|stov|klad|kapp)/u, 'men'],
  [/^(?:madchen|meisjes|flick|pige|jente)(?=\p{L}{3})/u, 'girls'],
  [/^(?:jungen|jongens|pojk|drenge|gutte)(?=\p{L}{3})/u, 'boys'],
  [/^(?:kinder|kleinkinder|baby|barn|borne)(?=\p{L}{3})/u, 'kids'],
]
const UNSURE_STARTS = /^(?:baby|barn|borne|dames?|flick|pige|jente|gutte|pojk|drenge|still|umstands|meisjes|jongens)$/
function ofCompound(word: string): Gender | undefined {
  for (const [start, gender] of COMPOUNDS) {
    const [said] = start.exec(word) ?? []
    // 'Babymütze', but 'babydoll' and 'Barnard'
    const rest = word.slice(said?.length)
    if (said && (!UNSURE_STARTS.test(said) || namesItem(rest) || namesItem(rest.replace(/^s/, '')))) return gender
  }
  return undefined
}
