import type { DemoPartner, Pattern } from '../demo.types.ts'
import type { Assortment, Gender, Line } from './assortment.ts'
import { colourNamed, type Colour, type ColourName } from './colours.ts'
import { GARMENTS, type Garment, type GarmentGroup } from './garments.ts'
import { MATERIALS, materialOf, type Material, type MaterialKey } from './materials.ts'
import { NAMINGS, type NamingStyle } from './names.ts'
import { sentencesFor, VOICES, type Voice } from './voices.ts'
import { WEARING } from './wearing.ts'

/** A fabric of a line, and its possible colours. */
export interface ClothChoice {
  pattern: Pattern
  key: MaterialKey
  material: Material
  colours: readonly Colour[]
}

/** A line with everything that its products share. */
export interface LineProfile {
  partner: DemoPartner
  line: Line
  garment: Garment
  group: GarmentGroup
  details: readonly string[]
  occasions: readonly string[]
  /** Possible fits: a tag and a sentence. */
  fits: readonly (readonly [tag: string, sentence: string])[]
  brand: string
  voice: Voice
  naming: NamingStyle
  leads: readonly string[]
  closers: readonly string[]
  cloths: readonly ClothChoice[]
  accents: readonly Colour[]
  genders: readonly (readonly [Gender, number])[]
}

function isMaterialKey(text: string): text is MaterialKey {
  return text in MATERIALS
}

function coloursOf(wanted: readonly ColourName[], material: Material): readonly Colour[] {
  const possible = material.colours
  if (!possible) return wanted.map(colourNamed)
  const both = wanted.filter((name) => possible.includes(name))
  return (both.length > 0 ? both : possible).map(colourNamed)
}

function clothsOf(line: Line, assortment: Assortment): readonly ClothChoice[] {
  const wanted = line.more.colours ?? assortment.colours
  return line.cloths.map((cloth) => {
    const [pattern, key] = cloth.split(':') as [Pattern, string]
    if (!isMaterialKey(key)) throw new Error(`No such material: ${key}`)
    const material = materialOf(key)
    return { pattern, key, material, colours: coloursOf(wanted, material) }
  })
}

function fitsOf(group: GarmentGroup, wanted: readonly string[] | undefined): LineProfile['fits'] {
  const { fits } = WEARING[group]
  const suiting = wanted ? fits.filter(([tag]) => wanted.includes(tag)) : fits
  return suiting.length > 0 ? suiting : fits
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The catalogue has no ${what}`)
  return value
}

/** Returns the properties that all products of a partner's line share. */
export function profileOf(partner: DemoPartner, assortment: Assortment, line: Line): LineProfile {
  const garment = GARMENTS[line.kind]
  const group = line.more.group ?? garment.group
  const voice = required(VOICES[partner.key], `voice of ${partner.key}`)
  return {
    partner,
    line,
    garment,
    group,
    details: line.more.details ?? garment.details,
    occasions: line.more.occasions ?? garment.occasions,
    fits: fitsOf(group, line.more.fits ?? assortment.fits),
    brand: line.more.brand ?? partner.businessName,
    voice,
    naming: required(NAMINGS[partner.key], `naming of ${partner.key}`),
    leads: sentencesFor(voice.leads, group),
    closers: sentencesFor(voice.closers, group),
    cloths: clothsOf(line, assortment),
    accents: (line.more.accents ?? assortment.accents).map(colourNamed),
    genders: line.more.genders ?? assortment.gender,
  }
}
