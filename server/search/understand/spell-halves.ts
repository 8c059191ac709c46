import { parseNumberWord } from './match-price.ts'

/** '6 and a half', 'ten and a half', '38 et demi', '42 y medio', '39 e mezzo', '9½' is read elsewhere. */
const HALF =
  /(?<![\p{L}\d.,])(\d{1,2}|\p{L}{3,8}) ?-?(?:(?:and|n|&) ?-?a?n? ?-?half|et demie?|y medi[oa]|e mezz[oa]|und (?:ein)?halb|einhalb)(?!\p{L})/giu

/** Writes halves that are spelt out as numbers: '6 and a half' is '6.5'. */
export const spellHalves = (text: string): string =>
  text.replace(HALF, (all, integer: string) => {
    const number = /^\d/.test(integer) ? Number(integer) : parseNumberWord(integer.toLowerCase())
    return number === null ? all : `${number}.5`
  })
