import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { house } from './eslint-house.js'

const problems = (code: string) => new Linter().verify(code, { plugins: { house: house as never }, rules: { 'house/blind-to-earnings': 'error' } }).length

describe('what ranks products', () => {
  it.each([
    ["import { rateOf } from '#server/sales/commission-plans.ts'"], ['const commissionRate = 1'], ['const sql = `SELECT commission_minor FROM sales`'], ["order.by('payout')"], ['row.invoiceTotal'],
  ])('may not say %j', (code) => expect(problems(code)).toBeGreaterThan(0))
  it.each([['const relevance = 1 // no commission here'], ["const factor = 'freshness'"], ['const sql = `SELECT popularity FROM products`']])('may say %j', (code) => expect(problems(code)).toBe(0))
})
