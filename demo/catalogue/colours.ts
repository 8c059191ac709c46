/** Every colour of the demo: its name, its hex value, and three letters for SKUs. */
const TABLE = [
  ['black', '#1b1a1c', 'BLK'],
  ['soft black', '#2b2a2c', 'SBK'],
  ['charcoal', '#43454a', 'CHA'],
  ['graphite', '#55585c', 'GRA'],
  ['slate', '#5f6b76', 'SLT'],
  ['dove grey', '#a6a5a3', 'DOV'],
  ['grey marl', '#b3b3b5', 'GRM'],
  ['silver grey', '#c3c6c9', 'SVG'],
  ['white', '#f6f5f1', 'WHT'],
  ['ivory', '#f2ead8', 'IVO'],
  ['ecru', '#e6dbc3', 'ECR'],
  ['oatmeal', '#d8c9ae', 'OAT'],
  ['sand', '#d3b98f', 'SND'],
  ['stone', '#c2b6a1', 'STN'],
  ['camel', '#b98a54', 'CAM'],
  ['tan', '#a8703f', 'TAN'],
  ['cognac', '#8f4f28', 'COG'],
  ['chestnut', '#6f3b24', 'CHE'],
  ['chocolate', '#47291d', 'CHO'],
  ['taupe', '#8b7d6f', 'TAU'],
  ['mushroom', '#a8998a', 'MUS'],
  ['khaki', '#8a8055', 'KHA'],
  ['olive', '#5f6136', 'OLI'],
  ['moss', '#6c7a44', 'MOS'],
  ['sage green', '#9caf88', 'SAG'],
  ['forest green', '#23452f', 'FOR'],
  ['bottle green', '#18392f', 'BOT'],
  ['emerald', '#0f7a57', 'EME'],
  ['pine', '#2f5a4e', 'PIN'],
  ['mint', '#b4dcc5', 'MIN'],
  ['eucalyptus', '#7fa394', 'EUC'],
  ['teal', '#1f6f78', 'TEA'],
  ['petrol', '#1d4a59', 'PET'],
  ['aqua', '#6fc3c5', 'AQU'],
  ['sky blue', '#9cc3e4', 'SKY'],
  ['powder blue', '#b9cfdf', 'POW'],
  ['cornflower', '#6f92d2', 'CRN'],
  ['cobalt', '#2347b0', 'COB'],
  ['royal blue', '#2d4fa3', 'ROY'],
  ['navy', '#1f2a44', 'NAV'],
  ['midnight', '#161c30', 'MID'],
  ['ink blue', '#26334f', 'INK'],
  ['airforce blue', '#5c7791', 'AIR'],
  ['lilac', '#c2aed8', 'LIL'],
  ['lavender', '#a79bcb', 'LAV'],
  ['plum', '#572a4d', 'PLU'],
  ['aubergine', '#3a1f36', 'AUB'],
  ['mulberry', '#7b2950', 'MUL'],
  ['burgundy', '#641b2b', 'BUR'],
  ['oxblood', '#4f1519', 'OXB'],
  ['cherry red', '#b01b2e', 'CHR'],
  ['scarlet', '#cf2a27', 'SCA'],
  ['rust', '#b4552d', 'RUS'],
  ['terracotta', '#c46d4d', 'TER'],
  ['burnt orange', '#cc5f22', 'BOR'],
  ['apricot', '#f0b07c', 'APR'],
  ['peach', '#f4c3a5', 'PEA'],
  ['coral', '#ee7b66', 'COR'],
  ['blush', '#e9c7bf', 'BLU'],
  ['dusty rose', '#c48b8b', 'DRO'],
  ['fuchsia', '#c2266f', 'FUC'],
  ['raspberry', '#a3254f', 'RAS'],
  ['mustard', '#cf9a2b', 'MST'],
  ['ochre', '#bd8132', 'OCH'],
  ['saffron', '#e8a628', 'SAF'],
  ['butter', '#f3e2a4', 'BUT'],
  ['lemon', '#f0dd5e', 'LEM'],
  ['neon yellow', '#dff24a', 'NEO'],
  ['signal orange', '#f26322', 'SIG'],
  ['raw indigo', '#232c47', 'RAW'],
  ['rinse indigo', '#2f3f63', 'RIN'],
  ['mid indigo', '#48648f', 'MDI'],
  ['stonewash blue', '#7491b4', 'SWB'],
  ['bleach blue', '#a9bfd6', 'BLB'],
  ['washed black', '#3a3a3d', 'WBK'],
  ['gold', '#d4a94a', 'GLD'],
  ['rose gold', '#d09a80', 'RGD'],
  ['silver', '#c6c9cc', 'SIL'],
  ['oxidised silver', '#7d8084', 'OXS'],
  ['tortoiseshell', '#7a4a26', 'TOR'],
  ['champagne', '#e3cfae', 'CPG'],
  ['pewter', '#8e8f90', 'PEW'],
  ['heather', '#9a8199', 'HEA'],
  ['peat', '#4a3b30', 'PTB'],
  ['lichen', '#b3b58a', 'LIC'],
  ['sea mist', '#b7cbc9', 'SEA'],
  ['bracken', '#96602e', 'BRA'],
] as const

export type ColourName = (typeof TABLE)[number][0]

export interface Colour {
  name: ColourName
  hex: string
  code: string
  /** Perceived lightness, 0 to 1. */
  lightness: number
}

function toColour([name, hex, code]: (typeof TABLE)[number]): Colour {
  return { name, hex, code, lightness: lightnessOf(hex) }
}

/** Returns the perceived lightness of '#rrggbb', 0 (black) to 1 (white). */
export function lightnessOf(hex: string): number {
  const channel = (at: number): number => parseInt(hex.slice(at, at + 2), 16) / 255
  return 0.299 * channel(1) + 0.587 * channel(3) + 0.114 * channel(5)
}

export const COLOURS: readonly Colour[] = TABLE.map(toColour)

const BY_NAME = new Map<ColourName, Colour>(COLOURS.map((colour) => [colour.name, colour]))

/** Returns the colour with the given name. */
export function colourNamed(name: ColourName): Colour {
  const colour = BY_NAME.get(name)
  if (!colour) throw new Error(`No colour is called ${name}`)
  return colour
}
