import { toSearchText } from '#server/catalogue/search-text.ts'

const WORDS = {
  women: ['women', 'womens', 'woman', 'womans', 'ladies', 'lady', 'female', 'womenswear', 'damen', 'femme'],
  men: ['men', 'mens', 'man', 'mans', 'male', 'menswear', 'herren', 'homme'],
  girls: ['girls', 'girl'],
  boys: ['boys', 'boy'],
  kids: ['kids', 'kid', 'children', 'childrens', 'child', 'toddler', 'infant', 'newborn', 'baby'],
  unisex: ['unisex', 'genderless'],
} as const
type Word = keyof typeof WORDS

export type Gender = Word

/** Whom a product is for, from the first text that says it; '' if none does. */
export function readGender(texts: string[]): Gender | '' {
  for (const text of texts) {
    const words = new Set(toSearchText(text).split(' '))
    const said = (Object.keys(WORDS) as Word[]).filter((gender) => WORDS[gender].some((word) => words.has(word)))
    if (!said.length) continue
    const isFor = (gender: Word) => said.includes(gender)
    if (isFor('unisex')) return isFor('kids') ? 'kids' : 'unisex'
    if (isFor('girls') || isFor('boys') || isFor('kids')) {
      const girls = isFor('girls') || isFor('women')
      const boys = isFor('boys') || isFor('men')
      return girls === boys ? 'kids' : girls ? 'girls' : 'boys'
    }
    return said.length > 1 ? 'unisex' : (said[0] ?? '')
  }
  return ''
}
