import { expect, test } from 'vitest'
import { countryLine } from './country-line.values.ts'

test.each([
  ['1 Mill Lane\nYork YO1 7AB', 'United Kingdom', 'United Kingdom'],
  ['1 Mill Lane\nYork YO1 7AB\nUNITED KINGDOM \n', 'United Kingdom', ''],
  ['1 United Kingdom Street\nYork', 'United Kingdom', 'United Kingdom'],
  ['14 Cutler Yard, London EC1V 0ZZ, United Kingdom', 'United Kingdom', ''],
  ['', 'Germany', 'Germany'],
  ['Ring 1, Berlin', '', ''],
])('adds the country to %j if it is missing', (address, country, line) => {
  expect(countryLine(address, country)).toBe(line)
})
