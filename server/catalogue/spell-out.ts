import { toSearchText } from './search-text.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** How Germans and Danes type letters that their keyboard does not have. `toSearchText` reads them without the sign. */
const SPELLED_OUT = lookup({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' })
const WORD = /[\p{L}\p{N}]*[äöüøå][\p{L}\p{N}]*/gu
const SHORTEST = 5

/**
 * Returns a text in the form of `toSearchText` with these letters spelled out: 'Müller & Søn' is 'mueller soen'. '' if it
 * has none. Short words that end with such a letter stay: nobody who types 'blue' means 'Blü'.
 */
export function spellOut(text: string): string {
  const usual = toSearchText(text)
  const spelled = toSearchText(
    text
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(WORD, (word) => {
        const out = word.replaceAll(/[äöüøå]/gu, (letter) => SPELLED_OUT[letter] ?? letter)
        return out.length < SHORTEST && /[äöüøå]$/u.test(word) ? word : out
      }),
  )
  return spelled === usual ? '' : spelled
}
