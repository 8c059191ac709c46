// Measures how often the advised size fits, and whether the stated confidence is correct, with 20,000 simulated
// shoppers per line.
import { AS_TAKEN, simulate, type Tells, type World } from './simulated-shoppers.ts'

const SHOPPERS = 20_000
const WORLDS: ReadonlyArray<readonly [string, World, Tells]> = [
  ['three measures', AS_TAKEN, 'chest, waist and hip'],
  ['three measures, 20 reviews', { ...AS_TAKEN, reviews: 20 }, 'chest, waist and hip'],
  ['chest alone', AS_TAKEN, 'chest alone'],
  ['a garment that fits', AS_TAKEN, 'a garment that fits'],
  ['a careful tape (1.5 cm)', { ...AS_TAKEN, tapeMm: 15 }, 'chest, waist and hip'],
  ['a careless tape (4.8 cm)', { ...AS_TAKEN, tapeMm: 48 }, 'chest, waist and hip'],
  ['products far from tables', { ...AS_TAKEN, tableError: 0.5 }, 'chest, waist and hip'],
  ['the same, 20 reviews', { ...AS_TAKEN, tableError: 0.5, reviews: 20 }, 'chest, waist and hip'],
]
const percent = (part: number) => `${(part * 100).toFixed(1).padStart(5)} %`

for (const [name, world, tells] of WORLDS) {
  const { advised, right, rightOrSecond, calibration, calibrationError } = simulate(world, tells, SHOPPERS)
  console.log(
    `${name.padEnd(30)} advised ${percent(advised / SHOPPERS)}  right ${percent(right)}  or second ${percent(rightOrSecond)}  off by ${percent(calibrationError)}`,
  )
  console.log(
    calibration
      .map(({ said, right: was, count }) => `    said ${percent(said)}, was ${percent(was)} (${count})`)
      .join('\n'),
  )
}
