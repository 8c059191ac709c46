/** Body measurements, in the order of forms. */
export const MEASURES = ['chest', 'waist', 'hip', 'insideLeg', 'foot', 'head'] as const
export type Measure = (typeof MEASURES)[number]

export const MEASURE_NAMES: Readonly<Record<Measure, string>> = {
  chest: 'Chest',
  waist: 'Waist',
  hip: 'Hip',
  insideLeg: 'Inside leg',
  foot: 'Foot length',
  head: 'Head',
}

/** Instructions for placing the tape. */
export const HOW_TO_MEASURE: Readonly<Record<Measure, string>> = {
  chest: 'Around the fullest part, keeping the tape level.',
  waist: 'Around the narrowest part, as you breathe out.',
  hip: 'Around the widest part.',
  insideLeg: 'From the crotch to the floor, without shoes.',
  foot: 'From the heel to the longest toe, while standing.',
  head: 'Around the forehead, above the ears.',
}

/** Smallest and largest accepted value, in millimetres. Others are a wrong unit or a typo. */
export const MEASURE_LIMITS: Readonly<Record<Measure, readonly [from: number, to: number]>> = {
  chest: [500, 2000],
  waist: [400, 2000],
  hip: [500, 2000],
  insideLeg: [400, 1200],
  foot: [150, 400],
  head: [450, 700],
}

/**
 * The error of measuring at home with a tape: standard deviation in millimetres. For waist and hip from the agreement
 * of own and technicians' measurements, 0.96 and 0.93 by Lin's coefficient (Nutrition Journal 2013;12:135, doi
 * 10.1186/1475-2891-12-135), which is about 3 cm for the spread of adults. Another study has 4.8 cm for the waist (BMC
 * Medicine 2014;12:170). The chest is assumed to be as hard to measure as the hips. Leg, foot and head are our
 * estimates.
 */
export const TAPE_ERROR_MM: Readonly<Record<Measure, number>> = {
  chest: 30,
  waist: 30,
  hip: 30,
  insideLeg: 20,
  foot: 4,
  head: 6,
}

export const UNITS = ['cm', 'in'] as const
export type Unit = (typeof UNITS)[number]

export const AUDIENCES = ['women', 'men', 'unisex'] as const
export type Audience = (typeof AUDIENCES)[number]
export const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = { women: 'Women', men: 'Men', unisex: 'Unisex' }
