import { toSearchText } from './search-text.ts'
import { toSlug } from './slug.ts'

/** Letters of other scripts that look like Latin ones, in small letters. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    і: 'i',
    ї: 'i',
    ј: 'j',
    ѕ: 's',
    һ: 'h',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    к: 'k',
    м: 'm',
    т: 't',
    в: 'b',
    н: 'h',
    α: 'a',
    ο: 'o',
    ν: 'v',
    ρ: 'p',
    ι: 'i',
    κ: 'k',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ε: 'e',
    η: 'n',
    ı: 'i',
    ɑ: 'a',
    ɡ: 'g',
  }),
)
const LATIN = /\p{Script=Latin}/u

/**
 * Returns the slug of a brand's label. Labels that look the same are one brand. In a word with Latin letters, letters
 * of another script are read as the Latin letters that they resemble ('Zаra' with a Cyrillic а). Invisible characters
 * are ignored. Words entirely in another script stay.
 */
export const labelSlug = (label: string): string =>
  toSlug(
    toSearchText(label.replace(/[\p{Cf}\p{Co}\p{Cn}]+/gu, ''))
      .split(' ')
      .map(foldWord)
      .join(' '),
  )

const foldWord = (word: string): string =>
  LATIN.test(word) ? [...word].map((letter) => LOOKALIKES.get(letter) ?? letter).join('') : word
